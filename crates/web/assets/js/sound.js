// Sounds of moves, made here: a short tone each. Off unless they are wanted.

import { load, save } from "./store.js";

/** Frequencies in Hz, one after the other. */
const TONES = { move: [220], capture: [165, 140], check: [330, 392], end: [392, 330, 262] };
const LENGTH = 0.09;
const LOUDNESS = 0.25;

let isOn = load("sound", false);
let context = null;

export const hasSound = () => isOn;

export function setSound(value) {
  isOn = value;
  save("sound", value);
  if (isOn) playSound("move");
}

/** Plays a sound, if sounds are on. */
export function playSound(kind) {
  if (!isOn) return;
  context ??= new AudioContext();
  // Browsers keep it silent until something was clicked.
  context.resume();
  TONES[kind].forEach((frequency, index) => {
    const start = context.currentTime + index * LENGTH;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    const tone = new OscillatorNode(context, { frequency, type: "triangle" });
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  });
}
