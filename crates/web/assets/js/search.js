// Searches of the engine: one at a time for this page; a new one supersedes the one before.

import { post, tab } from "./api.js";
import { stream } from "./stream.js";

let lastId = 0;
let running = null;

function send(search) {
  if (!stream.isOpen) return;
  const { id, line, threat, engine, limits } = search;
  post("search", { tab, id, ...line, threat, engine, limits }).catch((error) => {
    if (running === search && stream.isOpen) search.onError?.(error);
  });
}

/**
 * Starts a search. `line` is { game, fen, moves }; without limits it runs until it is stopped. With
 * `threat` the other side is to move.
 * Calls back `onInfo` with what it finds and `onBest` with its move.
 */
export function startSearch({ line, threat = false, engine = {}, limits = {}, onInfo, onBest, onError }) {
  lastId += 1;
  running = { id: lastId, line, threat, engine, limits, onInfo, onBest, onError };
  send(running);
}

/** Ends the search for good: nothing more is heard of it. */
export function stopSearch() {
  if (!running) return;
  running = null;
  if (stream.isOpen) post("stop", { tab }, { keepalive: true }).catch(() => {});
}

stream.on("info", (info) => {
  if (running?.id === info.id) running.onInfo?.(info);
});

stream.on("bestmove", ({ id, best }) => {
  if (running?.id !== id) return;
  const { onBest } = running;
  running = null;
  onBest?.(best);
});

// The server notices only later that nobody listens any more.
addEventListener("pagehide", () => {
  if (running) post("stop", { tab }, { keepalive: true }).catch(() => {});
});

// The server was started anew, or the page was hidden: what was asked for is asked for again.
stream.onOpen(() => {
  if (running) send(running);
});
