// The comment on a move, to be read and written.

import { h } from "./dom.js";
import { readable } from "./movelist.js";

export class CommentField {
  /** `onChange` is called when a comment was changed. */
  constructor({ onChange }) {
    this.field = h("textarea", {
      rows: 2, "aria-label": "Comment", placeholder: "Comment on this move",
      oninput: () => { this.write(); onChange(); },
    });
    this.element = this.field;
  }

  /** Shows the comment on a node. */
  show(node) {
    if (this.node === node && document.activeElement === this.field) return;
    this.node = node;
    this.field.value = readable(node.comment);
  }

  /** Keeps what is written for programs, such as clocks. */
  write() {
    const commands = this.node.comment.match(/\[%[^\]]*\]/g) || [];
    this.node.comment = [...commands, this.field.value.trim()].filter(Boolean).join(" ");
  }
}
