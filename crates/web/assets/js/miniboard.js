// A small board that only shows: a game of a match.

import { h, s } from "./dom.js";
import { GEOMETRIES, splitMove } from "./geometry.js";
import { drawGrid } from "./grid.js";
import { PieceLayer } from "./piece-layer.js";
import { scoreText } from "./score.js";

function clockText(seconds) {
  if (seconds === null) return "";
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Beyond this, in centipawns, a score is one of mate. */
const MATE = 20000;

function shownScore(score) {
  if (score === null) return "";
  return Math.abs(score) > MATE ? `${score > 0 ? "+" : "-"}#` : scoreText({ cp: score });
}

export class MiniBoard {
  constructor(game) {
    this.geometry = GEOMETRIES[game];
    const { columns, rows } = this.geometry;
    this.marks = s("g");
    this.pieces = new PieceLayer();
    this.pieces.reset(game, false, false);
    this.svg = s("svg.board.mini", { viewBox: `0 0 ${columns * 100} ${rows * 100}`, role: "img" },
      drawGrid(game, false), this.marks, this.pieces.element);
    [this.black, this.white] = [h("p.player"), h("p.player")];
    this.element = h(`div.minibox.${game}`, {}, this.black, this.svg, this.white);
  }

  /** Shows { game, white, black, fen, last, clocks, score }. */
  show({ game, white, black, fen, last, clocks, score }) {
    this.pieces.show(this.geometry.pieces(fen));
    const { from, to } = last ? splitMove(last) : {};
    this.marks.replaceChildren(...[from, to].filter(Boolean).map((square) => {
      const [column, row] = this.geometry.place(square, false);
      return s("rect.mark.last", { x: column * 100, y: row * 100, width: 100, height: 100 });
    }));
    this.svg.setAttribute("aria-label", `Game ${game}, ${white} against ${black}${last ? `, last move ${last}` : ""}`);
    this.white.replaceChildren(white, h("span", {}, clockText(clocks[0])));
    this.black.replaceChildren(black, h("span", {}, clockText(clocks[1])),
      h("span.score", {}, shownScore(score)));
  }
}
