// The page: its modes, keys and theme.

import { Analyze } from "./analyze.js";
import { Play } from "./play.js";
import { askLook } from "./look.js";
import { Review } from "./review.js";
import { about } from "./server.js";
import { stream } from "./stream.js";
import { keepForPaint } from "./store.js";
import { Watch } from "./watch.js";

/** Goes on with a game in another mode. */
async function onAnalyze(tree) {
  await analyze.load(tree);
  location.hash = "analyze";
}

async function onReview(tree) {
  location.hash = "review";
  await review.load(tree);
}

/** Plays on from a position of another mode. */
async function onPlay(game, fen) {
  await play.playFrom(game, fen);
  location.hash = "play";
}

const play = new Play({ onAnalyze, onReview });
const analyze = new Analyze({ onReview, onPlay });
const review = new Review({ onAnalyze });

const MODES = { play: ["Play", play], analyze: ["Analyze", analyze], review: ["Review", review] };

let current = null;

function markMode(name) {
  for (const link of document.querySelectorAll("#modes a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Shows the mode that the address names. */
function show() {
  const name = location.hash.slice(1) in MODES ? location.hash.slice(1) : "play";
  const [title, mode] = MODES[name];
  markMode(name);
  if (mode === current) return;
  current?.leave();
  current = mode;
  document.title = `Quietus – ${title}`;
  document.getElementById("title").textContent = title;
  // Until it is ready, what stood there before stays.
  mode.ready.then(() => {
    if (current !== mode) return;
    document.getElementById("main").replaceChildren(mode.element);
    scrollTo(0, 0);
    mode.enter();
  });
}

function listenToKeys() {
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const action = current.key(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function setUpTheme() {
  const root = document.documentElement;
  document.getElementById("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = isDark ? "light" : "dark";
    root.dataset.theme = theme;
    keepForPaint("theme", theme);
  });
}

function showConnection() {
  const element = document.getElementById("connection");
  stream.onOpen(() => {
    element.hidden = true;
  });
  stream.onLoss(() => {
    element.textContent = "The connection to Quietus is lost. Trying again…";
    element.hidden = false;
  });
}

/** Adds what this server can do beyond the usual. */
async function askServer() {
  const { watches } = await about;
  if (!watches) return;
  MODES.watch = ["Watch", new Watch({ onAnalyze })];
  document.querySelector('#modes a[href="#watch"]').hidden = false;
  show();
}

document.getElementById("look").addEventListener("click", askLook);
addEventListener("hashchange", show);
setUpTheme();
showConnection();
listenToKeys();
show();
askServer().catch(() => {});
