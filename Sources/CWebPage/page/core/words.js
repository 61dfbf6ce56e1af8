/** The page's words, in the language of this device. Labels come from the model; names and values are never translated. */
import { recall } from './preferences.js';

export const LANGUAGES = { es: 'Español', ca: 'Català', en: 'English' };

/** @type {Record<string, string>} */
let words = {};
let current = 'en';

export const language = () => current;

/** @returns {string} the language that was chosen, else the browser's first one that there is, else English */
export function preferredLanguage() {
  const chosen = recall('language');
  const wanted = [chosen ?? '', ...(navigator.languages ?? [navigator.language])];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? 'en';
}

/** Whether the words of all views are wanted. */
let all = false;

/** @param {string} name */
export async function loadLanguage(name) {
  const files = all ? [name, 'more-' + name] : [name];
  const parts = await Promise.all(files.map((file) => import(`../words/${file}.js`)));
  words = Object.assign({}, ...parts.map((part) => part.default));
  current = name;
  document.documentElement.lang = name;
}

/** The words that the first view does without. */
export async function moreWords() {
  if (all) return;
  const more = (await import(`../words/more-${current}.js`)).default;
  all = true;
  words = { ...words, ...more };
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] for `{name}` in the text; `count` 1 takes the text of `key.one` where there is one
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

/** @param {number} value @returns {string} */
export const formatNumber = (value) => value.toLocaleString(current, { maximumFractionDigits: 6, useGrouping: false });
