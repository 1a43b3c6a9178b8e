// A page of reviews, saved as a file of its own. It asks nobody.

import { choice, h } from "./dom.js";
import { gameTitle } from "./gameinfo.js";
import { ReviewView } from "./reviewview.js";
import { Tree } from "./tree.js";

const reviews = JSON.parse(document.getElementById("reviews").textContent);
const view = new ReviewView();

function show(number) {
  const review = reviews[number];
  document.title = gameTitle(review.game) || "Review";
  view.take(Tree.fromJson(review.game), review);
}

const options = reviews.map(({ game }, index) => [index, `${index + 1}. ${gameTitle(game) || "A game"}`]);
const games = reviews.length > 1 ? choice("Game", options, 0, (value) => show(Number(value))) : null;
document.getElementById("main").replaceChildren(h("section.mode", { "aria-label": "Review" }, view.boardColumn,
  h("div.panel", {}, games && h("div.card", {}, games), h("div.card.grow", {}, view.facts))));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = view.key(event);
  if (!action) return;
  event.preventDefault();
  action();
});
show(0);
