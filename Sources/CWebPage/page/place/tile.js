/** A place in a list of places, with a summary of what is on. */
import { h, setText } from '../core/dom.js';
import { icon, placeIcon } from '../core/icons.js';
import { address } from '../core/router.js';
import { facet, isOfCover, isOn, isSwitchedOff, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';

/** Places with more elements than this are summed up at most four times per second. */
const LARGE = 200;
const PAUSE = 250;

/** @typedef {{ text: string, alert: string, on: number, unreachable: number }} Summary the numbers of its elements that are on, and whose link is down */

/**
 * @param {store.Place} place
 * @returns {Summary} "21.4 °C · 2 on · window open · 1 unreachable"; with `~` if something is not certain
 */
function summary(place) {
  let on = 0;
  let known = 0;
  let sure = true;
  let isOffSure = true;
  let unreachable = 0;
  let measured = '';
  for (const element of store.elementsBelow(place)) {
    if (element.types.some((type) => element.readings[type]?.reachable === false)) unreachable += 1;
    // What is wanted is no temperature of the room.
    const meter = element.class === 'thermostat' ? element.parts.find(({ role }) => role === 'temperature') : element;
    const temperature = meter && meter.unit?.includes('°') && !meter.writable?.includes('value') && facet(meter, 'value');
    if (temperature && typeof temperature.value === 'number' && temperature.reading?.reachable !== false && !temperature.reading?.stale) {
      measured ||= (temperature.reading?.certainty === 'confirmed' ? '' : '~') + valueText(meter, 'value', temperature.value);
    }
    if (element.kind !== 'device' || element.virtual || !/^(light|socket|fan)?$/.test(element.class ?? '')) continue;
    const isOff = isSwitchedOff(element);
    let isLit = false;
    for (const type of element.types) {
      const state = facet(element, type);
      if (!/bin|reg|col/.test(type) || isOfCover(element, type) || state.value === null || state.reading?.reachable === false) continue;
      known += 1;
      const isCertain = state.reading?.certainty === 'confirmed' && !state.reading.stale;
      if (isOff || !isOn(element, state, type)) {
        if (!isCertain && (type === 'binary' || !isOff)) isOffSure = false;
        continue;
      }
      isLit = true;
      if (state.reading?.certainty !== 'confirmed' || state.reading.stale) sure = false;
    }
    if (isLit) on += 1;
  }
  const { alert, open } = store.kinds.summary?.(place) ?? { alert: '', open: [] };
  const parts = measured ? [measured] : [];
  if (on > 0) parts.push((sure ? '' : '~') + t('place.on', { count: on }));
  else if (known > 0) parts.push((isOffSure ? '' : '~') + t('place.off'));
  parts.push(...open);
  if (unreachable > 0) parts.push(t('place.unreachable', { count: unreachable }));
  if (parts.length === 0 && !alert) parts.push(t('place.elements', { count: [...store.elementsBelow(place)].length }));
  return { text: parts.join(' · '), alert, on, unreachable };
}

/**
 * Follows the summary of a place.
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
  const warning = h('span', { class: 'alert' });
  const node = h('li', { class: 'tile', 'data-path': place.path },
    h('a', { class: 'tile-link', href: address('place', place.path) },
      h('span', { class: 'badge' }, icon(placeIcon(place))),
      h('span', { class: 'row-text' }, h('span', { class: 'row-name' }, label(place)), warning, line)));
  followSummary(place, scope, ({ text, alert, on, unreachable }) => {
    setText(line, text);
    setText(warning, alert);
    store.kinds.lamps?.(node, place);
    node.classList.toggle('alarm', alert !== '');
    node.classList.toggle('on', on > 0);
    node.dataset.on = String(on);
    node.classList.toggle('unreachable', unreachable > 0);
  });
  return node;
}
