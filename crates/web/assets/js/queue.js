// Runs that are started from here, one after another.

import { post } from "./api.js";
import { toast } from "./dialog.js";
import { button, h } from "./dom.js";

const STOP = { waiting: "Remove", running: "Stop", ended: "Clear" };

function stateText({ state, code }) {
  if (state !== "ended") return state;
  return code === 0 ? "ended" : `ended with ${code === null ? "a signal" : `exit code ${code}`}`;
}

export class QueueView {
  constructor() {
    this.field = h("input.pgn", { "aria-label": "Command", spellcheck: false, placeholder: "sprt -e ./new -e ./old --each tc=8+0.08" });
    this.form = h("form.row.fenrow", {
      onsubmit: (event) => {
        event.preventDefault();
        this.order({ order: "start", command: this.field.value }).then((isDone) => { if (isDone) this.field.value = ""; });
      },
    }, h("code", {}, "quietus-lab"), this.field, h("button.primary", { type: "submit" }, "Start"));
    this.jobs = h("div.runfacts", { role: "region", "aria-label": "Started runs" });
    this.element = h("article.card.run", { "aria-label": "Queue" }, this.form, this.jobs);
  }

  /** Shows how the runs stand, from now on until another view is shown. */
  async show() {
    await this.order({ order: "list" });
  }

  /** Asks for something; says whether it was done. */
  async order(order) {
    try {
      this.take(await post("queue", order));
      return true;
    } catch (error) {
      toast(error.message);
      return false;
    }
  }

  take(jobs) {
    const text = JSON.stringify(jobs);
    if (text === this.text) return;
    this.text = text;
    this.jobs.replaceChildren(...jobs.map((job) => this.card(job)));
    if (!jobs.length) this.jobs.append(h("p.hint", {}, "Runs start one after another. A stopped match can be resumed from its page."));
  }

  card(job) {
    const { id, command, state, log } = job;
    const stop = button(STOP[state], () => this.order({ order: "stop", id }), { className: "small", "aria-label": `${STOP[state]} run ${id}` });
    return h("div.job", {},
      h("div.row", {}, h("code.command", {}, command), h("span.badge", {}, stateText(job)), stop),
      log && h("pre.log", { tabindex: 0, "aria-label": `Output of run ${id}` }, log));
  }
}
