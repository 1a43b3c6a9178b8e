// How boards look and what they sound like, on all pages of this browser.

import { ask } from "./dialog.js";
import { choice, h } from "./dom.js";
import { hasSound, setSound } from "./sound.js";
import { keepForPaint } from "./store.js";

const BOARDS = [["slate", "Slate"], ["wood", "Wood"], ["green", "Green"], ["paper", "Paper"]];
const PIECES = [["ink", "Ink"], ["ivory", "Ivory and walnut"], ["bold", "Bold"]];

const look = document.documentElement.dataset;

/** A choice that is kept for the first paint of the next load. */
function lookChoice(label, options, name) {
  return choice(label, options, look[name] || options[0][0], (value) => {
    look[name] = value;
    keepForPaint(name, value);
  });
}

/** Asks for the look; what is chosen is seen at once. */
export function askLook() {
  return ask("Board and sound", h("div.fields", {},
    lookChoice("Board", BOARDS, "board"),
    lookChoice("Pieces", PIECES, "pieces"),
    choice("Sounds", [["off", "Off"], ["on", "On"]], hasSound() ? "on" : "off", (value) => setSound(value === "on"))), "Done", { cancel: null });
}
