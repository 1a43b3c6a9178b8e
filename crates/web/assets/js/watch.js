// Watch: matches and trainings while they run, their reports, the ledger and the networks. What runs
// comes through the event stream, whenever it is written.

import { authorized, post, tab } from "./api.js";
import { toast } from "./dialog.js";
import { button, h } from "./dom.js";
import { CompareView, isComparable } from "./compare.js";
import { LedgerView } from "./ledger.js";
import { NetworksView } from "./networks.js";
import { chooseGame } from "./pgnform.js";
import { QueueView } from "./queue.js";
import { RunView, runName } from "./runview.js";
import { about } from "./server.js";
import { load, save } from "./store.js";
import { stream } from "./stream.js";
import { Tree } from "./tree.js";

/** What is younger belongs to a run that goes on; in seconds. */
const LIVE = 30;
/** How often ages are written anew, in milliseconds. */
const INTERVAL = 5000;

function ageText(seconds) {
  if (seconds < 60) return "now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/** Remembers when a file was written by our own clock. */
const stamped = (file) => ({ ...file, written: Date.now() / 1000 - file.age });
const ageOf = ({ written }) => Date.now() / 1000 - written;
const isLive = (run) => ageOf(run) < LIVE && !run.data?.is_over;
const byAge = (a, b) => b.written - a.written;

export class Watch {
  /** `onAnalyze` is called with a game to replay. */
  constructor({ onAnalyze }) {
    this.onAnalyze = onAnalyze;
    this.runs = new Map();
    this.reports = [];
    this.chosen = load("watch", null);
    this.number = 0;
    this.list = h("div.reports");
    this.pane = h("div.pane");
    this.runView = new RunView({ onGames: (run) => this.openGame(run), onResume: (run) => this.resume(run) });
    this.queue = new QueueView();
    this.compare = new CompareView();
    this.ledger = new LedgerView();
    this.networks = new NetworksView();
    // Same origin, so that the place in the report is kept; without scripts.
    this.frame = h("iframe.report", { title: "Report", sandbox: "allow-same-origin" });
    this.frame.addEventListener("load", () => this.frame.contentWindow.scrollTo(0, this.scroll || 0));
    this.element = h("section.watch", { "aria-label": "Watch" }, h("nav.card", { "aria-label": "What to watch" }, this.list), this.pane);
    stream.on("run", (run) => this.heard(stamped(run)));
    stream.on("reports", (reports) => {
      this.reports = reports.map(stamped);
      this.show();
    });
    stream.onOpen(() => this.isActive && this.subscribe());
    this.ready = about.then(({ starts }) => { this.starts = starts; });
  }

  enter() {
    this.isActive = true;
    this.subscribe();
    this.timer = setInterval(() => this.show(), INTERVAL);
    this.show();
  }

  leave() {
    this.isActive = false;
    clearInterval(this.timer);
    if (stream.isOpen) post("watch", { tab, id: 0 }).catch(() => {});
  }

  subscribe() {
    if (!stream.isOpen) return;
    this.number += 1;
    post("watch", { tab, id: this.number }).catch((error) => toast(error.message));
  }

  heard(run) {
    this.runs.set(run.id, run);
    this.show();
  }

  choose(chosen) {
    this.chosen = chosen;
    save("watch", chosen);
    this.show();
  }

  /** What is to be seen: what was chosen, or the newest run or report. */
  current() {
    const runs = [...this.runs.values()].sort(byAge);
    const all = { ledger: {}, networks: {}, compare: {}, queue: {} };
    for (const run of runs) all[run.id] = { run };
    for (const report of this.reports) all[report.id] = { report };
    const id = this.chosen in all ? this.chosen : runs[0]?.id || this.reports[0]?.id || "ledger";
    return { id, runs, ...all[id] };
  }

  show() {
    if (!this.isActive) return;
    const { id, runs, run, report } = this.current();
    const none = runs.length || this.reports.length ? []
      : [h("h2", {}, "Runs"), h("p.hint", {}, "Matches, SPRTs and trainings that write into these folders appear here.")];
    const rows = (title, files) => (files.length
      ? [h("h2", {}, title), ...files.map((file) => this.row(file.id, file.data ? runName(file) : file.name, id, file))] : []);
    this.list.replaceChildren(
      ...rows("Runs", runs),
      ...(runs.filter(isComparable).length > 1 ? [this.row("compare", "Compare runs", id)] : []),
      ...rows("Reports", this.reports), ...none,
      h("h2", {}, "Lab"), this.row("ledger", "Ledger", id), this.row("networks", "Networks", id),
      this.starts ? this.row("queue", "Queue", id) : "");
    if (run) this.runView.show(run, isLive(run), this.starts);
    if (id === "queue") this.queue.show();
    if (id === "compare") this.compare.show(runs);
    if (report) this.openReport(report);
    const view = run ? this.runView : report ? { element: this.frame } : this[id];
    if (this.pane.firstChild === view.element) return;
    this.pane.replaceChildren(view.element);
    if (id === "ledger" || id === "networks") view.show().catch((error) => toast(error.message));
  }

  row(id, text, current, file = null) {
    const row = button("", () => this.choose(id), { className: "reportrow" });
    row.append(h("span.reportname", {}, text));
    if (file) row.append(isLive(file) ? h("span.live", {}, "live") : h("span.age", {}, ageText(ageOf(file))));
    if (id === current) row.setAttribute("aria-current", "true");
    return row;
  }

  /** Loads a report, again if it was written since. */
  openReport({ id, written }) {
    const isSame = this.loaded === id && this.frame.isConnected;
    if (isSame && written <= this.loadedWritten + 1.5) return;
    this.scroll = isSame ? this.frame.contentWindow.scrollY : 0;
    [this.loaded, this.loadedWritten] = [id, written];
    if (isSame) this.frame.contentWindow.location.reload();
    else this.frame.src = authorized(`/api/report?id=${id}`);
  }

  /** Plays the rest of a match. */
  async resume({ id }) {
    if (await this.queue.order({ order: "resume", run: id })) this.choose("queue");
  }

  /** Lets one of the finished games of a run be chosen, and opens it in Analyze. */
  async openGame({ id }) {
    try {
      const { text } = await post("finished", { id });
      const chosen = await chooseGame(text);
      if (chosen) await this.onAnalyze(Tree.fromJson(chosen.json));
    } catch (error) {
      toast(error.message);
    }
  }

  key() {
    return null;
  }
}
