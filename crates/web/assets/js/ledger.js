// The ledger: matches, ratings and all else that was recorded.

import { post } from "./api.js";
import { h } from "./dom.js";
import { sortableTable } from "./table.js";

const when = { title: "When", value: (row) => row.created, text: (row) => row.created.slice(0, 16).replace("T", " ") };
const name = { title: "Name", value: (row) => row.name };
const signed = (number) => `${number > 0 ? "+" : ""}${number.toFixed(1)}`;
const elo = {
  title: "Elo", value: (row) => row.elo,
  text: (row) => (row.elo === null ? "" : `${signed(row.elo)}${row.elo_error === null ? "" : ` ± ${row.elo_error.toFixed(1)}`}`),
};

const MATCH_COLUMNS = [
  when, name, { title: "First", value: (row) => row.first }, { title: "Second", value: (row) => row.second },
  { title: "Games", value: (row) => row.games }, elo,
  { title: "LLR", value: (row) => row.llr, text: (row) => (row.llr === null ? "" : row.llr.toFixed(2)) },
  { title: "Verdict", value: (row) => row.verdict },
];
const OTHER_COLUMNS = [when, { title: "Kind", value: (row) => row.kind }, name, { title: "Summary", value: (row) => row.summary }];

/** A rating list as a table with bars, the strongest first. */
function ladder({ name: title, created, rows }) {
  const strongest = [...rows].sort((a, b) => b.elo - a.elo).map((row, index) => ({ ...row, place: index + 1 }));
  const [high, low] = [strongest[0].elo, strongest.at(-1).elo];
  const rung = ({ elo: value, error }) => {
    const bar = h("span.rung");
    bar.style.width = `${5 + (95 * (value - low)) / (high - low || 1)}%`;
    return [h("span.rungtext", {}, `${value.toFixed(0)}${error === null ? "" : ` ± ${error.toFixed(0)}`}`), bar];
  };
  return sortableTable(`Rating ladder: ${title}, ${created.slice(0, 10)}`, [
    { title: "#", value: (row) => row.place }, { title: "Player", value: (row) => row.name },
    { title: "Elo", value: (row) => row.elo, text: rung },
    { title: "Games", value: (row) => row.games },
    { title: "Score", value: (row) => row.score, text: (row) => `${(100 * row.score).toFixed(1)} %` },
  ], strongest);
}

export class LedgerView {
  constructor() {
    this.element = h("article.card.run", { "aria-label": "Ledger" });
  }

  async show() {
    const entries = await post("ledger", {});
    const matches = entries.filter(({ kind }) => kind === "match")
      .flatMap(({ pairings, ...match }) => pairings.map((pairing) => ({ ...match, ...pairing })));
    const ratings = entries.filter(({ kind }) => kind === "rating");
    const others = entries.filter(({ kind }) => kind !== "match");
    const parts = [];
    const rated = ratings.findLast(({ rows }) => rows.length);
    if (rated) parts.push(ladder(rated));
    if (matches.length) parts.push(sortableTable("Matches", MATCH_COLUMNS, matches.reverse()));
    if (others.length) parts.push(sortableTable("Other entries", OTHER_COLUMNS, others.reverse()));
    if (!parts.length) parts.push(h("p.hint", {}, "These folders have no ledger (*.sqlite)."));
    this.element.replaceChildren(...parts);
  }
}
