// Buttons that walk through a game.

import { button, h } from "./dom.js";

const STEPS = [["«", "Start", -Infinity], ["‹", "Back", -1], ["›", "Forward", 1], ["»", "End", Infinity]];

/** The buttons; `onStep` is called with a number of moves, which may be infinite. */
export function stepButtons(onStep) {
  return h("div.row.stepbuttons", {}, STEPS.map(([text, label, delta]) =>
    button(text, () => onStep(delta), { "aria-label": label, className: "step" })));
}

/** The keys that do the same. */
export function stepKeys(onStep) {
  return {
    ArrowLeft: () => onStep(-1), ArrowRight: () => onStep(1),
    Home: () => onStep(-Infinity), End: () => onStep(Infinity),
  };
}

/** The node so many moves away in the line through the current one. */
export function stepFrom(tree, delta) {
  const nodes = tree.lineThrough();
  const index = nodes.indexOf(tree.current) + delta;
  return nodes[Math.max(0, Math.min(nodes.length - 1, index))];
}
