// The evaluation as a bar beside the board, and the chances of win, draw and loss.

import { h } from "./dom.js";
import { briefScore, scoreText, winPercent } from "./score.js";

export class EvalBar {
  constructor() {
    this.fill = h("div.evalfill");
    this.text = h("span.evaltext");
    this.element = h("div.evalbar", { role: "img", "aria-label": "Evaluation" }, this.fill, this.text);
  }

  /** Shows a score; nothing for none. The first side is at the bottom unless the board is turned. */
  show(score, flipped) {
    const share = score ? winPercent(score) : 50;
    this.element.classList.toggle("flipped", flipped);
    this.fill.style.setProperty("--share", `${share}%`);
    this.text.textContent = score ? briefScore(score) : "";
    this.text.classList.toggle("behind", share < 50);
    this.element.setAttribute("aria-label", score ? `Evaluation ${scoreText(score)}` : "No evaluation");
  }
}

export class WdlBar {
  constructor() {
    this.parts = ["win", "draw", "loss"].map((kind) => h(`div.wdl-${kind}`));
    this.element = h("div.wdl", { role: "img" }, this.parts);
  }

  /** Shows permille of win, draw and loss of the first side. */
  show(wdl, sides) {
    this.element.hidden = !wdl;
    if (!wdl) return;
    this.parts.forEach((part, index) => {
      part.style.flexGrow = wdl[index];
      part.textContent = wdl[index] >= 80 ? `${Math.round(wdl[index] / 10)}%` : "";
    });
    const [win, draw, loss] = wdl.map((share) => `${(share / 10).toFixed(0)} %`);
    this.element.setAttribute("aria-label", `${sides[0]} wins ${win}, draw ${draw}, ${sides[1]} wins ${loss}`);
  }
}
