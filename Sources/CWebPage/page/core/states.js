/** The state of a facet, as data and as text. An order is never shown as a fact. */
import { explain } from './api.js';
import { age } from './clock.js';
import { armedValue } from './guard.js';
import { failure, SLOW_AFTER, runningOrder } from './orders.js';
import * as store from './store.js';
import { formatNumber, t } from './words.js';

/**
 * @typedef {object} Facet
 * @property {'confirmed'|'assumed'|'stale'|'unknown'|'running'|'failed'|'disconnected'|'offline'} state
 * @property {import('./types.js').Reading | undefined} reading
 * @property {string | number | null} value the known value
 * @property {string | number | null} wanted the ordered value, while the order is pending
 * @property {boolean} slow whether it has been pending long enough to be shown
 * @property {boolean} enabled whether an order can be given now
 * @property {string | number | null} armed the value that a second tap would order
 * @property {any} problem
 */

/** @param {store.Element} element @param {import('./types.js').FacetType} type */
export const isWritable = (element, type) =>
  store.mayAct() && (element.writable ? element.writable.includes(type) : element.readOnly !== true);

/**
 * The reported position of a cover that does not move: more reliable than its direction. Which end is 0 % differs
 * between servers.
 *
 * @param {store.Element} element @param {import('./types.js').FacetType} type
 */
function coverPosition(element, type) {
  if (type !== 'bidirectional' || element.readings.bidirectional?.moving || store.connection !== 'online') return undefined;
  const level = element.readings.regulable;
  return level?.certainty === 'confirmed' && !level.stale ? level : undefined;
}

/** @param {store.Element} element @param {import('./types.js').FacetType} type @returns {Facet} */
export function facet(element, type) {
  const reading = element.readings[type];
  // The position is enough while the direction is not known, as between the ends.
  const isPositionEnough = coverPosition(element, type) !== undefined && (reading?.stale || reading?.certainty === 'unknown');
  const known = !isPositionEnough && reading && reading.certainty !== 'unknown' && reading.value !== null && reading.value !== undefined;
  const order = runningOrder(element.path, type);
  const failed = failure(element.path, type);
  const reachable = store.connection === 'online' || store.connection === 'connecting';
  const connected = reading?.connected !== false;
  /** @type {Facet['state']} */
  let state = 'unknown';
  if (known) state = reading.stale || store.connection === 'connecting' ? 'stale' : reading.certainty === 'confirmed' ? 'confirmed' : 'assumed';
  if (isPositionEnough) state = 'confirmed';
  if (order) state = 'running';
  if (failed) state = 'failed';
  if (!connected) state = 'disconnected';
  if (!reachable) state = 'offline';
  return {
    state, reading, value: known ? reading.value : null,
    wanted: order ? order.value : null,
    slow: order !== undefined && performance.now() - order.startedAt >= SLOW_AFTER,
    enabled: reachable && connected,
    armed: armedValue(element.path, type),
    problem: failed?.problem,
  };
}

/** @param {store.Element} element @param {import('./types.js').FacetType} type @param {any} value @returns {string} */
export function valueText(element, type, value) {
  if (value === null || value === undefined) return t('state.unknown');
  if (type === 'regulable') return t('state.level', { value: formatNumber(Number(value)) });
  if (type === 'value') {
    const text = typeof value === 'number' ? formatNumber(value) : String(value);
    return element.unit ? text + ' ' + element.unit : text;
  }
  return ['on', 'off', 'up', 'down', 'stop'].includes(String(value)) ? t('state.' + value) : String(value);
}

/** @param {store.Element} element @param {import('./types.js').FacetType} type @param {Facet} [state] @returns {string} */
export function stateText(element, type, state = facet(element, type)) {
  const { reading } = state;
  const known = valueText(element, type, state.value);
  if (state.armed !== null) return t('state.armed', { value: valueText(element, type, state.armed) });
  if (state.state === 'failed') return explain(state.problem);
  if (state.wanted !== null && state.slow) return t('state.running', { value: valueText(element, type, state.wanted) });
  if (state.state === 'disconnected') return state.value === null ? t('state.disconnected') : known + ' · ' + t('state.disconnected');
  const position = coverPosition(element, type);
  if (position) {
    const end = reading?.certainty === 'confirmed' && !reading.stale ? known + ' · ' : '';
    return end + valueText(element, 'regulable', position.value);
  }
  if (state.value === null) return known;
  if (state.state === 'offline' || reading?.stale || store.connection === 'connecting') {
    return reading?.since ? t('state.stale', { value: known, age: age(reading.since) }) : t('state.stale.unknown', { value: known });
  }
  if (reading?.moving && (state.value === 'up' || state.value === 'down')) return t('state.moving.' + state.value);
  if (reading?.differs) return t('state.differs', { value: known, other: reading.differs });
  if (reading?.certainty === 'assumed') return t('state.assumed', { value: known });
  return known;
}

/** @param {store.Element} element @returns {import('./types.js').FacetType} the facet that a row shows: the first that accepts orders */
export const mainType = (element) => element.types.find((type) => isWritable(element, type)) ?? element.types[0];

/** @param {Facet} state @param {import('./types.js').FacetType} type @returns {boolean} whether it is on, as far as is known */
export const isOn = (state, type) =>
  state.value !== null && ((type === 'binary' && state.value === 'on') || (type === 'regulable' && Number(state.value) > 0));
