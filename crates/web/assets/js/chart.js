// Line charts: curves with bands of error, and levels that matter.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 250, 56, 12, 12, 40];

/** Round numbers between two others, about so many, and not closer than a least step. */
function ticks(low, high, count, leastStep = 0) {
  const raw = Math.max((high - low) / count, leastStep) || 1;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= raw);
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) found.push(tick);
  return found;
}

const tickText = (tick) => Number(tick.toPrecision(3)).toLocaleString("en");

/** The range of some numbers, with a little room. */
function range(values, room) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || Math.abs(high) || 1) * room;
  return [low - margin, high + margin];
}

/**
 * Draws series { name, points: [[x, y, error]] } and levels { name, y }. With `isLog` the vertical
 * axis is logarithmic; without `hasLegend` the names stand elsewhere. Points without a number are left out.
 */
export function chart({ title, xLabel, leastStep, series, levels = [], isLog = false, hasLegend = true }) {
  const scale = isLog ? Math.log10 : (value) => value;
  const known = series.map(({ points, ...rest }) => ({
    ...rest, points: points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(scale(y))),
  }));
  const all = known.flatMap(({ points }) => points);
  if (all.length < 2) return null;
  const [left, right] = range(all.map(([x]) => x), 0);
  const heights = [...all.map(([, y]) => scale(y)), ...levels.map(({ y }) => scale(y))];
  const [low, high] = range(heights, 0.08);
  const atX = (x) => LEFT + ((x - left) / (right - left || 1)) * (WIDTH - LEFT - RIGHT);
  const within = (height) => Math.max(low, Math.min(high, height));
  const atY = (y) => TOP + ((high - within(scale(y))) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const at = (x, y) => `${atX(x).toFixed(1)} ${atY(y).toFixed(1)}`;
  const parts = [];
  for (const tick of ticks(low, high, 4)) {
    const value = isLog ? 10 ** tick : tick;
    parts.push(s("path.gridline", { d: `M${LEFT} ${atY(value).toFixed(1)}H${WIDTH - RIGHT}` }),
      s("text.tick", { x: LEFT - 6, y: atY(value) + 4, "text-anchor": "end" }, tickText(value)));
  }
  for (const tick of ticks(left, right, 5, leastStep)) {
    parts.push(s("text.tick", { x: atX(tick), y: HEIGHT - 22, "text-anchor": "middle" }, tickText(tick)));
  }
  parts.push(s("text.tick", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, xLabel));
  for (const { name, y } of levels) {
    parts.push(s("path.level", { d: `M${LEFT} ${atY(y).toFixed(1)}H${WIDTH - RIGHT}` }),
      s("text.tick", { x: WIDTH - RIGHT - 4, y: atY(y) - 4, "text-anchor": "end" }, name));
  }
  known.forEach(({ name, points }, index) => {
    const banded = points.filter(([, , error]) => Number.isFinite(error));
    if (banded.length > 1 && !isLog) {
      const upper = banded.map(([x, y, error]) => at(x, y + error));
      const lower = banded.map(([x, y, error]) => at(x, y - error)).reverse();
      parts.push(s(`path.band.series${index}`, { d: `M${[...upper, ...lower].join("L")}Z` }));
    }
    if (points.length) parts.push(s(`path.series.series${index}`, { d: `M${points.map(([x, y]) => at(x, y)).join("L")}` }));
    if (known.length > 1 && hasLegend) {
      parts.push(s(`text.legend.series${index}`, { x: LEFT + 10 + 110 * index, y: TOP + 10 }, name));
    }
  });
  const [, last] = all[all.length - 1];
  return s("svg.chart", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}, last ${tickText(last)}` }, parts);
}

/** The names of series under a chart, each with its color. */
export function chartKeys(names) {
  return h("ul.keys", {}, names.map((name, index) => h("li", {}, h(`span.swatch.series${index}`), name)));
}
