// Texts of the page, which the server has embedded in it in the visitor's language.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** Code of the reader's language. */
export const lang = document.documentElement.lang;

/**
 * A text by its key; `{name}` is filled in from `values`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Returns true if there is a text with this key. @param {string} key */
export const has = (key) => key in words;

/** Of a sentence in every language, the reader's, or the English one. @param {Record<string, string>} text */
export const said = (text) => text[lang] ?? text.en ?? "";

/** The same of several sentences. @param {Record<string, string[]> | undefined} texts */
export const allSaid = (texts) => texts?.[lang] ?? texts?.en ?? [];

/** A time as people say it: `5 s`, `2 min`, `3 h`. @param {number} ms */
export function ago(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });
  if (seconds < 60) return format.format(-seconds, "second");
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86400) return format.format(-Math.round(seconds / 3600), "hour");
  return format.format(-Math.round(seconds / 86400), "day");
}

/**
 * A clock rule as people say it.
 * @param {string} clock
 */
export function clockName(clock) {
  if (clock === "none") return t("clock-none");
  const turn = clock.match(/^([\d.]+)\/turn$/);
  if (turn && Number(turn[1]) >= 43200) return t("clock-days", { days: Math.round(Number(turn[1]) / 8640) / 10 });
  if (turn) return t("clock-turn", { seconds: turn[1] ?? "" });
  const account = clock.match(/^(?:(\d+)\/)?([\d.:]+)(?:\+([\d.]+))?$/);
  if (!account) return clock;
  const [, moves, minutes = "", more] = account;
  const time = more ? `${minutes}+${more}` : minutes.includes(":") ? minutes : t("clock-minutes", { minutes });
  return moves ? t("clock-period", { moves, time }) : time;
}
