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

/** Stores what is chosen in the fields of a form. @param {string} name @param {Element[]} fields */
export function keepFields(name, fields) {
  /** @type {Record<string, string | boolean>} */
  const chosen = {};
  for (const input of /** @type {HTMLInputElement[]} */ (fields)) {
    if (input.type === "radio") {
      if (input.checked) chosen[input.name] = input.value;
    } else chosen[input.id] = input.type === "checkbox" ? input.checked : input.value;
  }
  choose(name, JSON.stringify(chosen));
}

/** Brings back what was chosen in the fields of a form; one that was never stored stays as it is. @param {string} name @param {Element[]} fields */
export function bringFields(name, fields) {
  /** @type {Record<string, string | boolean>} */
  let known = {};
  try {
    known = JSON.parse(chosen(name) || "{}");
  } catch {
    // What is stored is of no use.
  }
  for (const input of /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (fields)) {
    const value = known[input.id];
    if (input instanceof HTMLSelectElement) {
      if ([...input.options].some((option) => option.value === value && !option.disabled)) input.value = String(value);
    } else if (input.type === "radio") {
      if (known[input.name] === input.value) input.checked = true;
    } else if (input.type === "checkbox") input.checked = value === true && !input.disabled;
    else if (typeof value === "string") input.value = value;
  }
}
