// The board: shows a position and takes moves by drag, click-click and keyboard. It knows only the
// moves that it was given.

import { announce } from "./announce.js";
import { drawArrows } from "./arrows.js";
import { button, h, s } from "./dom.js";
import { GEOMETRIES, isFirst, pieceName, sideToMove, splitMove } from "./geometry.js";
import { drawGrid } from "./grid.js";
import { PieceLayer } from "./piece-layer.js";
import { askPromotion } from "./promotion.js";
import { load, save } from "./store.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether pieces of xiangqi are characters, on all boards. */
let showsCharacters = load("characters", navigator.language.startsWith("zh"));

export class Board {
  /**
   * `onMove` is called with a move in coordinates that was among the given ones, or with a premove; `onCancel` when
   * that is taken back. With `onSquare` there are no moves, and it is called with the chosen square.
   */
  constructor({ onMove, onCancel = () => {}, onSquare = null }) {
    Object.assign(this, { onMove, onCancel, onSquare });
    this.state = {
      game: null, fen: "", flipped: false, moves: [], premover: null, premove: null, last: null, check: false, arrows: [], values: null,
    };
    this.selected = null;
    this.cursor = null;
    this.drag = null;
    this.drawn = [];
    this.svg = s("svg.board", { tabindex: 0, role: "application" });
    this.description = h("div.unseen");
    this.element = h("div.boardbox", {}, this.svg, this.description);
    this.pieces = new PieceLayer();
    this.pieceSwitch = button("", () => this.switchPieces());
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.pull(event));
    this.svg.addEventListener("pointerup", (event) => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.cancel());
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows something: what is not named stays as it is. */
  show(changes) {
    const before = this.state;
    this.state = { ...before, ...changes, characters: showsCharacters };
    const { game, flipped, fen } = this.state;
    this.geometry = GEOMETRIES[game];
    if (before.fen !== fen || before.game !== game) {
      // A piece that is being dragged as a premove stays in the hand.
      const { from } = this.drag || {};
      const letters = this.geometry.pieces(fen);
      if (!from || letters.get(from) !== this.pieces.letters.get(from)) this.selected = null;
      this.drawn = [];
    }
    if (before.game !== game || before.flipped !== flipped || before.characters !== this.state.characters) {
      this.rebuild();
    }
    this.pieces.show(this.geometry.pieces(fen));
    this.refresh();
  }

  switchPieces() {
    showsCharacters = !showsCharacters;
    save("characters", showsCharacters);
    this.show({});
  }

  /** Builds the layers anew, for another game, orientation or set of pieces. */
  rebuild() {
    const { game, flipped, characters } = this.state;
    const { columns, rows } = this.geometry;
    this.svg.setAttribute("viewBox", `0 0 ${columns * 100} ${rows * 100}`);
    this.element.className = `boardbox ${game}`;
    this.pieceSwitch.hidden = game !== "xiangqi";
    this.pieceSwitch.textContent = `Pieces: ${characters ? "characters" : "symbols"}`;
    this.marks = s("g.marks", { "aria-hidden": "true" });
    this.targets = s("g.targets", { "aria-hidden": "true" });
    this.arrows = s("g");
    this.pieces.reset(game, flipped, characters);
    this.svg.replaceChildren(drawGrid(game, flipped), this.marks, this.pieces.element, this.targets, this.arrows);
  }

  /** Draws everything that is not a piece. */
  refresh() {
    const { fen, last, premove, premover, check, flipped, arrows } = this.state;
    const marks = [];
    if (last) {
      const { from, to } = splitMove(last);
      marks.push(this.mark(from, "last"), this.mark(to, "last"));
    }
    if (premove) {
      const { from, to } = splitMove(premove);
      marks.push(this.mark(from, "premove"), this.mark(to, "premove"));
    }
    if (check) {
      const king = sideToMove(fen) ? "k" : "K";
      for (const [square, letter] of this.pieces.letters) {
        if (letter === king) marks.push(this.mark(square, "check"));
      }
    }
    if (this.selected) marks.push(this.mark(this.selected, "selected"));
    if (this.cursor && document.activeElement === this.svg) marks.push(this.mark(this.cursor, "cursor"));
    this.marks.replaceChildren(...marks);
    const targets = premover === null ? this.movesFrom(this.selected).map(({ to }) => this.target(to)) : [];
    this.targets.replaceChildren(...targets, ...this.valueLabels());
    const layer = drawArrows(this.geometry, flipped, [...arrows, ...this.drawn]);
    this.arrows.replaceWith(layer);
    this.arrows = layer;
    this.describe();
  }

  mark(square, kind) {
    const [column, row] = this.geometry.place(square, this.state.flipped);
    return s(`rect.mark.${kind}`, { x: column * 100, y: row * 100, width: 100, height: 100 });
  }

  target(square) {
    const [column, row] = this.geometry.place(square, this.state.flipped);
    const isCapture = this.pieces.letters.has(square);
    return s(isCapture ? "circle.target.capture" : "circle.target", {
      cx: column * 100 + 50, cy: row * 100 + 50, r: isCapture ? 44 : 14,
    });
  }

  /** Numbers on pieces: how much each is worth to the network. */
  valueLabels() {
    const labels = [];
    for (const [square, value] of this.state.values || []) {
      const [column, row] = this.geometry.place(square, this.state.flipped);
      const text = (value > 0 ? "+" : "") + (value / 100).toFixed(1);
      const width = 16 + 12 * text.length;
      labels.push(s(`g.value.${value < 0 ? "negative" : "positive"}`, {},
        s("rect", { x: column * 100 + 50 - width / 2, y: row * 100 + 68, width, height: 28, rx: 14 }),
        s("text", { x: column * 100 + 50, y: row * 100 + 89 }, text)));
    }
    return labels;
  }

