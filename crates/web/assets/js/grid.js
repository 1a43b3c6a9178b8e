// The board below the pieces: squares of chess, lines of xiangqi, coordinates of both.

import { s } from "./dom.js";
import { GEOMETRIES } from "./geometry.js";

function coordinates(geometry, flipped) {
  const { columns, rows } = geometry;
  const labels = [];
  for (let column = 0; column < columns; column++) {
    const square = geometry.squareAt(column, rows - 1, flipped);
    labels.push(s("text.coordinate", { x: column * 100 + 94, y: rows * 100 - 7, "text-anchor": "end" }, square[0]));
  }
  for (let row = 0; row < rows; row++) {
    const square = geometry.squareAt(0, row, flipped);
    labels.push(s("text.coordinate", { x: 6, y: row * 100 + 22 }, square.slice(1)));
  }
  return labels;
}

/** The grid of a game's board. */
export function drawGrid(game, flipped) {
  const squares = s("use", { href: `#${game}-grid` });
  return s("g.grid", { "aria-hidden": "true" }, squares, coordinates(GEOMETRIES[game], flipped));
}
