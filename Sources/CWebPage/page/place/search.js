/** Searches names, labels and paths as the user types, ignoring case and accents. */
import { h, Scope } from '../core/dom.js';
import { plain } from '../core/icons.js';
import * as store from '../core/store.js';
import { label, moreWords, t } from '../core/words.js';
import { group, rows, tiles } from './lists.js';

// Its strings are not those of the first view.
await moreWords();

const MAX_PLACES = 12;
const MAX_ELEMENTS = 60;

/**
 * @param {HTMLInputElement} field @param {HTMLElement} results @param {HTMLElement} content hidden while results are shown
 * @param {Scope} scope
 */
export function search(field, results, content, scope) {
  let shown = new Scope();
  scope.add(() => shown.end());
  function show() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    content.hidden = words.length > 0;
    shown.end();
    shown = new Scope();
    results.textContent = '';
    if (words.length === 0) return;
    /** @param {{ path: string, labels?: Record<string, string> }} item */
    const matches = (item) => {
      const text = plain(item.path + ' ' + Object.values(item.labels ?? {}).join(' '));
      return words.every((word) => text.includes(word));
    };
    const places = [...store.places.values()].filter(matches);
    const elements = [...store.elements.values()].filter(matches);
    // Elements that match by their own name come before those that match only by their place.
    const rank = (/** @type {any} */ item) => (words.every((word) => plain(item.name + ' ' + label(item)).includes(word)) ? 0 : 1);
    elements.sort((one, other) => rank(one) - rank(other));
    if (places.length > 0) results.append(group(t('group.sectors'), tiles(places.slice(0, MAX_PLACES), shown)));
    if (elements.length > 0) results.append(group(t('group.elements'), rows(elements.slice(0, MAX_ELEMENTS), shown, { where: true })));
    const count = places.length + elements.length;
    results.append(h('p', { class: 'note', role: 'status' }, count === 0 ? t('search.none') : t('search.found', { count })));
  }
  field.addEventListener('input', show);
  if (field.value) show();
}
