// The event stream of this page. Browsers allow six connections to a server, so a hidden page lets
// go of its own, unless something is going on that needs it.

import { authorized, tab } from "./api.js";

const RETRY = 1000;

class Stream {
  constructor() {
    this.source = null;
    this.listeners = new Map();
    this.openListeners = new Set();
    this.lossListeners = new Set();
    this.keeps = 0;
    this.isOpen = false;
    document.addEventListener("visibilitychange", () => this.update());
    addEventListener("pagehide", () => this.close());
    this.update();
  }

  /** Calls back with the data of each event of a name. */
  on(name, listener) {
    this.listeners.set(name, listener);
    this.source?.addEventListener(name, this.handler(name));
  }

  /** Keeps the stream open while the page is hidden, until the returned function is called. */
  keep() {
    this.keeps += 1;
    return () => {
      this.keeps -= 1;
      this.update();
    };
  }

  /** Calls back each time the stream has opened. */
  onOpen(listener) {
    this.openListeners.add(listener);
  }

  /** Calls back each time the stream is lost. */
  onLoss(listener) {
    this.lossListeners.add(listener);
  }

  handler(name) {
    return (event) => this.listeners.get(name)(JSON.parse(event.data));
  }

  update() {
    const wanted = document.visibilityState === "visible" || this.keeps > 0;
    if (wanted && !this.source) this.open();
    if (!wanted && this.source) this.close();
  }

  open() {
    const source = new EventSource(authorized(`/api/events?tab=${tab}`));
    this.source = source;
    for (const name of this.listeners.keys()) source.addEventListener(name, this.handler(name));
    source.onopen = () => {
      this.isOpen = true;
      this.openListeners.forEach((listener) => listener());
    };
    source.onerror = () => {
      if (this.source !== source) return;
      this.close();
      this.lossListeners.forEach((listener) => listener());
      setTimeout(() => this.update(), RETRY);
    };
  }

  close() {
    this.source?.close();
    this.source = null;
    this.isOpen = false;
  }
}

export const stream = new Stream();