  /** The position as text, for screen readers. */
  describe() {
    const { game, fen } = this.state;
    const sides = [[], []];
    for (const [square, letter] of this.pieces.letters) {
      sides[isFirst(letter) ? 0 : 1].push(`${pieceName(game, letter).split(" ")[1]} ${square}`);
    }
    const text = sides.map((pieces, side) => `${this.geometry.sides[side]}: ${pieces.join(", ")}.`);
    const turn = `${this.geometry.sides[sideToMove(fen)]} to move.`;
    const enter = this.onSquare ? "puts the chosen piece there" : "a piece and its target";
    this.svg.setAttribute("aria-label", `Board. ${turn} Arrow keys choose a square, Enter ${enter}.`);
    this.description.textContent = `${text.join(" ")} ${turn}`;
  }

  /** The given moves from a square; who moves in advance may go anywhere. */
  movesFrom(square) {
    if (!square) return [];
    const { premover } = this.state;
    if (premover !== null) {
      const letter = this.pieces.letters.get(square);
      if (!letter || isFirst(letter) !== (premover === 0)) return [];
      return this.geometry.squares().filter((to) => to !== square).map((to) => ({ uci: square + to, from: square, to }));
    }
    return this.state.moves.map(([uci]) => ({ uci, ...splitMove(uci) })).filter((move) => move.from === square);
  }

  squareOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const [column, row] = [Math.floor(point.x / 100), Math.floor(point.y / 100)];
    return { point, square: this.geometry.squareAt(column, row, this.state.flipped) };
  }

  press(event) {
    const { square, point } = this.squareOf(event);
    if (!square) return;
    if (this.onSquare) {
      this.onSquare(square);
      return;
    }
    if (this.state.premove) this.onCancel();
    if (event.button === 2) {
      this.drag = { from: square, isArrow: true };
      return;
    }
    if (event.button !== 0) return;
    this.drawn = [];
    if (this.selected && this.selected !== square && this.movesFrom(this.selected).some(({ to }) => to === square)) {
      this.choose(square);
      return;
    }
    const wasSelected = this.selected === square;
    this.selected = this.movesFrom(square).length ? square : null;
    if (this.selected) {
      this.drag = { from: square, wasSelected };
      this.svg.setPointerCapture(event.pointerId);
      this.pieces.lift(square, point);
    }
    this.refresh();
  }

  pull(event) {
    if (!this.drag || this.drag.isArrow) return;
    this.drag.hasMoved = true;
    this.pieces.lift(this.drag.from, this.squareOf(event).point);
  }

  release(event) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    const { square } = this.squareOf(event);
    if (drag.isArrow) {
      if (square) this.draw(drag.from, square);
      return;
    }
    if (square && square !== drag.from && this.movesFrom(drag.from).some(({ to }) => to === square)) {
      this.choose(square, true);
      return;
    }
    this.pieces.drop(drag.from);
    if (square === drag.from && drag.wasSelected) this.selected = null;
    this.refresh();
  }

  cancel() {
    if (this.drag && !this.drag.isArrow) this.pieces.drop(this.drag.from);
    this.drag = null;
  }

  /** Draws an arrow, or takes it away. */
  draw(from, to) {
    const same = (arrow) => arrow.from === from && arrow.to === to;
    this.drawn = this.drawn.some(same)
      ? this.drawn.filter((arrow) => !same(arrow))
      : [...this.drawn, { from, to, kind: "drawn" }];
    this.refresh();
  }

  /** Plays the move from the selected square to another; asks which one if there are several. */
  async choose(to, wasDragged = false) {
    const from = this.selected;
    const moves = this.movesFrom(from).filter((move) => move.to === to);
    this.selected = null;
    let [move] = moves;
    if (moves.length > 1) {
      move = await this.askPromotion(moves, to);
    }
    if (wasDragged) this.pieces.drop(from, move ? to : from);
    this.refresh();
    if (move) this.onMove(move.uci);
  }

  async askPromotion(moves, to) {
    const { game, fen, flipped } = this.state;
    const letters = moves.map(({ promotion }) => (sideToMove(fen) ? promotion : promotion.toUpperCase()));
    const [column] = this.geometry.place(to, flipped);
    const letter = await askPromotion(this.element, game, letters, column, this.geometry.columns);
    return moves[letters.indexOf(letter)];
  }

  key(event) {
    const step = STEPS[event.key];
    if (step && !event.altKey && !event.ctrlKey && !event.metaKey) this.moveCursor(step);
    else if (event.key === "Enter" || event.key === " ") this.pick(this.cursor);
    else if (event.key === "Escape" && this.selected) this.selected = null;
    else if (event.key === "Escape" && this.state.premove) this.onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.refresh();
  }

  moveCursor([right, down]) {
    const { geometry, state } = this;
    const start = geometry.squareAt(geometry.columns >> 1, geometry.rows - 1, state.flipped);
    const [column, row] = geometry.place(this.cursor || start, state.flipped);
    this.cursor = geometry.squareAt(column + right, row + down, state.flipped) || this.cursor || start;
    const letter = this.pieces.letters.get(this.cursor);
    announce(`${this.cursor}, ${letter ? pieceName(state.game, letter) : "empty"}`);
  }

  pick(square) {
    if (!square) return;
    if (this.onSquare) {
      this.onSquare(square);
      return;
    }
    if (this.movesFrom(this.selected).some(({ to }) => to === square)) {
      this.choose(square);
    } else {
      this.selected = this.movesFrom(square).length ? square : null;
      announce(this.selected ? `${square} selected` : `no move from ${square}`);
    }
  }
}
