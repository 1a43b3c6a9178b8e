// A game with its variations. A node is a position: the move that led there, and what follows.
// The first child continues the line, the others are variations.

import { post } from "./api.js";

class Node {
  constructor(parent, { uci, san, fen, comment = "", nags = [] }) {
    Object.assign(this, { parent, uci, san, fen, comment, nags });
    this.children = [];
    this.ply = parent ? parent.ply + 1 : 0;
    // What the server says about the position, once it was asked.
    this.about = null;
    // The last score seen here, from the first side's view.
    this.score = null;
  }
}

export class Tree {
  /** A game without moves. `fen` is empty for the usual start; `startFen` is what it stands for. */
  constructor(game, fen, startFen) {
    Object.assign(this, { game, fen });
    this.tags = [];
    this.result = "*";
    // What the server said of a game that it has read.
    this.opening = null;
    this.problem = null;
    this.root = new Node(null, { fen: startFen });
    this.current = this.root;
  }

  /** A game at its start, with what the server knows of it. */
  static async start(game, fen = "") {
    const about = await post("position", { game, fen });
    const tree = new Tree(game, fen && about.fen, about.fen);
    tree.root.about = about;
    return tree;
  }

  /** The moves to a node. */
  path(node = this.current) {
    const moves = [];
    for (; node.parent; node = node.parent) moves.unshift(node.uci);
    return moves;
  }

  /** A node's place, as requests name it. */
  line(node = this.current) {
    return { game: this.game, fen: this.fen, moves: this.path(node) };
  }

  /** Asks the server about a node, once. */
  async describe(node = this.current) {
    node.about ??= await post("position", this.line(node));
    return node.about;
  }

  /** Adds a move after a node, or finds it there; `move` is { uci } or { typed }. */
  async play(move, node = this.current) {
    const known = node.children.find((child) => child.uci === move.uci);
    if (known) return known;
    const line = this.line(node);
    if (move.uci) line.moves.push(move.uci);
    else line.typed = move.typed;
    const about = await post("position", line);
    const [uci, san] = about.last;
    const added = this.add(node, { uci, san, fen: about.fen });
    added.about = about;
    return added;
  }

  add(parent, move) {
    const known = parent.children.find((child) => child.uci === move.uci);
    if (known) return known;
    const node = new Node(parent, move);
    parent.children.push(node);
    return node;
  }

  /** The nodes of the line through a node: those before it, and the first children after it. */
  lineThrough(node = this.current) {
    const nodes = [];
    for (let before = node; before; before = before.parent) nodes.unshift(before);
    for (let after = node.children[0]; after; after = after.children[0]) nodes.push(after);
    return nodes;
  }

  /** Takes a node away with all that follows. */
  remove(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    this.current = node.parent;
  }

  /** Makes a variation the main line at its start. */
  promote(node) {
    while (node.parent && node.parent.children[0] === node) node = node.parent;
    if (!node.parent) return;
    const siblings = node.parent.children;
    siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
  }

  /** The game as the server reads and writes PGN. */
  toJson() {
    const { game, fen, result, tags, opening, problem } = this;
    return { game, tags, fen, start: this.root.fen, result, opening, problem, comment: this.root.comment, line: lineJson(this.root) };
  }

  /** A game that the browser has kept, perhaps since before it kept the start. */
  static async restore(json) {
    const start = json.start || (await post("position", { game: json.game, fen: json.fen })).fen;
    return Tree.fromJson({ ...json, start });
  }

  /** A game that the server has read. */
  static fromJson(json) {
    const tree = new Tree(json.game, json.fen, json.start);
    tree.tags = json.tags;
    tree.result = json.result;
    tree.opening = json.opening || null;
    tree.problem = json.problem || null;
    tree.root.comment = json.comment;
    addLine(tree, tree.root, json.line);
    return tree;
  }

  /** The indices of children that lead to a node, and back. */
  placeOf(node = this.current) {
    const place = [];
    for (; node.parent; node = node.parent) place.unshift(node.parent.children.indexOf(node));
    return place;
  }

  nodeAt(place) {
    return place.reduce((node, index) => node.children[index] || node, this.root);
  }
}

/** The line after a node; each move comes with what could have been played instead. */
function lineJson(node) {
  const line = [];
  for (; node.children.length; [node] = node.children) {
    const [next, ...others] = node.children;
    line.push({ ...moveJson(next), variations: others.map((other) => [moveJson(other), ...lineJson(other)]) });
  }
  return line;
}

function moveJson({ uci, san, fen, comment, nags }) {
  return { uci, san, fen, comment, nags, variations: [] };
}

function addLine(tree, node, line) {
  for (const move of line) {
    const next = tree.add(node, move);
    for (const variation of move.variations) addLine(tree, node, variation);
    node = next;
  }
}
