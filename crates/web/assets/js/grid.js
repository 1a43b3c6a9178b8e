// The board below the pieces: squares of chess, lines of xiangqi, coordinates of both.

import { s } from "./dom.js";
import { GEOMETRIES } from "./geometry.js";

/** The numbers of xiangqi's files: each side counts its own from its right. */
function fileNumbers({ columns, rows }) {
  const labels = [];
  for (let column = 0; column < columns; column++) {
    const label = (y, number) => s("text.coordinate", { x: column * 100 + 94, y, "text-anchor": "end" }, String(number));
    labels.push(label(17, column + 1), label(rows * 100 - 7, columns - column));
  }
  return labels;
}

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
  const geometry = GEOMETRIES[game];
  const labels = game === "xiangqi" ? fileNumbers(geometry) : coordinates(geometry, flipped);
  return s("g.grid", { "aria-hidden": "true" }, squares, labels);
}
