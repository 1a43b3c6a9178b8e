// The lines of the engine. Pointing at a move shows its position on the board; a click plays up to it.

import { h } from "./dom.js";
import { moveNumber, sideToMove } from "./geometry.js";
import { scoreText } from "./score.js";

const MOVES_SHOWN = 14;

export class Lines {
  /** `onPreview` is called with moves to look at, or none; `onPlay` with moves to play. */
  constructor({ onPreview, onPlay }) {
    this.onPreview = onPreview;
    this.onPlay = onPlay;
    this.element = h("ol.lines", { "aria-label": "Lines of the engine" });
    this.element.addEventListener("pointerleave", () => this.onPreview(null));
  }

  show(lines, fen) {
    this.element.replaceChildren(...lines.map((line) => this.row(line, fen)));
  }

  row(line, fen) {
    const isBehind = (line.cp ?? line.mate) < 0;
    const score = h(isBehind ? "span.score.behind" : "span.score", {}, scoreText(line));
    const moves = line.san.slice(0, MOVES_SHOWN).map((san, index) => {
      const upTo = line.uci.slice(0, index + 1);
      return h("button.move", {
        type: "button",
        onpointerenter: () => this.onPreview(upTo),
        onfocus: () => this.onPreview(upTo),
        onblur: () => this.onPreview(null),
        onclick: () => this.onPlay(upTo),
      }, prefix(fen, index) + san);
    });
    return h("li", {}, score, h("span.linemoves", {}, moves));
  }
}

/** The number before a move of a line. */
function prefix(fen, index) {
  const ply = sideToMove(fen) + index;
  const number = moveNumber(fen) + (ply >> 1);
  if (ply % 2 === 0) return `${number}. `;
  return index === 0 ? `${number}… ` : "";
}
