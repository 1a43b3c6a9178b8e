// Dialogs: a form in front of the page.

import { button, h } from "./dom.js";

/** Asks something. Gives true if it was answered with the main button, else false. Without `cancel` there is no other. */
export function ask(title, content, action, { className = "", cancel = "Cancel" } = {}) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-label": title, className });
    const finish = (answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    const form = h("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); finish(true); } },
      h("h2", {}, title), content,
      h("div.actions", {},
        cancel && button(cancel, () => finish(false), { className: "quiet" }),
        h("button.primary", { type: "submit" }, action)));
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); finish(false); });
    dialog.append(form);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Shows a short message that goes by itself. */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const element = h("p.toast", { role: "status" }, text);
  document.body.append(element);
  setTimeout(() => element.remove(), 4000);
}
