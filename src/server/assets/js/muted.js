// Names of people whose chat messages are hidden in this browser.

const MUTED = "muted";

/** @returns {string[]} */
export function mutedNames() {
  try {
    return JSON.parse(localStorage.getItem(MUTED) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Iterable<string>} names */
export function keepMuted(names) {
  try {
    localStorage.setItem(MUTED, JSON.stringify([...names]));
  } catch {
    // A page without storage forgets it.
  }
}
