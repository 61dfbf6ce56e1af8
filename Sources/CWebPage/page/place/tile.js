/** A place in a list of places, with a summary of what is on. */
import { h, setText } from '../core/dom.js';
import { icon, placeIcon } from '../core/icons.js';
import { address } from '../core/router.js';
import { facet, isOfCover, isOn, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';

/** Summaries of places with more elements than this are updated at most four times per second. */
const LARGE = 200;
const PAUSE = 250;

/** @typedef {{ text: string, on: number, unreachable: number }} Summary the numbers of its elements that are on, and whose link is down */

/**
 * @param {store.Place} place
 * @returns {Summary} "2 on · 21.4 °C · 1 unreachable"; with `~` if an accepted order is not yet confirmed
 */
function summary(place) {
  let on = 0;
  let known = 0;
  let sure = true;
  let unreachable = 0;
  let measured = '';
  for (const element of store.elementsBelow(place)) {
    let isLit = false;
    if (element.types.some((type) => element.readings[type]?.reachable === false)) unreachable += 1;
    for (const type of element.types) {
      const state = facet(element, type);
      if (state.value === null || state.reading?.reachable === false) continue;
      if (element.kind === 'device' && !element.virtual && (type === 'binary' || type === 'regulable') && !isOfCover(element, type)) {
        known += 1;
        if (isOn(element, state, type)) {
          isLit = true;
          if (state.reading?.certainty !== 'confirmed') sure = false;
        }
      }
      if (type === 'value' && typeof state.value === 'number' && element.unit?.includes('°') && !state.reading?.stale) {
        // What is wanted is no temperature of the room.
        if (!element.writable?.includes(type)) measured ||= valueText(element, type, state.value);
      }
    }
    if (isLit) on += 1;
  }
  const parts = [];
  if (on > 0) parts.push((sure ? '' : '~') + t('place.on', { count: on }));
  else if (known > 0) parts.push(t('place.off'));
  if (measured) parts.push(measured);
  if (unreachable > 0) parts.push(t('place.unreachable', { count: unreachable }));
  if (parts.length === 0) parts.push(t('place.elements', { count: [...store.elementsBelow(place)].length }));
  return { text: parts.join(' · '), on, unreachable };
}

/**
 * Follows the summary of a place. Large places are not updated on every event.
 * @param {store.Place} place @param {import('../core/dom.js').Scope} scope
 * @param {(summary: Summary) => void} show
 */
export function followSummary(place, scope, show) {
  const large = [...store.elementsBelow(place)].length > LARGE;
  /** @type {any} */
  let timer;
  const now = () => {
    timer = undefined;
    show(summary(place));
  };
  scope.add(store.subscribe(place.path, () => {
    if (!large) now();
    else timer ??= setTimeout(now, PAUSE);
  }));
  scope.add(() => clearTimeout(timer));
  now();
}

/** @param {store.Place} place @param {import('../core/dom.js').Scope} scope */
export function tile(place, scope) {
  const line = h('span', { class: 'state' });
  const node = h('li', { class: 'tile', 'data-path': place.path },
    h('a', { class: 'tile-link', href: address('place', place.path) },
      h('span', { class: 'badge' }, icon(placeIcon(place))),
      h('span', { class: 'row-text' }, h('span', { class: 'row-name' }, label(place)), line)));
  followSummary(place, scope, ({ text, on, unreachable }) => {
    setText(line, text);
    node.classList.toggle('on', on > 0);
    node.dataset.on = String(on);
    node.classList.toggle('unreachable', unreachable > 0);
  });
  return node;
}
