// How strong the engine plays: at a level, or with all it has for some time a move.

import { about } from "./server.js";

const LEVEL_STEP = 200;
/** A level answers when a person might; this is the longest time, in milliseconds. */
const LEVEL_TIME = 3000;

const TIMES = ["100", "500", "1000", "3000", "10000"];
const seconds = (time) => `${time / 1000} s`;

/** The choices: pairs of value and text. */
export async function strengths() {
  const { elo } = await about;
  const levels = [];
  for (let level = elo?.[0]; level <= elo?.[1]; level += LEVEL_STEP) levels.push([`elo${level}`, `Level ${level}`]);
  return [...levels, ...TIMES.map((time) => [time, `Full strength, ${seconds(time)}`])];
}

/** A choice as text. */
export function strengthText(strength) {
  if (strength.startsWith("elo")) return `level ${strength.slice(3)}`;
  return `${seconds(strength)} a move`;
}

/** What a choice means for a search: the engine's level, and the time of a move. */
export function strengthLimits(strength) {
  if (strength.startsWith("elo")) return { elo: Number(strength.slice(3)), movetime: LEVEL_TIME };
  return { elo: null, movetime: Number(strength) };
}
