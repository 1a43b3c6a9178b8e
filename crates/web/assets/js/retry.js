// A second try at a move that was bad: whoever finds a good one is told so.

import { post } from "./api.js";
import { GEOMETRIES, sideToMove } from "./geometry.js";
import { winPercent } from "./score.js";
import { startSearch } from "./search.js";

/** A move that loses no more of the chances, in percent, than this is good. */
const GOOD = 5;
/** What a mate counts as, in centipawns. */
const MATE = 1000;
const ENDS = { "1-0": { cp: MATE }, "0-1": { cp: -MATE }, "1/2-1/2": { cp: 0 } };

const percent = (value) => `${Math.round(value)} %`;

export class Retry {
  /** `better` is the engine's move in place of `node`, `nodes` the nodes to search. */
  constructor({ tree, node, better, nodes, hash }) {
    Object.assign(this, { tree, node, better, nodes, hash });
    this.side = sideToMove(node.parent.fen);
  }

  get question() {
    return `Find a better move for ${GEOMETRIES[this.tree.game].sides[this.side]} than ${this.node.san}.`;
  }

  /** The mover's chances at a score; mates count as in the words of a review. */
  chances({ cp, mate = 0 }) {
    const first = winPercent({ cp: cp ?? MATE * Math.sign(mate) });
    return this.side ? 100 - first : first;
  }

  /** Judges a move: { isGood, text, fen, uci }. */
  async judge(uci) {
    const line = this.tree.line(this.node.parent);
    const after = { ...line, moves: [...line.moves, uci] };
    const { fen, last: [, san], over } = await post("position", after);
    const told = { fen, uci };
    if (uci === this.better.uci) return { ...told, isGood: true, text: `${san} is the best move.` };
    if (uci === this.node.uci) return { ...told, isGood: false, text: `${san} is what was played. ${this.question}` };
    const before = this.chances(this.node.parent.score);
    const now = this.chances(over ? ENDS[over.result] : await this.search(after));
    const isGood = before - now < GOOD;
    const chance = `${san} leaves a win chance of ${percent(now)}, the best move ${percent(before)}.`;
    return { ...told, isGood, text: isGood ? `Good: ${chance}` : `Not yet: ${chance} ${this.question}` };
  }

  search(line) {
    return new Promise((resolve, reject) => {
      let score = null;
      startSearch({
        line, engine: { hash: this.hash }, limits: { nodes: this.nodes },
        onInfo: ({ lines: [best] }) => { score = best; },
        onBest: () => (score ? resolve(score) : reject(new Error("the engine said nothing"))),
        onError: reject,
      });
    });
  }
}
