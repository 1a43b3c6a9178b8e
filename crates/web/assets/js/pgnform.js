// A form that takes a PGN: pasted, or from a file.

import { post } from "./api.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";

/** Fields for a PGN; `value()` is the text. */
export function pgnFields(rows = 10) {
  const text = h("textarea.pgn", { rows, placeholder: "Paste a PGN here, or choose a file", "aria-label": "PGN" });
  const file = h("input", {
    type: "file", accept: ".pgn,.txt", "aria-label": "PGN file",
    onchange: async () => { text.value = await file.files[0].text(); },
  });
  return { elements: [text, file], value: () => text.value };
}

/** The game of a PGN, by its tags. */
export const gameOf = (text) => (/\[(Game|Variant) "(chinese|xiangqi)/i.test(text) ? "xiangqi" : "chess");

/** Asks for a PGN until it can be read; gives its first game, or nothing. */
export async function askGame() {
  const { elements, value } = pgnFields();
  const problem = h("p.problem", { role: "alert" });
  while (await ask("Load PGN", h("div.fields", {}, ...elements, problem), "Load")) {
    try {
      const text = value();
      const { games } = await post("pgn/read", { game: gameOf(text), text });
      return games[0];
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  return null;
}
