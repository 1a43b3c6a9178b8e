// The choice of a piece when a pawn promotes.

import { h, s } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { pieceName } from "./geometry.js";

/** Asks for one of these letters, in a box over the board; gives nothing if it is closed. */
export function askPromotion(container, game, letters, column, columns) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const box = h("div.promotion", { role: "dialog", "aria-label": "Promote to" });
    const finish = (letter) => {
      box.remove();
      removeEventListener("pointerdown", outside, true);
      before?.focus();
      resolve(letter);
    };
    const outside = (event) => {
      if (!box.contains(event.target)) finish(null);
    };
    for (const letter of letters) {
      const picture = s("svg", { viewBox: "0 0 100 100" }, drawPiece(game, letter));
      box.append(h("button", {
        type: "button", "aria-label": pieceName(game, letter).split(" ")[1], onclick: () => finish(letter),
      }, picture));
    }
    box.addEventListener("keydown", (event) => {
      const letter = letters.find((own) => own.toLowerCase() === event.key.toLowerCase());
      if (event.key === "Escape") finish(null);
      else if (letter) finish(letter);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const share = Math.min(column, columns - letters.length) / columns;
    box.style.left = `${share * 100}%`;
    container.append(box);
    // After the click that led here, which gives the focus to the board.
    setTimeout(() => {
      box.firstChild.focus();
      addEventListener("pointerdown", outside, true);
    });
  });
}
