// The evaluation over the moves of a game; a click goes to a move.

import { h, s } from "./dom.js";
import { scoreText, winPercent } from "./score.js";

const WIDTH = 600;
const HEIGHT = 120;

export class Graph {
  /** `onSelect` is called with a node. */
  constructor({ onSelect }) {
    this.onSelect = onSelect;
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    this.element = h("div.graph", {}, this.svg);
    this.svg.addEventListener("click", (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const index = Math.round(((event.clientX - left) / width) * (this.nodes.length - 1));
      if (this.nodes[index]) this.onSelect(this.nodes[index]);
    });
  }

  /** Shows the scores of nodes; those without one are left out. */
  show(nodes, current) {
    this.nodes = nodes;
    const step = WIDTH / Math.max(1, nodes.length - 1);
    const points = [];
    nodes.forEach((node, index) => {
      if (node.score) points.push({ node, x: index * step, y: HEIGHT * (1 - winPercent(node.score) / 100) });
    });
    this.element.hidden = points.length < 2;
    if (points.length < 2) return;
    const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [first, last] = [points[0], points[points.length - 1]];
    const parts = [
      s("path.unplayed", { d: `M0 0H${first.x}V${HEIGHT}H0ZM${last.x} 0H${WIDTH}V${HEIGHT}H${last.x}Z` }),
      s("path.area", { d: `M${first.x} ${HEIGHT}L${line}L${last.x} ${HEIGHT}Z` }),
      s("path.even", { d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      s("path.curve", { d: `M${line}` }),
    ];
    const index = nodes.indexOf(current);
    if (index >= 0) parts.push(s("path.now", { d: `M${index * step} 0V${HEIGHT}` }));
    for (const { node, x, y } of points) {
      const kind = node.nags.includes(4) ? "blunder" : node.nags.includes(2) ? "mistake" : null;
      if (kind) parts.push(s(`path.dot.${kind}`, { d: `M${x.toFixed(1)} ${y.toFixed(1)}h0` }));
    }
    this.svg.replaceChildren(...parts);
    this.svg.setAttribute("aria-label", `Evaluation over the game, last ${scoreText(last.node.score)}`);
  }
}
