/** The page's strings, in the language of this device. Labels come from the model; names and values are never translated. */
import { recall } from './preferences.js';

export const LANGUAGES = { es: 'Español', ca: 'Català', en: 'English' };

/** @type {Record<string, string>} */
let words = {};
let current = 'en';

export const language = () => current;

/** @returns {string} the selected language, else the browser's first supported language, else English */
export function preferredLanguage() {
  const chosen = recall('language');
  const wanted = [chosen ?? '', ...(navigator.languages ?? [navigator.language])];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? 'en';
}

/** Whether the strings of all views are loaded. */
let all = false;

/** @param {string} name */
export async function loadLanguage(name) {
  const files = all ? [name, 'more-' + name] : [name];
  const parts = await Promise.all(files.map((file) => import(`../words/${file}.js`)));
  words = Object.assign({}, ...parts.map((part) => part.default));
  current = name;
  document.documentElement.lang = name;
}

/** Loads the strings that the first view does not need. */
export async function moreWords() {
  if (all) return;
  const more = (await import(`../words/more-${current}.js`)).default;
  all = true;
  words = { ...words, ...more };
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] for `{name}` in the text; `count` 1 uses the text of `key.one` if there is one
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = (values.count === 1 ? words[key + '.one'] : undefined) ?? words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key @returns {boolean} */
export const has = (key) => key in words;

/** @param {{ name: string, labels?: Record<string, string> }} item @returns {string} */
export const label = (item) => item.labels?.[current] || item.labels?.[''] || item.name;

/**
 * Lets a line break at the inner capitals of a name such as `GradualLighting`: the spaces have no width.
 * @param {string} name @returns {string}
 */
export const breakable = (name) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '\u200b');

/** @param {number} value @returns {string} */
export const formatNumber = (value) => value.toLocaleString(current, { maximumFractionDigits: 6, useGrouping: false });
