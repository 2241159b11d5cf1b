// Settings of a visitor that are stored in the browser: on or off, or one of several.

/** Returns a stored on/off setting; `usual` if there is none. @param {string} name @param {boolean} usual */
export function kept(name, usual) {
  try {
    const value = localStorage.getItem(name);
    return value === null ? usual : value === "on";
  } catch {
    return usual;
  }
}

/** Stores an on/off setting. @param {string} name @param {boolean} on */
export function keepChoice(name, on) {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // A page without storage forgets it.
  }
}

/** Returns a stored choice of several; empty for the default one. @param {string} name */
export function chosen(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Stores a choice of several. @param {string} name @param {string} value */
export function choose(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A page without storage forgets it.
  }
}
