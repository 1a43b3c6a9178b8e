// Games: their boards, what a FEN puts on them, and the names of all that. No rules.

class Geometry {
  constructor(name, columns, rows, firstRank, sides) {
    Object.assign(this, { name, columns, rows, firstRank, sides });
  }

  /** The name of the square in a column from the left and a row from the top, for White. */
  square(column, row) {
    return "abcdefghi"[column] + (this.rows - 1 - row + this.firstRank);
  }

  /** Column and row of a square on a board that may be turned around. */
  place(square, flipped) {
    const column = "abcdefghi".indexOf(square[0]);
    const row = this.rows - 1 - (Number(square[1]) - this.firstRank);
    return flipped ? [this.columns - 1 - column, this.rows - 1 - row] : [column, row];
  }

  /** The square at a column and row of a board that may be turned around; none outside. */
  squareAt(column, row, flipped) {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
    return flipped
      ? this.square(this.columns - 1 - column, this.rows - 1 - row)
      : this.square(column, row);
  }

  /** All squares. */
  squares() {
    return Array.from({ length: this.columns * this.rows }, (_, index) =>
      this.square(index % this.columns, Math.floor(index / this.columns)));
  }

  /** The pieces of a FEN: a map from squares to letters. */
  pieces(fen) {
    const pieces = new Map();
    fen.split(" ")[0].split("/").forEach((rank, row) => {
      let column = 0;
      for (const letter of rank) {
        if (/\d/.test(letter)) column += Number(letter);
        else pieces.set(this.square(column++, row), letter);
      }
    });
    return pieces;
  }
}

export const GEOMETRIES = {
  chess: new Geometry("chess", 8, 8, 1, ["White", "Black"]),
  xiangqi: new Geometry("xiangqi", 9, 10, 0, ["Red", "Black"]),
  makruk: new Geometry("makruk", 8, 8, 1, ["White", "Black"]),
};

/** What people call the games, the usual one first. */
export const TITLES = { chess: "Chess", xiangqi: "Xiangqi", makruk: "Makruk" };

/** The kinds of pieces from the king and the strongest to the weakest. */
export const KINDS = { chess: "kqrbnp", xiangqi: "krcnabp", makruk: "krnsmp" };

/** Moves as people type them. */
export const EXAMPLES = { chess: "Nf3, e2e4", xiangqi: "C2=5, h2e2", makruk: "Ne2, e3e4" };

/** The game of a FEN, by its ranks and letters. */
export function gameOfFen(fen) {
  const [placement] = fen.trim().split(" ");
  const rows = placement.split("/").length;
  const letters = [...new Set(placement.toLowerCase().replace(/[^a-z]/g, ""))];
  const games = Object.keys(TITLES).filter((game) => GEOMETRIES[game].rows === rows);
  return games.find((game) => letters.every((letter) => KINDS[game].includes(letter))) || games[0] || "chess";
}

/** The game of a PGN, by its tags. */
export function gameOfPgn(text) {
  const [, tag] = /\[(?:Game|Variant) "(\w+)/i.exec(text) || [];
  const names = { ...TITLES, xiangqi: "Xiangqi|Chinese", makruk: "Makruk|Thai" };
  const isNamed = (game) => new RegExp(`^(${names[game]})`, "i").test(tag);
  return Object.keys(names).find(isNamed) || "chess";
}

const NAMES = {
  chess: { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" },
  xiangqi: {
    k: "general", a: "advisor", b: "elephant", n: "horse", r: "chariot", c: "cannon", p: "soldier",
  },
  makruk: { k: "king", r: "rook", n: "knight", s: "khon", m: "met", p: "pawn" },
};

/** A piece in words: "white knight". */
export function pieceName(game, letter) {
  const side = GEOMETRIES[game].sides[isFirst(letter) ? 0 : 1].toLowerCase();
  return `${side} ${NAMES[game][letter.toLowerCase()]}`;
}

/** Whether a letter of a FEN is a piece of the side that moves first. */
export const isFirst = (letter) => letter === letter.toUpperCase();

/** The side to move of a FEN: 0 for the one that moves first. */
export const sideToMove = (fen) => (fen.split(" ")[1] === "b" ? 1 : 0);

/** The number of the move to be played. */
export const moveNumber = (fen) => Number(fen.split(" ")[5] || 1);

/** From, to and promotion of a move in coordinates. */
export function splitMove(uci) {
  return { from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci.slice(4) };
}
