// Review: how well a game was played.

import { post, tab } from "./api.js";
import { button, choice, download, h } from "./dom.js";
import { announce } from "./announce.js";
import { gameOfPgn } from "./geometry.js";
import { chooseGame, onDrop, pgnFields } from "./pgnform.js";
import { Retry } from "./retry.js";
import { ReviewView } from "./reviewview.js";
import { stopSearch } from "./search.js";
import { load, save } from "./store.js";
import { stream } from "./stream.js";
import { Tree } from "./tree.js";

const EFFORTS = [["20000", "Quick"], ["200000", "Normal"], ["1000000", "Thorough"]];

export class Review {
  constructor({ onAnalyze }) {
    this.onAnalyze = onAnalyze;
    this.lastId = 0;
    this.effort = load("review.effort", "200000");
    this.view = new ReviewView({ onMove: (uci) => this.tryMove(uci) });
    this.view.onShow = (node) => this.shown(node);
    this.progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the review" });
    this.problem = h("p.problem", { role: "alert" });
    this.form = pgnFields(6);
    this.runButton = button("Review", () => this.toggle(), { className: "primary" });
    this.retryButton = button("Retry this move", () => this.toggleRetry());
    this.results = h("div.card.grow", { hidden: true },
      this.view.facts,
      h("div.row", {},
        this.retryButton,
        button("Save PGN", () => download("review.pgn", "application/x-chess-pgn", this.review.pgn)),
        button("Save as page", () => download("review.html", "text/html", this.review.html)),
        button("Analyze", () => this.onAnalyze(this.view.tree))));
    this.element = h("section.mode", { "aria-label": "Review" }, this.view.boardColumn, this.panel());
    onDrop(this.element, (text) => this.form.set(text));
    stream.on("progress", ({ id, done, total }) => {
      if (id !== this.lastId) return;
      this.progress.max = total;
      this.progress.value = done;
    });
    this.ready = Tree.start("chess").then((tree) => this.view.take(tree));
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
    this.view.show();
  }

  leave() {
    stopSearch();
  }

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
      const nodes = Number(this.effort);
      this.take(await post("review", { tab, id: this.lastId, game: gameOfPgn(text), text, number, nodes, threads: 1 }), nodes);
    } finally {
      release();
      this.setRunning(false);
    }
  }

  stop() {
    post("stop", { tab, review: true }).catch(() => {});
  }

  setRunning(isRunning) {
    this.isRunning = isRunning;
    this.progress.hidden = !isRunning;
    this.progress.value = 0;
    this.runButton.textContent = isRunning ? "Stop" : "Review";
  }

  take(review, nodes) {
    Object.assign(this, { review, nodes });
    this.results.hidden = false;
    this.view.take(Tree.fromJson(review.game), review);
  }

  /** A position of the game is shown: a second try at another move is over. */
  shown(node) {
    if (this.retry) stopSearch();
    this.retry = null;
    this.retryButton.hidden = !this.view.better(node);
    this.retryButton.textContent = "Retry this move";
  }

  toggleRetry() {
    if (this.retry) this.view.show();
    else this.startRetry();
  }

  async startRetry() {
    const { tree } = this.view;
    const node = tree.current;
    const { hash } = this.review;
    const retry = new Retry({ tree, node, better: this.view.better(node), nodes: this.nodes, hash });
    const { moves, check } = await tree.describe(node.parent);
    if (tree !== this.view.tree || tree.current !== node) return;
    this.retry = retry;
    this.retryButton.textContent = "Show the answer";
    this.view.bar.show(node.parent.score, this.view.flipped);
    this.view.board.show({ fen: node.parent.fen, last: node.parent.uci, check, moves, arrows: [] });
    this.say(retry.question);
  }

  say(text) {
    this.view.note.textContent = text;
    announce(text);
  }

  /** A move of a second try. */
  async tryMove(uci) {
    const { retry } = this;
    if (!retry) return;
    try {
      const { isGood, text, fen } = await retry.judge(uci);
      if (this.retry !== retry) return;
      if (isGood) this.view.board.show({ fen, last: uci, check: false, moves: [] });
      this.say(text);
    } catch (error) {
      if (this.retry === retry) this.say(error.message);
    }
  }

  key(event) {
    if (event.key === "r" && !this.retryButton.hidden && !this.results.hidden) return () => this.toggleRetry();
    return this.view.key(event);
  }
}
