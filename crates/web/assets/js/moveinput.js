// A field for typed moves: everything that the mouse can do on the board.

import { h } from "./dom.js";
import { EXAMPLES } from "./geometry.js";

/** A field that calls back with what was typed; the callback says what is wrong with it, if anything. */
export function moveInput(onTyped) {
  let last = Promise.resolve();
  const problem = h("span.problem", { role: "alert" });
  const field = h("input", {
    "aria-label": "Type a move", autocomplete: "off", spellcheck: false, enterKeyHint: "go",
    onkeydown: (event) => {
      if (event.key === "Escape") field.blur();
    },
  });
  const form = h("form.moveinput", {
    onsubmit: (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      field.value = "";
      problem.textContent = "";
      // In order: a move typed quickly belongs to the position after the one before.
      last = last.then(() => onTyped(text)).catch((error) => {
        field.value ||= text;
        problem.textContent = error.message;
      });
    },
  }, field, problem);
  form.focusField = () => field.focus();
  form.showExample = (game) => {
    field.placeholder = `Type a move: ${EXAMPLES[game]}`;
  };
  return form;
}
