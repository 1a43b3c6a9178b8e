// A reviewed game: board, graph and moves, and what each move was worth. In the page and in saved ones.

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { button, h } from "./dom.js";
import { EvalBar } from "./evalbar.js";
import { GameInfo } from "./gameinfo.js";
import { GEOMETRIES, splitMove } from "./geometry.js";
import { Graph } from "./graph.js";
import { MoveList, numbered } from "./movelist.js";
import { nagText } from "./score.js";
import { stepButtons, stepFrom, stepKeys } from "./steps.js";

const COLUMNS = ["Accuracy", "Avg. loss", "?!", "?", "??"];
const MOMENTS = 5;
const FIRST_NOTE = "Step through the game, or press n for the next mistake.";

/** Whether a move was judged. */
const isBad = (node) => Boolean(node.worth?.is_bad);

export class ReviewView {
  /** `onMove` is called with a move on the board, if there are any. */
  constructor({ onMove = () => {} } = {}) {
    this.flipped = false;
    this.board = new Board({ onMove });
    this.bar = new EvalBar();
    this.moveList = new MoveList({ onSelect: (node) => this.go(node) });
    this.graph = new Graph({ onSelect: (node) => this.go(node) });
    this.info = new GameInfo();
    this.summary = h("div.summary");
    this.moments = h("div.row.moments", { role: "group", "aria-label": "Key moments" });
    this.note = h("p.note", { role: "status" });
    this.nextButton = button("Next mistake", () => this.nextMistake());
    this.boardColumn = h("div.boardcolumn", {},
      h("div.withbar", {}, this.bar.element, this.board.element),
      h("div.row.steps", {},
        stepButtons((delta) => this.step(delta)),
        h("div.row", {}, this.nextButton, this.board.pieceSwitch, button("Flip board", () => this.flip()))));
    this.facts = [this.info.element, this.note, this.graph.element, this.moments, this.summary, this.moveList.element];
  }

  /** Shows a tree, with a review of it if there is one. */
  take(tree, review = null) {
    this.tree = tree;
    tree.lineThrough(tree.root).forEach((node, ply) => {
      node.score = review?.scores[ply];
      node.worth = ply > 0 ? review?.moves[ply - 1] : null;
    });
    if (review) this.showSummary(review);
    this.showMoments();
    this.show();
  }

  showSummary({ sides, game }) {
    this.info.show(game);
    const tag = (name) => game.tags.find(([own, value]) => own === name && !value.startsWith("?"))?.[1];
    const names = GEOMETRIES[game.game].sides;
    const percent = (value) => (value === null ? "–" : `${value.toFixed(1)} %`);
    const row = ({ accuracy, centipawn_loss: loss, judgements }, index) => h("tr", {},
      h("th", { scope: "row" }, tag(["White", "Black"][index]) || tag(names[index]) || names[index]),
      h("td.accuracy", {}, percent(accuracy)), h("td", {}, loss === null ? "–" : loss.toFixed(0)),
      judgements.map((count, kind) => h(`td.${["inaccuracy", "mistake", "blunder"][kind]}`, {}, String(count))));
    const player = h("span.unseen", {}, "Player");
    const head = [player, ...COLUMNS].map((title) => h("th", { scope: "col" }, title));
    this.summary.replaceChildren(
      h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, sides.map(row))));
  }

  /** The moves that were judged, in their order. */
  mistakes() {
    return this.tree.lineThrough(this.tree.root).filter(isBad);
  }

  /** The moves that changed the chances most. */
  showMoments() {
    const worst = [...this.mistakes()].sort((a, b) => b.worth.loss - a.worth.loss).slice(0, MOMENTS);
    const nodes = worst.sort((a, b) => a.ply - b.ply);
    this.nextButton.hidden = !nodes.length;
    this.moments.hidden = !nodes.length;
    this.moments.replaceChildren(h("span.hint", {}, "Key moments"), ...nodes.map((node) =>
      button(numbered(node, true) + nagText(node.nags), () => this.go(node), { className: "small" })));
  }

  /** Goes to the next move that was judged, or to the first one again. */
  nextMistake(step = 1) {
    const mistakes = this.mistakes();
    if (!mistakes.length) return;
    const { ply } = this.tree.current;
    const next = step > 0
      ? mistakes.find((node) => node.ply > ply) || mistakes[0]
      : mistakes.findLast((node) => node.ply < ply) || mistakes.at(-1);
    this.go(next);
    announce(next.worth.text);
  }

  /** The engine's move in place of one that was judged. */
  better(node) {
    return isBad(node) ? node.parent.children.find((child) => child !== node) : null;
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

  /** In place of a bad move the better one, and what refutes it. */
  arrows(node) {
    const better = this.better(node);
    if (!better) return [];
    const refutation = node.worth.refutation[0];
    return [
      { ...splitMove(better.uci), kind: "best", width: 18 },
      ...(refutation ? [{ ...splitMove(refutation), kind: "threat", width: 18 }] : []),
    ];
  }

  show() {
    const { tree, flipped } = this;
    const node = tree.current;
    this.board.show({ game: tree.game, fen: node.fen, flipped, last: node.uci, moves: [], arrows: this.arrows(node) });
    this.bar.show(node.score, flipped);
    this.moveList.show(tree);
    this.graph.show(tree.lineThrough(), node);
    this.note.textContent = node.worth?.text || (this.mistakes().length ? FIRST_NOTE : "");
    this.onShow?.(node);
  }

  key(event) {
    const actions = {
      ...stepKeys((delta) => this.step(delta)), f: () => this.flip(),
      n: () => this.nextMistake(), p: () => this.nextMistake(-1),
    };
    return actions[event.key];
  }
}
