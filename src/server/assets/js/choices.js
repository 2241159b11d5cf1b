// Choices of a reader that are kept in the browser: on or off.

/** A choice that was kept. @param {string} name @param {boolean} usual */
export function kept(name, usual) {
  try {
    const value = localStorage.getItem(name);
    return value === null ? usual : value === "on";
  } catch {
    return usual;
  }
}

/** Keeps a choice. @param {string} name @param {boolean} on */
export function keepChoice(name, on) {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // A page without storage forgets it.
  }
}
