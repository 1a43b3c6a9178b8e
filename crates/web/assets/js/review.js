// Review: how well a game was played.

import { post, tab } from "./api.js";
import { Board } from "./board.js";
import { button, choice, download, h } from "./dom.js";
import { EvalBar } from "./evalbar.js";
import { GEOMETRIES, splitMove } from "./geometry.js";
import { GameInfo } from "./gameinfo.js";
import { Graph } from "./graph.js";
import { MoveList } from "./movelist.js";
import { chooseGame, gameOf, onDrop, pgnFields } from "./pgnform.js";
import { scoreText } from "./score.js";
import { stopSearch } from "./search.js";
import { stepButtons, stepFrom, stepKeys } from "./steps.js";
import { load, save } from "./store.js";
import { stream } from "./stream.js";
import { Tree } from "./tree.js";

const EFFORTS = [["20000", "Quick"], ["200000", "Normal"], ["1000000", "Thorough"]];
const COLUMNS = ["Accuracy", "Avg. loss", "?!", "?", "??"];

export class Review {
  constructor({ onAnalyze }) {
    this.onAnalyze = onAnalyze;
    this.lastId = 0;
    this.flipped = false;
    this.effort = load("review.effort", "200000");
    this.board = new Board({ onMove: () => {} });
    this.bar = new EvalBar();
    this.moveList = new MoveList({ onSelect: (node) => this.go(node) });
    this.graph = new Graph({ onSelect: (node) => this.go(node) });
    this.progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the review" });
    this.problem = h("p.problem", { role: "alert" });
    this.info = new GameInfo();
    this.summary = h("div.summary");
    this.note = h("p.note");
    this.form = pgnFields(6);
    this.runButton = button("Review", () => this.toggle(), { className: "primary" });
    this.results = h("div.card.grow", { hidden: true },
      this.info.element, this.summary, this.graph.element, this.note, this.moveList.element,
      h("div.row", {},
        button("Save PGN", () => download("review.pgn", "application/x-chess-pgn", this.review.pgn)),
        button("Save as page", () => download("review.html", "text/html", this.review.html)),
        button("Analyze", () => this.onAnalyze(this.tree))));
    this.element = h("section.mode", { "aria-label": "Review" }, this.boardColumn(), this.panel());
    onDrop(this.element, (text) => this.form.set(text));
    stream.on("progress", ({ id, done, total }) => {
      if (id !== this.lastId) return;
      this.progress.max = total;
      this.progress.value = done;
    });
    this.ready = Tree.start("chess").then((tree) => {
      this.tree ??= tree;
      this.show();
    });
  }

  boardColumn() {
    return h("div.boardcolumn", {},
      h("div.withbar", {}, this.bar.element, this.board.element),
      h("div.row.steps", {},
        stepButtons((delta) => this.step(delta)),
        h("div.row", {}, this.board.pieceSwitch, button("Flip board", () => this.flip()))));
  }

  panel() {
    const setEffort = (value) => {
      this.effort = value;
      save("review.effort", value);
    };
    return h("div.panel", {},
      this.results,
      h("div.card", {}, h("h2", {}, "A game to review"), h("div.fields", {}, this.form.elements,
        choice("Effort", EFFORTS, this.effort, setEffort)),
      h("div.row", {}, this.runButton, this.progress), this.problem));
  }

  enter() {
    this.show();
  }

  leave() {}

  /** Reviews a game of another mode. */
  async load(tree) {
    await this.ready;
    const { text } = await post("pgn/write", tree.toJson());
    this.form.set(text);
    this.run();
  }

  toggle() {
    if (this.isRunning) this.stop();
    else this.run();
  }

  /** Searches the chosen game. */
  async run() {
    stopSearch();
    this.problem.textContent = "";
    try {
      const text = this.form.value();
      const chosen = await chooseGame(text);
      if (chosen) await this.search(text, chosen.number);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  /** Searches a game of a text. The stream is kept for the progress, also while the page is hidden. */
  async search(text, number) {
    this.lastId += 1;
    this.setRunning(true);
    const release = stream.keep();
    try {
      const review = await post("review", {
        tab, id: this.lastId, game: gameOf(text), text, number, nodes: Number(this.effort), threads: 1,
      });
      await this.take(review);
    } finally {
      release();
      this.setRunning(false);
    }
  }

  stop() {
    post("stop", { tab }).catch(() => {});
  }

  setRunning(isRunning) {
    this.isRunning = isRunning;
    this.progress.hidden = !isRunning;
    this.progress.value = 0;
    this.runButton.textContent = isRunning ? "Stop" : "Review";
  }

  async take(review) {
    this.review = review;
    this.tree = await Tree.fromJson(review.game);
    this.tree.lineThrough(this.tree.root).forEach((node, ply) => {
      node.score = review.scores[ply];
    });
    this.results.hidden = false;
    this.showSummary(review);
    this.show();
  }

  showSummary({ sides, game }) {
    this.info.show(game);
    const tag = (name) => game.tags.find(([own]) => own === name)?.[1];
    const names = GEOMETRIES[game.game].sides;
    const percent = (value) => (value === null ? "–" : `${value.toFixed(1)} %`);
    const row = ({ accuracy, centipawn_loss: loss, judgements }, index) => h("tr", {},
      h("th", { scope: "row" }, tag(["White", "Black"][index]) || tag(names[index]) || names[index]),
      h("td.accuracy", {}, percent(accuracy)), h("td", {}, loss === null ? "–" : loss.toFixed(0)),
      judgements.map((count, kind) => h(`td.${["inaccuracy", "mistake", "blunder"][kind]}`, {}, String(count))));
    const head = ["", ...COLUMNS].map((text) => h("th", { scope: "col" }, text));
    this.summary.replaceChildren(
      h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, sides.map(row))));
  }

  go(node) {
    this.tree.current = node;
    this.show();
  }

  step(delta) {
    this.go(stepFrom(this.tree, delta));
  }

  flip() {
    this.flipped = !this.flipped;
    this.show();
  }

  show() {
    const { tree, flipped } = this;
    const node = tree.current;
    // The engine's move in place of one that was judged.
    const better = node.nags.length ? node.parent.children.find((child) => child !== node) : null;
    const arrows = better ? [{ ...splitMove(better.uci), kind: "best", width: 18 }] : [];
    this.board.show({ game: tree.game, fen: node.fen, flipped, last: node.uci, arrows });
    this.bar.show(node.score, flipped);
    this.moveList.show(tree);
    this.graph.show(tree.lineThrough(), node);
    this.note.textContent = this.noteText(node, better);
  }

  noteText(node, better) {
    if (!node.score) return "";
    const best = better ? ` Better was ${better.san} (${scoreText(node.parent.score)}).` : "";
    return `${node.san ? `${node.san}: ` : ""}${scoreText(node.score)}.${best}`;
  }

  key(event) {
    const actions = { ...stepKeys((delta) => this.step(delta)), f: () => this.flip() };
    return actions[event.key];
  }
}
