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

function chessGrid() {
  const squares = [s("rect.light", { width: 800, height: 800 })];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      if ((row + column) % 2) squares.push(s("rect.dark", { x: column * 100, y: row * 100, width: 100, height: 100 }));
    }
  }
  return squares;
}

function xiangqiGrid() {
  const lines = ["M50 50H850V950H50Z"];
  for (let row = 1; row < 9; row++) lines.push(`M50 ${row * 100 + 50}H850`);
  for (let column = 1; column < 8; column++) {
    lines.push(`M${column * 100 + 50} 50V450M${column * 100 + 50} 550V950`);
  }
  lines.push("M350 50L550 250M550 50L350 250M350 750L550 950M550 750L350 950");
  return [
    s("rect.light", { width: 900, height: 1000 }),
    s("rect.river", { x: 50, y: 450, width: 800, height: 100 }),
    s("path.lines", { d: lines.join("") }),
  ];
}

/** The grid of a game's board. */
export function drawGrid(game, flipped) {
  const squares = game === "chess" ? chessGrid() : xiangqiGrid();
  return s("g.grid", { "aria-hidden": "true" }, squares, coordinates(GEOMETRIES[game], flipped));
}
