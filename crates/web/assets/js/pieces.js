// The pieces. Their drawings are part of the page (pieces.svg), filled and outlined by the style sheet.

import { s } from "./dom.js";
import { isFirst } from "./geometry.js";

const CHARACTERS = {
  K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
};

/** A drawing of a piece, 100 units wide; xiangqi may show characters instead of symbols. */
export function drawPiece(game, letter, characters = false) {
  const drawing = characters && game === "xiangqi"
    ? s("text.character", { x: 50, y: 66 }, CHARACTERS[letter])
    : s("use", { href: `#${game}-${letter.toLowerCase()}` });
  const disc = game === "xiangqi" ? s("use", { href: "#xiangqi-disc" }) : null;
  return s(`g.shape.${game}.${isFirst(letter) ? "first" : "second"}`, {}, disc, drawing);
}
