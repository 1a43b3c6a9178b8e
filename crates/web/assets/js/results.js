// How games against each opponent ended, kept by the browser.

import { load, save } from "./store.js";

const NAME = "results";
const key = ({ game, strength }) => `${game} ${strength}`;

/** Adds a game that was "won", "drawn" or "lost"; takes it away again with -1. */
export function countResult(settings, outcome, count = 1) {
  const all = load(NAME, {});
  const own = { won: 0, drawn: 0, lost: 0, ...all[key(settings)] };
  own[outcome] = Math.max(0, own[outcome] + count);
  save(NAME, { ...all, [key(settings)]: own });
}

/** The results in a game at a strength as text: "3 won, 1 lost"; nothing without games. */
export function resultsText(settings) {
  const counts = Object.entries(load(NAME, {})[key(settings)] || {});
  return counts.filter(([, count]) => count > 0).map(([outcome, count]) => `${count} ${outcome}`).join(", ");
}

/** What a result such as "1-0" is for a side. */
export function outcomeOf(result, side) {
  if (result === "1/2-1/2") return "drawn";
  return (result === "1-0") === (side === 0) ? "won" : "lost";
}
