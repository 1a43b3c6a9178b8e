// How strong the engine plays: at a level, or with all it has for some time a move.

import { about } from "./server.js";

const LEVEL_STEP = 200;
/** A level answers when a person might; this is the longest time, in milliseconds. */
const LEVEL_TIME = 3000;

const TIMES = [["100", "0.1 s a move"], ["500", "0.5 s a move"], ["1000", "1 s a move"], ["3000", "3 s a move"], ["10000", "10 s a move"]];

/** The choices: pairs of value and text. */
export async function strengths() {
  const { elo } = await about;
  const levels = [];
  for (let level = elo?.[0]; level <= elo?.[1]; level += LEVEL_STEP) levels.push([`elo${level}`, `Level ${level}`]);
  return [...levels, ...TIMES.map(([time, text]) => [time, `Full strength, ${text}`])];
}

/** A choice as text. */
export function strengthText(strength) {
  if (strength.startsWith("elo")) return `level ${strength.slice(3)}`;
  return TIMES.find(([time]) => time === strength)?.[1] || strength;
}

/** What a choice means for a search: the engine's level, and the time of a move. */
export function strengthLimits(strength) {
  if (strength.startsWith("elo")) return { elo: Number(strength.slice(3)), movetime: LEVEL_TIME };
  return { elo: null, movetime: Number(strength) };
}
