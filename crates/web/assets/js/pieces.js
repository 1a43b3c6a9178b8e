// Our own piece drawings, on tiles of 100 by 100. A shape is filled and outlined by the style sheet;
// what is in a group "detail" is only drawn as a line.

import { s } from "./dom.js";

const base = '<path d="M30 76h40c4 0 6 3 6 6v3c0 2-1 3-3 3H27c-2 0-3-1-3-3v-3c0-3 2-6 6-6z"/>';

const CHESS = {
  p: `<path d="M42 45c1 12-6 17-11 28h38c-5-11-12-16-11-28z"/><circle cx="50" cy="32" r="14"/>${base}`,
  r: `<path d="M37 43h26l4 31H33z"/>
      <path d="M27 19h11v7h7v-7h10v7h7v-7h11v16c0 4-6 10-10 10H37c-4 0-10-6-10-10z"/>${base}`,
  n: `<path d="M31 74c-1-17 13-20 14-31-4 3-8 5-10 9-3 4-8 5-11 3-4-2-5-7-3-11l11-17c2-4 4-6 7-7l1-9
      9 7c18 2 28 16 28 36v20z"/><g class="detail"><path d="M39 30l1 0"/><path d="M58 27c8 7 11 17 11 31"/></g>${base}`,
  b: `<path d="M38 60h24l5 14H33z"/><path d="M50 22c19 13 20 28 10 39H40c-10-11-9-26 10-39z"/>
      <circle cx="50" cy="17" r="6"/><g class="detail"><path d="M50 34v16M43 41h14"/></g>${base}`,
  q: `<path d="M35 74l-4-14-11-26 16 13 1-22 11 20 2-22 2 22 11-20 1 22 16-13-11 26-4 14z"/>
      <circle cx="19" cy="31" r="5"/><circle cx="36" cy="21" r="5"/><circle cx="50" cy="18" r="5"/>
      <circle cx="64" cy="21" r="5"/><circle cx="81" cy="31" r="5"/>
      <g class="detail"><path d="M34 63h32"/></g>${base}`,
  k: `<path d="M46 30v-6h-7v-8h7V9h8v7h7v8h-7v6z"/>
      <path d="M34 74l-2-9c-8-5-13-11-13-20 0-14 20-19 31-6 11-13 31-8 31 6 0 9-5 15-13 20l-2 9z"/>
      <g class="detail"><path d="M50 42v19M34 65c10-4 22-4 32 0"/></g>${base}`,
};

// Symbols of xiangqi, drawn inside a disc.
const XIANGQI = {
  k: '<path d="M32 66l-5-26 12 10 11-18 11 18 12-10-5 26z"/>',
  a: '<path d="M27 47l23-15 23 15-23 12z"/><path d="M37 56v8c6 6 20 6 26 0v-8l-13 7z"/>',
  b: `<path d="M34 66V50c0-12 9-18 19-18 11 0 18 8 18 18v16h-9V56h-9v10H43V56c-2 6-4 11-13 10
      2-2 4-5 4-10z"/><g class="detail"><path d="M46 45l1 0"/></g>`,
  n: `<path d="M37 67c-1-12 8-14 9-21-4 4-6 7-10 7-4-1-5-4-4-7l9-14 1-6 6 5c12 1 18 10 18 22v14z"/>`,
  r: '<path d="M33 30h8v5h5v-5h8v5h5v-5h8v11l-5 5v12l5 6v4H33v-4l5-6V46l-5-5z"/>',
  c: `<path d="M29 50l31-19c4-2 9 0 11 4s1 8-3 10L38 63c-4 2-8 1-11-3-2-4-1-8 2-10z"/>
      <circle cx="48" cy="60" r="10"/><g class="detail"><path d="M48 60l1 0"/></g>`,
  p: '<circle cx="50" cy="39" r="9"/><path d="M45 47c0 8-5 11-8 19h26c-3-8-8-11-8-19z"/>',
};

const CHARACTERS = {
  K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
};

function parsed(markup) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return Array.from(root.childNodes, (node) => document.importNode(node, true));
}

/** A drawing of a piece, 100 units wide; xiangqi may show characters instead of symbols. */
export function drawPiece(game, letter, characters = false) {
  const side = letter === letter.toUpperCase() ? "first" : "second";
  if (game === "chess") {
    return s(`g.shape.chess.${side}`, {}, parsed(CHESS[letter.toLowerCase()]));
  }
  const face = characters
    ? s("text.character", { x: 50, y: 66 }, CHARACTERS[letter])
    : s("g.symbol", {}, parsed(XIANGQI[letter.toLowerCase()]));
  return s(`g.shape.xiangqi.${side}`, {},
    s("circle.disc", { cx: 50, cy: 50, r: 43 }), s("circle.ring", { cx: 50, cy: 50, r: 37 }), face);
}
