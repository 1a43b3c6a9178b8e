// The networks: test loss and Elo over the generations, a table of them, and a look inside.

import { authorized, post } from "./api.js";
import { chart } from "./chart.js";
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

/** The networks in their order, with what is compared: { generation, loss, elo, total }. */
function generations(networks) {
  let total = 0;
  let generation = 0;
  return networks.map((network) => {
    const fact = (name) => network.facts.find(([own]) => own === name)?.[1];
    const elo = eloOf(fact("games"));
    const isPromoted = Boolean(fact("beat"));
    // Its name may tell; not every generation was promoted.
    if (isPromoted) generation = Math.max(generation + 1, Number(/^g(\d+)/.exec(network.name)?.[1] || 0));
    if (elo) total += elo.value;
    return { ...network, fact, elo, loss: measured(fact("test loss")), generation: isPromoted ? generation : null, total: elo ? total : null };
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
    const figure = (title, points, options = {}) => {
      const drawing = chart({ title, xLabel: "generation", leastStep: 1, series: [{ name: title, points }], ...options });
      return drawing ? [h("figure", {}, h("figcaption", {}, title), drawing)] : [];
    };
    const known = rows.filter(({ generation }) => generation !== null);
    return [
      ...figure("Test loss", known.map(({ generation, loss }) => [generation, loss?.value, loss?.error])),
      ...figure("Elo over the handcrafted evaluation, gains added up", known.map(({ generation, total }) => [generation, total])),
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
