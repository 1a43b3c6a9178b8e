// How strong the engine plays: as one of its named opponents, or with all it has for some time a move.

import { s } from "./dom.js";
import { about } from "./server.js";

/** A level answers when a person might; this is the longest time, in milliseconds. */
const LEVEL_TIME = 3000;

const TIMES = ["100", "500", "1000", "3000", "10000"];
const seconds = (time) => `${time / 1000} s`;

/** The choices of time a move at full strength: pairs of value and text. */
export const FULL_STRENGTH = TIMES.map((time) => [time, seconds(time)]);

/** The named opponents, once the server has said who they are: { name, elo, about }. */
let opponents = [];
export const opponentsKnown = about.then((answer) => {
  ({ opponents } = answer);
  return opponents;
}, () => []);

/** The strength at which an opponent plays. */
export const strengthOf = ({ elo }) => `elo${elo}`;
export const isLevel = (strength) => strength.startsWith("elo");

/** The opponent who plays at a strength, if it has a name. */
export const opponentOf = (strength) => opponents.find((opponent) => strengthOf(opponent) === strength);

/** A choice as text: "Barnaby (1200)". */
export function strengthText(strength) {
  const { name } = opponentOf(strength) || {};
  if (name) return `${name} (${strength.slice(3)})`;
  return `Quietus (${isLevel(strength) ? `level ${strength.slice(3)}` : `${seconds(strength)} a move`})`;
}

/** What a choice means for a search: the engine's level, and the time of a move. */
export function strengthLimits(strength) {
  if (isLevel(strength)) return { elo: Number(strength.slice(3)), movetime: LEVEL_TIME };
  return { elo: null, movetime: Number(strength) };
}

/** The picture of an opponent; without one, of the engine itself. */
export function portrait(opponent) {
  const href = `/opponents.svg#${opponent?.name || "Quietus"}`;
  return s("svg.portrait", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { href }));
}
