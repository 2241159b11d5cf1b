// Sounds, synthesised: quiet, off by one click, and never before the first click, which is when a browser
// lets a page sound at all.

import { choose, chosen, keepChoice, kept } from "./choices.js";
import { maybe } from "./dom.js";

/** @type {AudioContext | null} */
let context = null;
/** Volume to which unmuting returns, in percent. */
let before = read();
/** Volume in percent; 0 is muted. */
let volume = kept("sound", true) ? before : 0;

function read() {
  const value = Number(chosen("volume") || 100);
  return value > 0 && value <= 100 ? value : 100;
}

// A touch counts when it ends; and what a telephone has put to sleep in the background needs another one.
const wake = async () => {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume().catch(() => {});
};
for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, wake);

/** Returns true if sounds are on. */
const isOn = () => volume > 0;

/** Chooses how loud sounds are, and lets one be heard. @param {number} percent from 0, muted, to 100 */
function set(percent) {
  volume = percent;
  before = percent || before;
  keepChoice("sound", isOn());
  choose("volume", String(before));
  show();
  wake().then(() => play("move"));
}

/** Shows the choice where the page has it. */
function show() {
  const field = maybe("volume");
  if (field instanceof HTMLInputElement) field.value = String(volume);
  const shown = maybe("volume-shown");
  if (shown) shown.textContent = `${volume} %`;
  maybe("sound")?.setAttribute("aria-pressed", String(isOn()));
}

show();
maybe("volume")?.addEventListener("input", (event) => {
  const shown = maybe("volume-shown");
  if (event.target instanceof HTMLInputElement && shown) shown.textContent = `${event.target.value} %`;
});
maybe("volume")?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement) set(Number(event.target.value));
});
maybe("sound")?.addEventListener("click", () => set(isOn() ? 0 : before));

/** Frequency, when it begins, how long it lasts, how loud: seconds and a fraction. */
const SOUNDS = {
  move: [[320, 0, 0.07, 0.12], [190, 0.01, 0.09, 0.1]],
  capture: [[240, 0, 0.08, 0.14], [150, 0.02, 0.12, 0.14], [480, 0, 0.03, 0.06]],
  check: [[620, 0, 0.1, 0.1], [780, 0.09, 0.14, 0.1]],
  end: [[392, 0, 0.18, 0.1], [494, 0.14, 0.18, 0.1], [587, 0.28, 0.34, 0.1]],
  low: [[880, 0, 0.06, 0.08], [880, 0.12, 0.06, 0.08]],
  call: [[523, 0, 0.12, 0.1], [659, 0.1, 0.2, 0.1]],
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  // What is missed is missed, and does not sound later all at once.
  if (!isOn() || context?.state !== "running") return;
  const start = context.currentTime + 0.005;
  for (const [frequency = 440, after = 0, lasts = 0.1, loud = 0.1] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start + after);
    gain.gain.linearRampToValueAtTime((loud * volume) / 100, start + after + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + after + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(start + after);
    tone.stop(start + after + lasts + 0.02);
  }
}

/**
 * Plays the sound of a move: of a check, of a capture, or of any other.
 * @param {import("./messages").BoardView} before
 * @param {import("./messages").BoardView} after
 */
export function ofMove(before, after) {
  const count = (/** @type {import("./messages").BoardView} */ board) => board.cells.filter((cell) => cell?.piece).length;
  const check = after.cells.some((cell) => cell?.marks?.includes("check"));
  play(check ? "check" : count(after) < count(before) ? "capture" : "move");
}
