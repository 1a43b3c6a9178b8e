// A run that goes on or has ended: a match, a training or a gate.

import { chart } from "./chart.js";
import { button, h } from "./dom.js";
import { MiniBoard } from "./miniboard.js";
import { short } from "./score.js";
import { sortableTable } from "./table.js";

const signed = (number) => (number === null ? "?" : `${number > 0 ? "+" : ""}${number.toFixed(1)}`);
const loss = (number) => (number === null || number === undefined ? "none yet" : number.toFixed(6));
const errorText = (error) => (error === null ? "" : ` ± ${error.toFixed(1)}`);

/** A span of time in words. */
export function timeText(seconds) {
  if (seconds === null || seconds === undefined) return "unknown";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** The name of a run: what it is, and where. */
export function runName({ name, data }) {
  const place = name.replace(/\/?(live|gate)\.json$/, "");
  return [data.name || "Gate", place].filter(Boolean).join(" · ");
}

function tiles(pairs) {
  return h("dl.tiles", {}, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

function figure(caption, drawing) {
  return drawing && h("figure", {}, h("figcaption", {}, caption), drawing);
}

export class RunView {
  /** `onGames` is called with a run whose finished games shall be shown, `onResume` with a stopped one that shall go on. */
  constructor({ onGames, onResume }) {
    this.resumeButton = button("Resume", () => onResume(this.run), { hidden: true });
    this.gamesButton = button("Finished games", () => onGames(this.run), { hidden: true });
    this.boards = new Map();
    this.boardRow = h("div.boards");
    this.facts = h("div.runfacts");
    this.figures = h("div.figures");
    this.element = h("article.card.run", { "aria-label": "Run" }, this.facts, h("div.row", {}, this.gamesButton, this.resumeButton), this.boardRow, this.figures);
  }

  /** Shows a run; `isLive` says whether it is still written, `canStart` whether runs are started from here. */
  show({ id, name, data }, isLive, canStart) {
    if (this.run?.id !== id) this.boards.clear();
    this.run = { id, name, data };
    this.gamesButton.hidden = data.kind !== "match" || !data.pairs;
    const isPart = data.kind === "match" && data.pairs < data.total_pairs && !data.verdict;
    this.resumeButton.hidden = isLive || !canStart || !isPart;
    const kind = data.candidates ? "gate" : data.kind;
    const content = { match: matchFacts, training: trainingFacts, gate: gateFacts }[kind]?.(data) || [];
    const state = isLive ? h("span.live", {}, "live") : h("span.age", {}, data.is_over === false ? "no longer written" : "ended");
    const title = h("h2.runtitle", {}, `${runName({ name, data })} `, state, verdictBadge(data));
    const isFigure = (part) => part.matches("figure");
    const parts = content.filter(Boolean);
    this.facts.replaceChildren(title, ...parts.filter((part) => !isFigure(part)));
    this.figures.replaceChildren(...parts.filter(isFigure));
    this.showGames(isLive && data.games ? data : { games: [] });
  }

  showGames({ game, games }) {
    // A worker plays one game after another on its board.
    for (const place of this.boards.keys()) if (place >= games.length) this.boards.delete(place);
    games.forEach((state, place) => {
      if (!this.boards.has(place)) this.boards.set(place, new MiniBoard(game));
      this.boards.get(place).show(state);
    });
    const elements = [...this.boards.values()].map(({ element }) => element);
    const isSame = elements.length === this.boardRow.children.length
      && elements.every((element, place) => this.boardRow.children[place] === element);
    if (!isSame) this.boardRow.replaceChildren(...elements);
  }
}

/** What a test has decided; one that has ended without a decision says so. */
function verdictBadge({ test, verdict, is_over: isOver }) {
  const text = verdict || (test && isOver && "inconclusive");
  if (!text) return null;
  const kind = { "H1 accepted": "good", "H0 accepted": "bad" }[text] || "open";
  return h(`span.badge.${kind}`, {}, text);
}

function matchFacts({ test, pairs, total_pairs: total, seconds_left: left, standings, curve, is_over: isOver, limits, openings }) {
  const last = curve[curve.length - 1] || [];
  const facts = [["Games", `${2 * pairs} of ${test ? "at most " : ""}${(2 * total).toLocaleString("en")}`]];
  if (standings.length === 1) {
    const [{ wins, draws, losses, elo, error, los, pentanomial }] = standings;
    facts.push(["Elo", `${signed(elo)}${errorText(error)}`], ["Wins, draws, losses", `${wins}, ${draws}, ${losses}`]);
    if (pentanomial) facts.push(["Pairs by points, 0 to 2", pentanomial.join(", ")]);
    if (los !== null) facts.push(["LOS", `${(100 * los).toFixed(1)} %`]);
  }
  if (test) {
    const llr = Number.isFinite(last[3]) ? last[3].toFixed(2) : "0";
    facts.push(["LLR", `${llr} [${test.lower.toFixed(2)}, ${test.upper.toFixed(2)}]`], ["Hypotheses", `${test.elo0}, ${test.elo1} ${test.scale || "Elo"}`]);
  }
  if (limits) facts.push(["Limits", limits], ["Openings", openings]);
  if (!isOver) facts.push(["Time left", timeText(left)]);
  const llrCurve = test && chart({
    title: "LLR", xLabel: "pairs", leastStep: 1, series: [{ name: "LLR", points: curve.map(([x, , , llr]) => [x, llr]) }],
    levels: [{ name: "H1", y: test.upper }, { name: "H0", y: test.lower }],
  });
  const eloCurve = standings.length === 1 && chart({
    title: "Elo", xLabel: "pairs", leastStep: 1, series: [{ name: "Elo", points: curve.map(([x, elo, error]) => [x, elo, error]) }],
    levels: [{ name: "equal", y: 0 }],
  });
  const many = standings.length > 1 && sortableTable("Standings", [
    { title: "First", value: (row) => row.first }, { title: "Second", value: (row) => row.second },
    { title: "Games", value: (row) => row.wins + row.draws + row.losses },
    { title: "Elo", value: (row) => row.elo, text: (row) => `${signed(row.elo)}${errorText(row.error)}` },
  ], standings);
  return [tiles(facts), many, figure("Log-likelihood ratio", llrCurve), figure("Elo with its 95 % interval", eloCurve)];
}

function trainingFacts({ architecture, backend, batch_size: batch, progress, points, is_over: isOver }) {
  const { step, steps, speed, seconds_left: left } = progress;
  const millions = (point) => (point.step * batch) / 1e6;
  const curve = (key) => points.map((point) => [millions(point), point[key]]);
  const facts = [["Loss", loss(progress.loss)], ["Validation", loss(progress.validation)],
    ["Speed", `${short(Math.round(speed))} positions/s`], ["Steps", `${step} of ${steps}`]];
  if (!isOver) facts.push(["Time left", timeText(left)]);
  return [
    h("p.opening", {}, `${architecture} · ${backend}`), tiles(facts),
    h("progress", { value: step, max: steps, "aria-label": "Training" }),
    figure("Loss (logarithmic)", chart({
      title: "Loss", xLabel: "million positions", isLog: true,
      series: [{ name: "training", points: curve("loss") }, { name: "validation", points: curve("validation") }],
    })),
  ];
}

function gateFacts({ baseline, candidates, winner }) {
  const match = ({ limits, wins, draws, losses, elo, elo_error: error, verdict }) =>
    `${limits}: ${signed(elo)}${errorText(error)} (${wins + draws + losses} games), ${verdict}`;
  return [
    tiles([["Baseline", baseline.name], ["Winner", winner || "none yet"]]),
    sortableTable("Candidates", [
      { title: "Network", value: (row) => row.name },
      { title: "Status", value: (row) => row.status, text: (row) => [row.status, row.reason].filter(Boolean).join(": ") },
      { title: "Matches", value: (row) => row.matches.map(match).join("; ") },
      { title: "NnueScale", value: (row) => row.nnue_scale },
    ], candidates),
  ];
}
