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
      ? this.line(root)
      : [h("span.hint", {}, "No moves yet.")];
    if (readable(root.comment)) content.unshift(comment(root));
    this.element.replaceChildren(...content);
    this.scroll();
  }

  scroll() {
    const { element, selected } = this;
    if (!selected) {
      element.scrollTop = 0;
      return;
    }
    const offset = selected.offsetTop - element.offsetTop;
    if (offset < element.scrollTop || offset > element.scrollTop + element.clientHeight - 30) {
      element.scrollTop = offset - element.clientHeight / 2;
    }
  }

  /** The line after a node, with variations in brackets. */
  line(node, needsNumber = true) {
    const parts = [];
    for (; node.children.length; [node] = node.children) {
      const [next, ...others] = node.children;
      parts.push(this.move(next, needsNumber));
      if (readable(next.comment)) parts.push(comment(next));
      for (const other of others) {
        const variation = [this.move(other, true)];
        if (readable(other.comment)) variation.push(comment(other));
        parts.push(h("div.variation", {}, ...variation, ...this.line(other, Boolean(readable(other.comment)))));
      }
      needsNumber = Boolean(readable(next.comment)) || others.length > 0;
    }
    return parts;
  }

  move(node, needsNumber) {
    const mark = node.nags.map((nag) => NAG_CLASSES[nag]).find(Boolean);
    const element = h("button.move", { type: "button", onclick: () => this.onSelect(node) },
      numbered(node, needsNumber) + nagText(node.nags));
    if (mark) element.classList.add(mark);
    if (node === this.current) {
      element.setAttribute("aria-current", "true");
      this.selected = element;
    }
    return element;
  }
}
