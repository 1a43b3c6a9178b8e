// Watch: reports of matches, trainings and other runs, shown anew whenever they are written.

import { authorized, post } from "./api.js";
import { button, h } from "./dom.js";
import { toast } from "./dialog.js";

const INTERVAL = 3000;
/** A report that is younger belongs to a run that goes on; in seconds. */
const LIVE = 30;

function ageText(seconds) {
  if (seconds < 60) return "now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

export class Watch {
  constructor() {
    this.list = h("div.reports", { role: "group", "aria-label": "Reports" });
    // Same origin, so that the place in the report is kept; without scripts.
    this.frame = h("iframe.report", { title: "Report", sandbox: "allow-same-origin", hidden: true });
    this.frame.addEventListener("load", () => this.frame.contentWindow.scrollTo(0, this.scroll || 0));
    this.element = h("section.watch", { "aria-label": "Watch" },
      h("div.card", {}, h("h2", {}, "Reports, the newest first"), this.list), this.frame);
    this.ready = Promise.resolve();
  }

  enter() {
    this.update();
    this.timer = setInterval(() => this.update(), INTERVAL);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** Asks for the reports; the chosen one is loaded again if it is younger than when it was loaded. */
  async update() {
    if (document.visibilityState !== "visible") return;
    try {
      this.show(await post("reports", {}));
    } catch (error) {
      toast(error.message);
    }
  }

  show(reports) {
    const now = Date.now() / 1000;
    const chosen = reports.find(({ id }) => id === this.chosen) || reports[0];
    this.list.replaceChildren(...reports.map((report) => this.row(report, report === chosen)));
    if (!reports.length) this.list.append(h("p.hint", {}, "No report has been written here yet."));
    if (chosen && (chosen.id !== this.loaded || now - chosen.age > this.written + 1.5)) this.open(chosen, now);
  }

  row({ id, name, age }, isChosen) {
    const row = button("", () => { this.chosen = id; this.update(); }, { className: "reportrow" });
    row.append(h("span.reportname", {}, name), h(age < LIVE ? "span.live" : "span.age", {}, age < LIVE ? "live" : ageText(age)));
    if (isChosen) row.setAttribute("aria-current", "true");
    return row;
  }

  open({ id, age }, now) {
    const isSame = this.loaded === id;
    this.scroll = isSame ? this.frame.contentWindow.scrollY : 0;
    this.loaded = id;
    this.chosen = id;
    this.written = now - age;
    this.frame.hidden = false;
    if (isSame) this.frame.contentWindow.location.reload();
    else this.frame.src = authorized(`/api/report?id=${id}`);
  }

  key() {
    return null;
  }
}
