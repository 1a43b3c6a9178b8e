// The networks: which came after which, what is known of each, and a look inside.

import { authorized, post } from "./api.js";
import { button, h } from "./dom.js";

const HASH_SHOWN = 8;

export class NetworksView {
  constructor() {
    this.tree = h("div.lineage");
    this.frame = h("iframe.report", { title: "Network", sandbox: "", hidden: true });
    this.element = h("article.card.run", { "aria-label": "Networks" }, this.tree, this.frame);
  }

  async show() {
    const networks = await post("networks", {});
    const known = new Set(networks.map(({ id }) => id));
    const children = (parent) => networks.filter((network) => (known.has(network.parent) ? network.parent : null) === parent);
    const branch = (parent) => {
      const nodes = children(parent);
      return nodes.length ? h("ul.branch", {}, nodes.map((network) => h("li", {}, this.card(network), branch(network.id)))) : null;
    };
    this.tree.replaceChildren(branch(null) || h("p.hint", {}, "These folders have no networks (*.qnn) and no LINEAGE.md."));
  }

  card({ id, name, file, facts }) {
    const look = file && button("Look inside", () => {
      this.frame.src = authorized(`/api/net?id=${id}`);
      this.frame.hidden = false;
      this.frame.scrollIntoView({ block: "nearest" });
    }, { className: "small", "aria-label": `Look inside ${name}` });
    return h("div.netcard", {},
      h("div.row", {}, h("strong", {}, name), h("code", {}, id.slice(0, HASH_SHOWN)), look || null),
      h("dl.netfacts", {}, facts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)])));
  }
}
