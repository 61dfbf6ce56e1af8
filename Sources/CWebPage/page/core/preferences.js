/** What this device stores between visits. Without storage (private windows), nothing is stored, and nothing fails. */
import { base } from './router.js';

/**
 * Houses of a fleet share its session.
 * @param {string} name
 */
const stored = (name) => 'domo.' + (base === '/' || ['key', 'language', 'theme'].includes(name) ? '' : base) + name;

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(stored(name));
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} value null removes it */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(stored(name));
    else localStorage.setItem(stored(name), value);
  } catch {
    // Storage is full or disabled.
  }
}

/** Removes everything except the theme and the language: the next user must not see traces of this one. */
export function forgetAll() {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('domo.') && !['domo.theme', 'domo.language'].includes(name)) localStorage.removeItem(name);
    }
  } catch {
    // Nothing is stored.
  }
}

/** @param {string} name @returns {string[]} */
function list(name) {
  try {
    const value = JSON.parse(recall(name) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Paths of favourite elements, in the order in which they were added. */
export const favourites = () => list('favourites');

/** @param {string} path @returns {boolean} whether it is a favourite now */
export function toggleFavourite(path) {
  const before = list('favourites');
  const after = before.includes(path) ? before.filter((item) => item !== path) : [...before, path];
  keep('favourites', JSON.stringify(after));
  return after.length > before.length;
}

/** Paths of recently used elements, newest first. */
export const lastUsed = () => list('used');

/** @param {string} path */
export function used(path) {
  keep('used', JSON.stringify([path, ...list('used').filter((item) => item !== path)].slice(0, 8)));
}
