// Several runs in one chart: matches by Elo, trainings by their validation loss.

import { chart, chartKeys } from "./chart.js";
import { h } from "./dom.js";
import { runName } from "./runview.js";
import { load, save } from "./store.js";

/** Runs that a chart can tell apart by color. */
const MOST = 6;

const millions = (data) => (point) => [(point.step * data.batch_size) / 1e6, point.validation];

/** What of a run is compared. */
const CURVES = {
  match: { title: "Elo of the first player, with its 95 % interval", xLabel: "pairs", points: ({ curve }) => curve.map(([x, elo, error]) => [x, elo, error]) },
  training: { title: "Validation loss (logarithmic)", xLabel: "million positions", isLog: true, points: (data) => data.points.map(millions(data)) },
};

/** Whether a run has a curve to compare. */
export const isComparable = ({ data }) => data.kind in CURVES;

export class CompareView {
  constructor() {
    this.left = new Set(load("watch.left", []));
    this.choices = h("fieldset.choices", {}, h("legend", {}, "Runs"));
    this.figures = h("div.figures");
    this.element = h("article.card.run", { "aria-label": "Compare runs" }, this.choices, this.figures);
  }

  /** Shows the newest runs; who was unchecked stays out. */
  show(runs) {
    this.runs = runs.filter(isComparable);
    const ids = this.runs.map(({ id }) => id).join();
    if (this.ids !== ids) {
      this.ids = ids;
      this.choices.replaceChildren(this.choices.firstChild, ...this.runs.map((run) => this.choice(run)));
    }
    this.draw();
  }

  choice(run) {
    const box = h("input", {
      type: "checkbox", checked: !this.left.has(run.id),
      onchange: () => {
        if (box.checked) this.left.delete(run.id);
        else this.left.add(run.id);
        save("watch.left", [...this.left]);
        this.draw();
      },
    });
    return h("label.check", {}, box, runName(run));
  }

  draw() {
    this.figures.replaceChildren(...Object.entries(CURVES).flatMap(([kind, { points, title, ...options }]) => {
      const shown = this.runs.filter(({ id, data }) => data.kind === kind && !this.left.has(id)).slice(0, MOST);
      const series = shown.map((run) => ({ name: runName(run), points: points(run.data) }));
      const drawing = chart({ title, leastStep: kind === "match" ? 1 : 0, series, hasLegend: false, ...options });
      return drawing ? [h("figure", {}, h("figcaption", {}, title), drawing, chartKeys(shown.map(runName)))] : [];
    }));
  }
}
