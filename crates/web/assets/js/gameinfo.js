// Who played a game, where and how it ended, and its opening.

import { h } from "./dom.js";
import { GEOMETRIES } from "./geometry.js";

const isKnown = (text) => text && !text.startsWith("?");

/** The value of a tag, if it is known. */
const tag = (tags, name) => {
  const value = tags.find(([own]) => own === name)?.[1];
  return isKnown(value) ? value : "";
};

/** The names of the players; nothing if neither is known. */
function players(tags, game) {
  const names = GEOMETRIES[game].sides.map((side, index) => tag(tags, ["White", "Black"][index]) || tag(tags, side));
  return names.some(Boolean) ? names.map((name) => name || "?").join(" – ") : "";
}

/** A game in a line: "Anderssen – Kieseritzky 1-0, London, 1851.06.21". */
export function gameTitle({ game, tags, result }) {
  const names = [players(tags, game), result === "*" ? "" : result].filter(Boolean).join(" ");
  return [names, ...["Event", "Site", "Date"].map((name) => tag(tags, name))].filter(Boolean).join(", ");
}

/** What is known of a game, and why it breaks off, if it does. */
export class GameInfo {
  constructor() {
    this.text = h("span");
    this.problem = h("span.mistake", { role: "alert" });
    this.element = h("p.gameinfo", { hidden: true }, this.text, this.problem);
  }

  show({ game, tags, result, opening, problem }) {
    this.text.textContent = [gameTitle({ game, tags, result }), opening].filter(Boolean).join(". ");
    const reason = problem ? `The game breaks off: ${problem}` : "";
    if (this.problem.textContent !== reason) this.problem.textContent = reason;
    this.element.hidden = !this.text.textContent && !reason;
  }
}
