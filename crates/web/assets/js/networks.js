// The networks: test loss and Elo over the generations, a table of them, and a look inside.

import { authorized, post } from "./api.js";
import { chart, chartKeys } from "./chart.js";
import { button, h } from "./dom.js";
import { sortableTable } from "./table.js";

const HASH_SHOWN = 8;

/** The first number of a cell such as "0.003575 ± 0.000060" and its error. */
function measured(text = "") {
  const [, value, error] = /([+-]?[\d.]+)(?: ± ([\d.]+))?/.exec(text) || [];
  return value === undefined ? null : { value: Number(value), error: error === undefined ? null : Number(error) };
}

/** The Elo of a cell such as "8000 nodes/move: +66.3 ± 20.7 Elo (684 games)". */
const eloOf = (text = "") => measured(/[+-][\d.]+ ± [\d.]+(?= Elo)/.exec(text)?.[0]);

/** The generation that a name tells: 12 for "g12w1024". */
const numberOf = (name) => Number(/^[a-z]+(\d+)/.exec(name)?.[1] || 0);

/**
 * The networks in their order, with what is compared: { generation, loss, elo, total }. Whoever beat none of them
 * begins a lineage, of another game, say.
 */
function generations(networks) {
  const lineages = new Map();
  return networks.map((network) => {
    const fact = (name) => network.facts.find(([own]) => own === name)?.[1];
    const [elo, loss] = [eloOf(fact("games")), measured(fact("test loss"))];
    if (!fact("beat")) return { ...network, fact, elo, loss, lineage: null, generation: null, total: null };
    const lineage = lineages.get(network.parent) || { name: network.name, generation: -1, total: 0 };
    lineages.set(network.id, lineage);
    // Not every generation was promoted.
    lineage.generation = Math.max(lineage.generation + 1, numberOf(network.name));
    lineage.total += elo?.value || 0;
    return { ...network, fact, elo, loss, lineage, generation: lineage.generation, total: elo && lineage.total };
  });
}

export class NetworksView {
  constructor() {
    this.content = h("div.runfacts");
    this.frame = h("iframe.report", { title: "Network", sandbox: "", hidden: true });
    this.element = h("article.card.run", { "aria-label": "Networks" }, this.content, this.frame);
  }

  async show() {
    const rows = generations(await post("networks", {}));
    if (!rows.length) {
      this.content.replaceChildren(h("p.hint", {}, "These folders have no networks (*.qnn) and no LINEAGE.md."));
      return;
    }
    this.content.replaceChildren(h("div.figures", {}, ...this.figures(rows)), this.table(rows));
  }

  figures(rows) {
    const lineages = [...new Set(rows.map(({ lineage }) => lineage).filter(Boolean))];
    const figure = (title, point) => {
      const series = lineages.map((lineage) => ({ name: `from ${lineage.name}`, points: rows.filter((row) => row.lineage === lineage).map(point) }));
      const drawing = chart({ title, xLabel: "generation", leastStep: 1, series, hasLegend: false });
      if (!drawing) return [];
      const keys = series.length > 1 ? chartKeys(series.map(({ name }) => name)) : "";
      return [h("figure", {}, h("figcaption", {}, title), drawing, keys)];
    };
    return [
      ...figure("Test loss", ({ generation, loss }) => [generation, loss?.value, loss?.error]),
      ...figure("Elo over the handcrafted evaluation, gains added up", ({ generation, total }) => [generation, total]),
    ];
  }

  table(rows) {
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    const fact = (title, name) => ({ title, value: (row) => row.fact(name) });
    const number = (title, key, digits, plus = "") => ({
      title, value: (row) => row[key]?.value,
      text: ({ [key]: found }) => found
        && `${found.value > 0 ? plus : ""}${found.value.toFixed(digits)}${found.error === null ? "" : ` ± ${found.error.toFixed(digits)}`}`,
    });
    return sortableTable("Generations", [
      { title: "#", value: (row) => row.generation }, { title: "Network", value: (row) => row.name, text: (row) => this.name(row) },
      number("Test loss", "loss", 6), number("Elo", "elo", 1, "+"),
      { title: "Positions", value: (row) => Number(row.fact("positions")) || null, text: (row) => Number(row.fact("positions") || 0).toLocaleString("en") },
      fact("Architecture", "architecture"), fact("Date", "date"),
      { title: "After", value: ({ parent }) => parent && (names.get(parent) || parent.slice(0, HASH_SHOWN)) },
    ], [...rows].reverse());
  }

  name({ id, name, file }) {
    const look = file && button("Look inside", () => {
      this.frame.src = authorized(`/api/net?id=${id}`);
      this.frame.hidden = false;
      this.frame.scrollIntoView({ block: "nearest" });
    }, { className: "small", "aria-label": `Look inside ${name}` });
    return h("div.row", {}, h("strong", {}, name), h("code", {}, id.slice(0, HASH_SHOWN)), look || "");
  }
}
