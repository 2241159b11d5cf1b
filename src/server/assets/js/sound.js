// Sounds, synthesised: quiet, off by one click, and never before the first click, which is when a browser
// lets a page sound at all.

/** @type {AudioContext | null} */
let context = null;
let wanted = read();

function read() {
  try {
    return localStorage.getItem("sound") !== "off";
  } catch {
    return true;
  }
}

// A touch counts when it ends; and what a telephone has put to sleep in the background needs another one.
const wake = () => {
  if (!wanted) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
};
for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, wake);

/** Whether there are sounds. */
export const isOn = () => wanted;

/** Turns sounds on or off. @param {boolean} on */
export function turn(on) {
  wanted = on;
  try {
    localStorage.setItem("sound", on ? "on" : "off");
  } catch {
    // A page without storage forgets it.
  }
  if (on) {
    wake();
    play("move");
  }
}

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
  if (!wanted || context?.state !== "running") return;
  const start = context.currentTime + 0.005;
  for (const [frequency = 440, after = 0, lasts = 0.1, loud = 0.1] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start + after);
    volume.gain.linearRampToValueAtTime(loud, start + after + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + after + lasts);
    tone.connect(volume).connect(context.destination);
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
