// The clocks of a game. They start once both sides have moved.

import { h } from "./dom.js";

/** Time as text: 4:05, or 9.3 when it gets short. */
function timeText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 20000) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Clock {
  /** `onFlag` is called with the side whose time is over. */
  constructor({ onFlag }) {
    this.onFlag = onFlag;
    this.faces = [h("time.clock"), h("time.clock")];
    this.set(null);
    setInterval(() => this.tick(), 100);
  }

  /** Sets both clocks: { time: [a, b], increment } in milliseconds; none for a game without. */
  set(control) {
    this.control = control;
    this.time = control ? [...control.time] : null;
    this.running = null;
    this.show();
  }

  /** Time left, as of now. */
  left() {
    if (!this.time) return null;
    const left = [...this.time];
    if (this.running !== null) left[this.running] -= performance.now() - this.since;
    return left;
  }

  /** Starts the clock of a side, and stops the other's; none stops both. */
  run(side) {
    this.time = this.left();
    this.running = this.time ? side : null;
    this.since = performance.now();
    this.show();
  }

  /** A side has moved: it gets its increment. */
  press(side) {
    this.run(null);
    if (this.time) this.time[side] += this.control.increment;
  }

  tick() {
    if (this.running === null) return;
    const side = this.running;
    if (this.left()[side] <= 0) {
      this.run(null);
      this.time[side] = 0;
      this.onFlag(side);
    }
    this.show();
  }

  show() {
    const left = this.left();
    this.faces.forEach((face, side) => {
      face.hidden = !left;
      if (!left) return;
      face.textContent = timeText(left[side]);
      face.classList.toggle("running", this.running === side);
      face.classList.toggle("short", left[side] < 20000);
    });
  }
}
