/** Lists of elements and places under a heading. */
import { h } from '../core/dom.js';
import { row } from './row.js';
import { tile } from './tile.js';

/** The number of rows built before the first paint, and in each step after it. */
const FIRST_ROWS = 24;
const MORE_ROWS = 60;

/** @param {string} title @param {...Node} children */
export const group = (title, ...children) => h('section', { class: 'group' }, h('h2', null, title), children);

/**
 * A list of rows. Long lists are built in steps, so that the first rows appear immediately.
 * @param {import('../core/store.js').Element[]} elements @param {import('../core/dom.js').Scope} scope @param {{ where?: boolean }} [options]
 */
export function rows(elements, scope, options) {
  const list = h('ul', { class: 'card rows' }, elements.slice(0, FIRST_ROWS).map((element) => row(element, scope, options)));
  let next = FIRST_ROWS;
  const more = () => {
    if (scope.ended || next >= elements.length) return;
    list.append(...elements.slice(next, next + MORE_ROWS).map((element) => row(element, scope, options)));
    next += MORE_ROWS;
    setTimeout(more);
  };
  if (next < elements.length) setTimeout(more);
  return list;
}

/** @param {import('../core/store.js').Place[]} places @param {import('../core/dom.js').Scope} scope */
export const tiles = (places, scope) => h('ul', { class: 'tiles' }, places.map((place) => tile(place, scope)));
