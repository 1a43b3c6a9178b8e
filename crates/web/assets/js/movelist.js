// The moves of a game with its variations; a click goes to a move.

import { h } from "./dom.js";
import { moveNumber, sideToMove } from "./geometry.js";
import { nagText } from "./score.js";

const NAG_CLASSES = { 1: "good", 2: "mistake", 3: "good", 4: "blunder", 6: "inaccuracy" };

/** A move with its number, where one is needed. */
export function numbered(node, isFirst = false) {
  const { fen } = node.parent;
  if (sideToMove(fen) === 0) return `${moveNumber(fen)}. ${node.san}`;
  return isFirst ? `${moveNumber(fen)}… ${node.san}` : node.san;
}

/** A comment without what is written for programs. */
export function readable(comment) {
  return comment.replace(/\[%[^\]]*\]/g, "").trim();
}

function comment(node) {
  return h("span.comment", {}, readable(node.comment));
}

/** In place of a move that stands elsewhere. */
const gap = () => h("span.gap", {}, "…");

export class MoveList {
  /** `onSelect` is called with a node. */
  constructor({ onSelect }) {
    this.onSelect = onSelect;
    this.element = h("div.movelist", { role: "group", "aria-label": "Moves" });
  }

  show(tree) {
    const { root, current } = tree;
    this.current = current;
    this.selected = null;
    const content = root.children.length
      ? this.rows(root)
      : [h("span.hint", {}, "No moves yet.")];
    if (readable(root.comment)) content.unshift(comment(root));
    this.element.replaceChildren(...content);
    this.scroll();
  }

  scroll() {
    const { element, selected } = this;
    const offset = selected ? selected.offsetTop : 0;
    if (offset < element.scrollTop || offset > element.scrollTop + element.clientHeight - 30) {
      element.scrollTop = offset - element.clientHeight / 2;
    }
  }

  /** The main line: rows of a number and two moves, with comments and variations between them. */
  rows(node) {
    const parts = [];
    let hasNumber = false;
    for (; node.children.length; [node] = node.children) {
      const [next, ...others] = node.children;
      const isSecond = sideToMove(node.fen) === 1;
      if (!hasNumber) parts.push(h("span.number", {}, String(moveNumber(node.fen))), isSecond ? gap() : null);
      parts.push(this.move(next, next.san));
      const asides = [...this.comment(next), ...this.variations(others)];
      if (asides.length) parts.push(isSecond ? null : gap(), h("div.aside", {}, asides));
      hasNumber = !isSecond && !asides.length;
    }
    return parts.filter(Boolean);
  }

  /** The line after a node of a variation. */
  line(node, needsNumber) {
    const parts = [];
    for (; node.children.length; [node] = node.children) {
      const [next, ...others] = node.children;
      const asides = [...this.comment(next), ...this.variations(others)];
      parts.push(this.move(next, numbered(next, needsNumber)), ...asides);
      needsNumber = asides.length > 0;
    }
    return parts;
  }

  comment(node) {
    return readable(node.comment) ? [comment(node)] : [];
  }

  variations(nodes) {
    return nodes.map((node) => {
      const remark = this.comment(node);
      return h("div.variation", {}, this.move(node, numbered(node, true)), remark, this.line(node, remark.length > 0));
    });
  }

  move(node, text) {
    const mark = node.nags.map((nag) => NAG_CLASSES[nag]).find(Boolean);
    const element = h("button.move", { type: "button", onclick: () => this.onSelect(node) }, text + nagText(node.nags));
    if (mark) element.classList.add(mark);
    if (node === this.current) {
      element.setAttribute("aria-current", "true");
      this.selected = element;
    }
    return element;
  }
}
