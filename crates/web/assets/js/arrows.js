// Arrows on the board: lines of the engine, a hint, and what the user draws.

import { s } from "./dom.js";

const HEAD = 30;

function center(geometry, square, flipped) {
  return geometry.place(square, flipped).map((index) => index * 100 + 50);
}

function arrow(from, to, width, kind) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const point = (along, aside) => `${from[0] + ux * along - uy * aside} ${from[1] + uy * along + ux * aside}`;
  const [start, neck, end] = [30, length - 18 - HEAD, length - 18];
  const half = width / 2;
  const outline = [
    point(start, half), point(neck, half), point(neck, half + 15), point(end, 0),
    point(neck, -half - 15), point(neck, -half), point(start, -half),
  ];
  return s(`path.arrow.${kind}`, { d: `M${outline.join("L")}Z` });
}

/**
 * Draws arrows: { from, to, kind, width, label }. The kind is a class of the style sheet.
 */
export function drawArrows(geometry, flipped, arrows) {
  const drawn = arrows.map(({ from, to, kind, width = 16, label }) => {
    const [a, b] = [center(geometry, from, flipped), center(geometry, to, flipped)];
    if (from === to) return s(`circle.arrow.ringmark.${kind}`, { cx: a[0], cy: a[1], r: 44 });
    const shape = arrow(a, b, width, kind);
    if (!label) return shape;
    const middle = [a[0] + (b[0] - a[0]) * 0.62, a[1] + (b[1] - a[1]) * 0.62];
    return s("g", {}, shape, s("text.arrowlabel", { x: middle[0], y: middle[1] + 9 }, label));
  });
  return s("g.arrows", { "aria-hidden": "true" }, drawn);
}
