// Small helpers for making elements; text is always text, never HTML.

import { lang, t } from "./texts.js";

/**
 * Creates an HTML element with attributes and children.
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
 * Creates an SVG element with attributes and children.
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
 * Returns the element with this id, which must exist in the page.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function need(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (found);
}

/** Returns the element with this id; null if the page has none. @param {string} id */
export const maybe = (id) => document.getElementById(id);

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {...(Node | string | null | undefined)} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** How each child of `keep` was written when it was made. @type {WeakMap<Node, string>} */
const written = new WeakMap();

/**
 * Puts other children into an element, and leaves those that are alike where they are: with the focus, the open list and the press
 * of a button that they may have.
 * @param {Element} parent
 * @param {...(Node | string | null | undefined)} children a child that is in it already stays as it is
 */
export function keep(parent, ...children) {
  /** @type {Map<string, Node[]>} */
  const before = new Map();
  for (const old of parent.childNodes) {
    const text = written.get(old);
    if (text !== undefined) before.set(text, [...(before.get(text) ?? []), old]);
  }
  /** @type {Node[]} */
  const wanted = [];
  for (const child of children) {
    if (child === null || child === undefined) continue;
    const made = typeof child === "string" ? document.createTextNode(child) : child;
    const text = made instanceof Element ? made.outerHTML : made.textContent ?? "";
    const old = made.parentNode === parent ? made : before.get(text)?.shift();
    if (!old) written.set(made, text);
    wanted.push(old ?? made);
  }
  const stays = new Set(wanted);
  for (const old of [...parent.childNodes]) if (!stays.has(old)) old.remove();
  wanted.forEach((node, index) => {
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] ?? null);
  });
}

/** Shows a text at the bottom of the window for a short time. @param {string} text */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const made = el("div", { class: "toast", role: "status" }, text);
  document.body.append(made);
  setTimeout(() => made.remove(), 5000);
  speak(text);
}

/** Announces a text to screen readers. @param {string} text */
export function speak(text) {
  const live = maybe("live");
  if (live) live.textContent = text;
}

/**
 * An address of the server, asked for in the language of the page, which may be another than the visitor's.
 * @param {string} path
 */
export const inLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;

/**
 * Sends a request to the server; throws a refusal as an Error with the server's sentence.
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
  // What a browser says of a line that is broken is in its own words, and not always in the page's language.
  const answer = await fetch(inLanguage(path), { credentials: "same-origin", ...options }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (!answer || text === null || text === undefined) throw new Error(t("not-connected"));
  /** @type {any} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // A page of a proxy, say, which is no sentence of this site.
    throw new Error(t("no-answer", { status: answer.status }));
  }
  if (!answer.ok) throw new Error(data?.message ?? data?.error ?? t("no-answer", { status: answer.status }));
  return data;
}
