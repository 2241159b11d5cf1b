// Small helpers for making elements; text is always text, never HTML.

/**
 * An element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * The element of this id, which the page has.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function need(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (found);
}

/** The element of this id, if the page has it. @param {string} id */
export const maybe = (id) => document.getElementById(id);

/**
 * Puts other children into an element.
 * @param {Element} parent
 * @param {...(Node | string | null | undefined)} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** Says something for a moment at the foot of the window. @param {string} text */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const made = el("div", { class: "toast", role: "status" }, text);
  document.body.append(made);
  setTimeout(() => made.remove(), 5000);
}

/** Says something to a screen reader. @param {string} text */
export function speak(text) {
  const live = maybe("live");
  if (live) live.textContent = text;
}

/**
 * Asks the server; a refusal is thrown as an Error with the server's sentence.
 * @param {string} path
 * @param {unknown} [body] sent as JSON by POST
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, { credentials: "same-origin", ...options });
  const text = await answer.text();
  /** @type {any} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { message: text };
  }
  if (!answer.ok) throw new Error(data?.message ?? data?.error ?? `${answer.status}`);
  return data;
}
