// A form that takes a PGN: pasted, dropped, or from a file.

import { post } from "./api.js";
import { ask } from "./dialog.js";
import { button, h } from "./dom.js";
import { gameTitle } from "./gameinfo.js";
import { gameOfPgn } from "./geometry.js";

const SAMPLE = `[Event "Opera House"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8
17. Rd8# 1-0
`;
const MOST_SHOWN = 12;

/** Calls `take` with the text of a file that is dropped on an element. */
export function onDrop(element, take) {
  element.addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.types].includes("Files")) event.preventDefault();
  });
  element.addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    take(await file.text());
  });
}

/** Fields for a PGN; `value()` is the text, `set(text)` changes it. */
export function pgnFields(rows = 10) {
  const text = h("textarea.pgn", { rows, placeholder: "Paste a PGN, drop a file here, or choose one", "aria-label": "PGN" });
  const set = (value) => { text.value = value; };
  const file = h("input", {
    type: "file", accept: ".pgn,.txt", "aria-label": "PGN file",
    onchange: async () => set(await file.files[0].text()),
  });
  const sample = button("A sample game", () => set(SAMPLE), { className: "quiet" });
  onDrop(text, set);
  return { elements: [text, h("div.row", {}, file, sample)], value: () => text.value, set };
}

/** Reads a PGN, and asks for one of its games if there are several. Gives it with its number, or nothing. */
export async function chooseGame(text) {
  const { games, problems } = await post("pgn/read", { game: gameOfPgn(text), text });
  if (games.length === 1 && !problems.length) return { json: games[0], number: 0 };
  const title = (game, index) => `${index + 1}. ${gameTitle(game) || `${game.line.length} plies`}`;
  const list = h("select.games", { size: Math.min(games.length, MOST_SHOWN), "aria-label": "Games" },
    games.map((game, index) => h("option", { value: index, selected: index === 0 }, title(game, index))));
  const unread = problems.map((problem) => h("p.problem", {}, problem));
  if (!await ask("Which game?", h("div.fields", {}, list, unread), "Choose")) return null;
  const number = Number(list.value);
  return { json: games[number], number };
}

/** Asks for a PGN until it can be read; gives the chosen game, or nothing. */
export async function askGame() {
  const { elements, value } = pgnFields();
  const problem = h("p.problem", { role: "alert" });
  while (await ask("Load PGN", h("div.fields", {}, ...elements, problem), "Load")) {
    try {
      const chosen = await chooseGame(value());
      return chosen?.json;
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  return null;
}
