// Choices of a reader that are kept in the browser: on or off, or one of several.

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

/** Which of several was chosen; empty for the usual one. @param {string} name */
export function chosen(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps which of several was chosen. @param {string} name @param {string} value */
export function choose(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A page without storage forgets it.
  }
}
