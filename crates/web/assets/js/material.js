// What a side has more of than the other, beside its name.

import { h, s } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { KINDS, isFirst } from "./geometry.js";

/** What pieces count for in chess. */
const POINTS = { q: 9, r: 5, b: 3, n: 3, p: 1 };

/** The pieces that a side (0 or 1) is ahead by, in a position given as letters. */
export function drawMaterial(game, letters, side) {
  const lead = {};
  for (const letter of letters) {
    const kind = letter.toLowerCase();
    lead[kind] = (lead[kind] || 0) + (isFirst(letter) === (side === 0) ? 1 : -1);
  }
  // Shown are the pieces that the other side has lost.
  const lost = (kind) => (side === 0 ? kind : kind.toUpperCase());
  const small = (kind) => s("svg", { viewBox: "0 0 100 100" }, drawPiece(game, lost(kind)));
  const pieces = [...KINDS[game]].flatMap((kind) => Array.from({ length: Math.max(0, lead[kind] || 0) }, () => small(kind)));
  const points = Object.entries(POINTS).reduce((sum, [kind, value]) => sum + value * (lead[kind] || 0), 0);
  const ahead = game === "chess" && points > 0 ? `+${points}` : "";
  return h("span.material", { "aria-hidden": "true" }, pieces, ahead);
}
