// Scores as people read them. All are from the view of the side that moves first.

const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** A score as text: +0.31, #5, #-3. */
export function scoreText({ cp, mate }) {
  if (mate !== undefined) return `#${mate}`;
  const pawns = (cp / 100).toFixed(2);
  return cp > 0 ? `+${pawns}` : pawns;
}

/** The same in the room of a few characters: 0.3, 12, #5. */
export function briefScore({ cp, mate }) {
  if (mate !== undefined) return `#${Math.abs(mate)}`;
  const pawns = Math.abs(cp) / 100;
  return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

/** The share of the first side in percent, as chances of winning; scores of mate are certain. */
export function winPercent({ cp, mate }) {
  if (mate !== undefined) return mate > 0 ? 100 : 0;
  return 100 / (1 + Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, cp))));
}

/** The marks of a move: !, ?, ?! and so on. */
export function nagText(nags) {
  return nags.map((nag) => GLYPHS[nag] || "").join("");
}

/** A large number in few characters: 1.2M. */
export function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)}G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)}M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)}k`;
  return String(number);
}
