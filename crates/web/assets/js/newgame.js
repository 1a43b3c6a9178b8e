// The form of a new game: which one, from where, against what, and on which clock.

import { post } from "./api.js";
import { choice, h } from "./dom.js";
import { ask } from "./dialog.js";
import { GEOMETRIES } from "./geometry.js";
import { load, save } from "./store.js";
import { strengths } from "./strength.js";

const MINUTE = 60000;

const CLOCKS = [
  ["none", "No clock"], ["1+0", "1 minute"], ["3+2", "3 minutes + 2 s"], ["5+3", "5 minutes + 3 s"],
  ["10+5", "10 minutes + 5 s"], ["30+20", "30 minutes + 20 s"],
];

const DEFAULTS = { game: "chess", start: "standard", fen: "", number: "", color: "first", strength: "500", clock: "none" };

/** The clock of a choice; none for a game without. */
export function clockOf(choice) {
  if (choice === "none") return null;
  const [minutes, seconds] = choice.split("+").map(Number);
  return { time: [minutes * MINUTE, minutes * MINUTE], increment: seconds * 1000 };
}

async function startFen({ start, fen, number }) {
  if (start === "fen") return fen.trim();
  if (start === "960") {
    const chosen = number === "" ? Math.floor(Math.random() * 960) : Number(number);
    return (await post("chess960", { number: chosen })).fen;
  }
  return "";
}

/** Asks for a new game after one of `game`. Gives its settings with the FEN of its start, or nothing. */
export async function askNewGame(game) {
  const form = { ...DEFAULTS, ...load("newgame", {}), game };
  const fen = h("input", { value: form.fen, placeholder: "FEN", "aria-label": "FEN", oninput: () => { form.fen = fen.value; } });
  const number = h("input", {
    type: "number", min: 0, max: 959, value: form.number, placeholder: "random", "aria-label": "Chess960 number",
    oninput: () => { form.number = number.value; },
  });
  const update = () => {
    side.querySelector("option").textContent = GEOMETRIES[form.game].sides[0];
    start.querySelector("[value='960']").disabled = form.game !== "chess";
    if (form.game !== "chess" && form.start === "960") form.start = "standard";
    start.querySelector("select").value = form.start;
    fen.hidden = form.start !== "fen";
    number.hidden = form.start !== "960";
  };
  const field = (label, options, key) => choice(label, options, form[key], (value) => { form[key] = value; update(); });
  const side = field("Your side", [["first", "White"], ["second", "Black"], ["random", "Random"]], "color");
  const start = field("Start", [["standard", "Standard position"], ["960", "Chess960"], ["fen", "From a FEN"]], "start");
  const problem = h("p.problem", { role: "alert" });
  const content = h("div.fields", {},
    field("Game", [["chess", "Chess"], ["xiangqi", "Xiangqi"]], "game"),
    side,
    field("Engine", await strengths(), "strength"),
    field("Clock", CLOCKS, "clock"),
    start, fen, number, problem);
  update();
  while (await ask("New game", content, "Play")) {
    try {
      const position = await startFen(form);
      await post("position", { game: form.game, fen: position });
      save("newgame", form);
      const index = form.color === "random" ? Math.floor(Math.random() * 2) : Number(form.color === "second");
      return { ...form, fen: position, side: index };
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  return null;
}
