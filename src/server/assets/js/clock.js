// Clocks: the server keeps the time; the page shows them running on from its last message.

/**
 * Formats the remaining time for a clock: with tenths below ten seconds, in days and hours from two days on.
 * @param {number} ms
 */
export function face(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return `0:0${Math.floor(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d${hours % 24 ? ` ${hours % 24} h` : ""}`;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest.replace(/^0(\d)/, "$1");
}

/** Units of time, the largest first, in seconds. @type {[string, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/**
 * Formats the remaining time in words, for screen readers and titles: in its largest unit, and the next one unless that is 0.
 * @param {number} ms
 * @param {string} lang
 */
export function spoken(ms, lang) {
  let seconds = Math.floor(Math.max(0, ms) / 1000);
  const first = UNITS.findIndex(([unit, length]) => seconds >= length || unit === "second");
  const parts = UNITS.slice(first, first + 2).map(([unit, length], index) => {
    const count = Math.floor(seconds / length);
    seconds -= count * length;
    return count || index === 0 ? new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count) : "";
  });
  return parts.join(" ").trim();
}

export class Clocks {
  /**
   * @param {() => number} now the instant by the server's clock
   * @param {(seat: number, left: number | null, running: boolean) => void} show
   */
  constructor(now, show) {
    this.now = now;
    this.show = show;
    /** @type {import("./messages").ClockFace[]} */
    this.faces = [];
    this.at = 0;
    this.timer = 0;
  }

  /**
   * Takes over the clocks from a message of the server.
   * @param {import("./messages").ClockFace[]} faces
   * @param {number} at
   */
  set(faces, at) {
    this.faces = faces;
    this.at = at;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.timer);
    let soonest = Infinity;
    this.faces.forEach((clock, seat) => {
      const passed = clock.running ? Math.max(0, this.now() - this.at) : 0;
      const left = clock.left === null ? null : clock.left - passed;
      this.show(seat, left, clock.running);
      if (clock.running && left !== null && left > 0) soonest = Math.min(soonest, left < 11000 ? 100 : 250);
    });
    if (soonest < Infinity) this.timer = setTimeout(() => this.#tick(), soonest);
  }
}
