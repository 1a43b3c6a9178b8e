// A position set up by hand: a piece is chosen, and put on squares.

import { announce } from "./announce.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { ask } from "./dialog.js";
import { button, choice, h, s } from "./dom.js";
import { GEOMETRIES, KINDS, pieceName, sideToMove } from "./geometry.js";
import { drawPiece } from "./pieces.js";

/** Who may castle where, and what must stand there for it. */
const CASTLING = [
  ["K", "White O-O", "e1K", "h1R"], ["Q", "White O-O-O", "e1K", "a1R"],
  ["k", "Black O-O", "e8k", "h8r"], ["q", "Black O-O-O", "e8k", "a8r"],
];

/** Pieces as the first field of a FEN. */
function placement(geometry, pieces) {
  const rows = Array.from({ length: geometry.rows }, (_, row) => {
    const letters = Array.from({ length: geometry.columns }, (__, column) => pieces.get(geometry.square(column, row)) || "1");
    return letters.join("").replace(/1+/g, (run) => String(run.length));
  });
  return rows.join("/");
}

class Editor {
  constructor(game, fen) {
    this.game = game;
    this.geometry = GEOMETRIES[game];
    this.pieces = this.geometry.pieces(fen);
    this.side = sideToMove(fen);
    this.castling = new Set((fen.split(" ")[2] || "").match(/[KQkq]/g) || []);
    this.board = new Board({ onSquare: (square) => this.put(square) });
    this.palette = h("div.palette", { role: "group", "aria-label": "Pieces" });
    this.rights = h("div.row", { hidden: game !== "chess" });
    const turns = this.geometry.sides.map((side, index) => [index, side]);
    this.element = h("div.fields", {},
      this.palette, h("div.editorboard", {}, this.board.element),
      h("div.row", {}, button("Clear", () => this.set(new Map())), button("Standard position", () => this.standard())),
      choice("To move", turns, this.side, (value) => { this.side = Number(value); }), this.rights);
    this.choose("K");
    this.show();
  }

  /** Chooses what a click puts on the board: a piece, or nothing to take one away. */
  choose(letter) {
    this.chosen = letter;
    const tool = (own) => {
      const drawing = own ? s("svg", { viewBox: "0 0 100 100" }, drawPiece(this.game, own)) : "×";
      const label = own ? pieceName(this.game, own) : "remove";
      return h("button.tool", { type: "button", "aria-label": label, title: label, onclick: () => this.choose(own), "aria-pressed": String(own === letter) }, drawing);
    };
    const kinds = KINDS[this.game];
    this.palette.replaceChildren(...[...kinds.toUpperCase(), ...kinds].map(tool), tool(null));
  }

  put(square) {
    const isTaken = !this.chosen || this.pieces.get(square) === this.chosen;
    if (isTaken) this.pieces.delete(square);
    else this.pieces.set(square, this.chosen);
    announce(`${square}: ${isTaken ? "empty" : pieceName(this.game, this.chosen)}`);
    this.show();
  }

  set(pieces) {
    this.pieces = pieces;
    this.show();
  }

  async standard() {
    const { fen } = await post("position", { game: this.game, fen: "" });
    this.castling = new Set("KQkq");
    this.set(this.geometry.pieces(fen));
  }

  /** The rights to castle that the pieces allow, and that are wanted. */
  possibleRights() {
    return CASTLING.filter(([, , ...homes]) => homes.every((home) => this.pieces.get(home.slice(0, 2)) === home[2]));
  }

  get fen() {
    const rights = this.game === "chess" ? this.possibleRights().map(([right]) => right).filter((right) => this.castling.has(right)) : [];
    return `${placement(this.geometry, this.pieces)} ${this.side ? "b" : "w"} ${rights.join("") || "-"} - 0 1`;
  }

  show() {
    this.board.show({ game: this.game, fen: this.fen, moves: [] });
    this.rights.replaceChildren(...this.possibleRights().map(([right, text]) => h("label.check", {}, h("input", {
      type: "checkbox", checked: this.castling.has(right),
      onchange: ({ target }) => { if (target.checked) this.castling.add(right); else this.castling.delete(right); },
    }), text)));
  }
}

/** Asks for a position, from another one on; gives its FEN, or nothing. */
export async function askPosition(game, from = "") {
  const start = await post("position", { game, fen: from }).catch(() => post("position", { game, fen: "" }));
  const editor = new Editor(game, start.fen);
  const problem = h("p.problem", { role: "alert" });
  while (await ask("Set up a position", h("div.fields", {}, editor.element, problem), "Use it")) {
    try {
      return (await post("position", { game, fen: editor.fen })).fen;
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  return null;
}
