// The verdict of the tablebases on positions with few pieces.

import { post } from "./api.js";
import { button, h } from "./dom.js";

const MOST_PIECES = 7;
const MOVES_SHOWN = 8;

export class TablebaseView {
  /** `onPlay` is called with a move in coordinates. */
  constructor({ onPlay }) {
    this.onPlay = onPlay;
    this.element = h("div.tablebase", { hidden: true });
  }

  /** Shows what the tables say of a node, if they hold it. */
  async show(tree, node) {
    const pieces = node.fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
    const isSmall = tree.game === "chess" && pieces <= MOST_PIECES;
    if (isSmall) node.verdict ??= await post("tablebase", tree.line(node));
    if (tree.current !== node) return;
    this.element.hidden = !node.verdict;
    if (!node.verdict) return;
    const { wdl, moves } = node.verdict;
    this.element.replaceChildren(
      h("p", {}, "Tablebase: ", h("strong", {}, wdl), " for the side to move"),
      h("div.row", {}, moves.slice(0, MOVES_SHOWN).map((move) => this.move(move))));
  }

  move({ uci, san, wdl, dtz }) {
    const distance = dtz === null ? "" : ` ${Math.abs(dtz)}`;
    return button(`${san} · ${wdl}${distance}`, () => this.onPlay(uci), { className: "small" });
  }
}
