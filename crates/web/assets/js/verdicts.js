// What tablebases and the book say of a position, where the server has any.

import { post } from "./api.js";
import { button, h } from "./dom.js";
import { about } from "./server.js";

const MOST_PIECES = 7;
const MOVES_SHOWN = 8;

const endgameText = ({ san, wdl, dtz }) => `${san} · ${wdl}${dtz === null ? "" : ` ${Math.abs(dtz)}`}`;
const openingText = ({ san, share }) => `${san} ${share.toFixed(0)} %`;

export class Verdicts {
  /** `onPlay` is called with a move in coordinates. */
  constructor({ onPlay }) {
    this.onPlay = onPlay;
    this.element = h("div.verdicts", { hidden: true });
  }

  /** Shows what is known of a node. */
  async show(tree, node) {
    const { tables, book } = await about;
    const pieces = node.fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
    const isKnown = tree.game === "chess" && (book || (tables && pieces <= MOST_PIECES));
    if (isKnown) node.verdicts ??= await post("verdicts", tree.line(node));
    if (tree.current !== node) return;
    const { tablebase, book: openings } = node.verdicts || {};
    const parts = [];
    if (tablebase) {
      parts.push(h("p", {}, "Tablebase: ", h("strong", {}, tablebase.wdl), " for the side to move"),
        this.moves(tablebase.moves, endgameText));
    }
    if (openings?.length) parts.push(h("p", {}, "Book"), this.moves(openings, openingText));
    this.element.hidden = !parts.length;
    this.element.replaceChildren(...parts);
  }

  moves(moves, text) {
    return h("div.row", {}, moves.slice(0, MOVES_SHOWN).map((move) =>
      button(text(move), () => this.onPlay(move.uci), { className: "small" })));
  }
}
