// The form of a new game: against whom, which one, from where and on which clock.

import { post } from "./api.js";
import { button, choice, h } from "./dom.js";
import { ask } from "./dialog.js";
import { askPosition } from "./editor.js";
import { GEOMETRIES, TITLES } from "./geometry.js";
import { resultsText } from "./results.js";
import { load, save } from "./store.js";
import { FULL_STRENGTH, isLevel, opponentsKnown, portrait, strengthOf } from "./strength.js";

const MINUTE = 60000;

const CLOCKS = [
  ["none", "No clock"], ["1+0", "1 minute"], ["3+2", "3 minutes + 2 s"], ["5+3", "5 minutes + 3 s"],
  ["10+5", "10 minutes + 5 s"], ["30+20", "30 minutes + 20 s"], ["custom", "Custom"],
];

export const FIRST_STRENGTH = "elo1200";

const DEFAULTS = {
  start: "standard", fen: "", number: "", color: "first", strength: FIRST_STRENGTH, time: "500",
  clock: "none", minutes: "15", increment: "10",
};

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

/** A card of an opponent; without one, of the engine at full strength. */
function card(opponent, isChosen, onchange) {
  const strength = opponent ? strengthOf(opponent) : "full";
  const results = h("span.results");
  const element = h("label.opponent", {},
    h("input.unseen", { type: "radio", name: "opponent", value: strength, checked: isChosen, autofocus: isChosen, onchange: () => onchange(strength) }),
    portrait(opponent),
    h("span.who", {}, h("b", {}, opponent?.name || "Quietus"), " ", h("span.age", {}, opponent ? String(opponent.elo) : "full strength")),
    h("span.about", {}, opponent?.about || "All that the engine can do."), results);
  const update = (settings) => { results.textContent = resultsText(settings); };
  return { element, strength, update };
}

/** A labeled number. */
function numberField(label, form, key, limits) {
  const input = h("input", { type: "number", required: true, ...limits, value: form[key], oninput: () => { form[key] = input.value; } });
  const element = h("label.field", {}, h("span", {}, label), input);
  element.setHidden = (isHidden) => { element.hidden = isHidden; input.disabled = isHidden; };
  return element;
}

/** The fields of the form; `form` holds what is chosen. */
async function fields(form) {
  const update = () => {
    side.querySelector("option").textContent = GEOMETRIES[form.game].sides[0];
    start.querySelector("[value='960']").disabled = form.game !== "chess";
    if (form.game !== "chess" && form.start === "960") form.start = "standard";
    start.querySelector("select").value = form.start;
    fen.hidden = form.start !== "fen";
    number.setHidden(form.start !== "960");
    time.hidden = isLevel(form.strength);
    minutes.setHidden(form.clock !== "custom");
    increment.setHidden(form.clock !== "custom");
    uncalibrated.hidden = form.game === "chess" || !isLevel(form.strength);
    uncalibrated.textContent = `The levels of ${form.game} are not calibrated: the numbers are those of chess, and say only who is stronger.`;
    for (const { strength, update: show } of cards) {
      show({ game: form.game, strength: strength === "full" ? form.time : strength });
    }
  };
  const field = (label, options, key) => choice(label, options, form[key], (value) => { form[key] = value; update(); });
  const known = await opponentsKnown;
  if (isLevel(form.strength) && !known.some((opponent) => strengthOf(opponent) === form.strength)) form.strength = "full";
  const choose = (strength) => { form.strength = strength; update(); };
  const cards = [...known, null].map((opponent) => card(opponent, form.strength === (opponent ? strengthOf(opponent) : "full"), choose));
  const fenInput = h("input.fen", { value: form.fen, placeholder: "FEN", "aria-label": "FEN", oninput: () => { form.fen = fenInput.value; } });
  const setUp = async () => {
    const chosen = await askPosition(form.game, form.fen);
    if (chosen) fenInput.value = form.fen = chosen;
  };
  const fen = h("div.row.fenrow", {}, fenInput, button("Set up…", setUp));
  const number = numberField("Number", form, "number", { min: 0, max: 959, required: false, placeholder: "random", "aria-label": "Chess960 number" });
  const side = field("Your side", [["first", "White"], ["second", "Black"], ["random", "Random"]], "color");
  const start = field("Start", [["standard", "Standard position"], ["960", "Chess960"], ["fen", "From a FEN"]], "start");
  const time = field("Time a move", FULL_STRENGTH, "time");
  const minutes = numberField("Minutes", form, "minutes", { min: 0.1, max: 600, step: "any" });
  const increment = numberField("Increment, s", form, "increment", { min: 0, max: 600, step: "any" });
  const uncalibrated = h("p.hint");
  const content = h("div.fields", {},
    h("fieldset.opponents", {}, h("legend.unseen", {}, "Opponent"), cards.map(({ element }) => element)),
    uncalibrated,
    h("div.fields.pairs", {},
      field("Game", Object.entries(TITLES), "game"), side,
      field("Clock", CLOCKS, "clock"), start, time, minutes, increment, number),
    fen);
  update();
  return content;
}

/** What a stored form says today: strengths were times once. */
function restored(form) {
  return isLevel(form.strength) || form.strength === "full" ? form : { ...form, strength: "full", time: form.strength };
}

/** Asks for a new game after one of `game`. Gives its settings with the FEN of its start, or nothing. */
export async function askNewGame(game) {
  const form = restored({ ...DEFAULTS, ...load("newgame", {}), game });
  const problem = h("p.problem", { role: "alert" });
  const content = h("div.fields", {}, await fields(form), problem);
  while (await ask("New game", content, "Play", { className: "wide" })) {
    try {
      const position = await startFen(form);
      await post("position", { game: form.game, fen: position });
      save("newgame", form);
      return {
        game: form.game, fen: position,
        side: form.color === "random" ? Math.floor(Math.random() * 2) : Number(form.color === "second"),
        strength: isLevel(form.strength) ? form.strength : form.time,
        clock: form.clock === "custom" ? `${form.minutes}+${form.increment}` : form.clock,
      };
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  return null;
}
