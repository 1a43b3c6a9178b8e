// The pieces on the board. They slide from where they stood to where they stand.

import { s } from "./dom.js";
import { GEOMETRIES } from "./geometry.js";
import { drawPiece } from "./pieces.js";

export class PieceLayer {
  constructor() {
    this.element = s("g.pieces", { "aria-hidden": "true" });
    this.letters = new Map();
    this.elements = new Map();
  }

  /** Takes all pieces away. */
  reset(game, flipped, characters) {
    Object.assign(this, { game, flipped, characters, geometry: GEOMETRIES[game] });
    this.letters = new Map();
    this.elements = new Map();
    this.element.replaceChildren();
  }

  /** Shows pieces: a map from squares to letters. */
  show(letters) {
    const homeless = [];
    for (const [square, letter] of this.letters) {
      if (letters.get(square) !== letter) {
        homeless.push({ square, letter, element: this.elements.get(square) });
        this.elements.delete(square);
      }
    }
    for (const [square, letter] of letters) {
      if (this.elements.has(square)) continue;
      const index = homeless.findIndex((piece) => piece.letter === letter);
      const element = index >= 0 ? homeless.splice(index, 1)[0].element : this.create(letter);
      // The last one drawn is on top of what it captures.
      if (index >= 0) this.element.append(element);
      this.elements.set(square, element);
      this.put(element, square, index >= 0);
    }
    homeless.forEach(({ element }) => element.remove());
    this.letters = new Map(letters);
  }

  create(letter) {
    const element = s("g.piece", {}, drawPiece(this.game, letter, this.characters));
    this.element.append(element);
    return element;
  }

  put(element, square, slides) {
    const [column, row] = this.geometry.place(square, this.flipped);
    element.classList.toggle("slides", slides);
    element.style.transform = `translate(${column * 100}px, ${row * 100}px)`;
  }

  /** Has a piece follow the pointer. */
  lift(square, point) {
    const element = this.elements.get(square);
    if (!element) return;
    element.classList.remove("slides");
    element.classList.add("lifted");
    element.style.transform = `translate(${point.x - 50}px, ${point.y - 50}px)`;
    if (this.element.lastChild !== element) this.element.append(element);
  }

  /** Puts a lifted piece on a square, without sliding there. */
  drop(square, target = square) {
    const element = this.elements.get(square);
    if (!element) return;
    element.classList.remove("lifted");
    this.put(element, target, false);
  }
}
