/** The state of a facet, as data and as text. An order is never shown as a fact. */
import { explain } from './api.js';
import { age, moment } from './clock.js';
import { armedValue, opens } from './guard.js';
import { failure, SLOW_AFTER, runningOrder } from './orders.js';
import * as store from './store.js';
import { formatNumber, has, label, t } from './words.js';

/**
 * @typedef {object} Facet
 * @property {'confirmed'|'assumed'|'stale'|'unknown'|'running'|'failed'|'disconnected'|'offline'} state
 * @property {import('./types.js').Reading | undefined} reading
 * @property {string | number | null} value the known value
 * @property {string | number | null} wanted the ordered value, while the order is pending
 * @property {boolean} slow whether it is pending long enough to be shown
 * @property {boolean} enabled whether an order can be given now
 * @property {string | number | null} armed the value that a second tap would order
 * @property {any} problem
 * @property {any} unmet
 * @property {boolean} mayRetry
 */

/** @param {store.Element} element @param {import('./types.js').FacetType} type */
export const isWritable = (element, type) =>
  store.mayAct() && (element.writable ? element.writable.includes(type) : element.readOnly !== true);

/** @param {import('./types.js').Reading | undefined} reading */
const isKnown = (reading) => reading !== undefined && reading.certainty !== 'unknown' && reading.value !== null && reading.value !== undefined;

/** @param {store.Element} element @param {import('./types.js').FacetType} type a level beside a switch is that of a lamp */
export const isOfCover = (element, type) =>
  type === 'bidirectional' || (type === 'regulable' && !element.types.includes('binary') && (element.types.includes('bidirectional') || store.kinds.isCover?.(element)));

/** @param {store.Element} element the position of a cover */
const position = (element) => (isOfCover(element, 'regulable') ? element.readings.regulable : undefined);

/** @param {store.Element} element @param {import('./types.js').FacetType} type @returns {import('./types.js').Reading | undefined} for people: of the direction of a cover, the daemon's word */
function shownReading(element, type) {
  const reading = element.readings[type];
  const { cover } = element;
  if (type !== 'bidirectional' || !cover) return reading;
  const source = [reading, position(element)].find((known) => isKnown(known) && !known?.stale);
  return {
    type, value: cover.state === 'unknown' ? null : cover.state, certainty: cover.certainty,
    since: source?.since, by: source?.by, byKind: source?.byKind, connected: reading?.connected, reachable: reading?.reachable, differs: reading?.differs,
  };
}

/** @param {store.Element} element @param {import('./types.js').FacetType} type @returns {Facet} */
export function facet(element, type) {
  const reading = shownReading(element, type);
  const order = runningOrder(element.path, type);
  const failed = failure(element.path, type);
  const reachable = store.connection === 'online' || store.connection === 'connecting';
  const connected = reading?.connected !== false;
  /** @type {Facet['state']} */
  let state = 'unknown';
  if (reading && isKnown(reading)) state = reading.stale || store.connection === 'connecting' ? 'stale' : reading.certainty === 'confirmed' ? 'confirmed' : 'assumed';
  if (order) state = 'running';
  if (failed) state = 'failed';
  if (!connected) state = 'disconnected';
  if (!reachable) state = 'offline';
  return {
    state, reading, value: reading && isKnown(reading) ? reading.value : null,
    wanted: order ? order.value : null,
    slow: order !== undefined && performance.now() - order.startedAt >= SLOW_AFTER,
    enabled: reachable && connected && !store.kinds.barred?.(element),
    armed: armedValue(element.path, type),
    problem: failed?.problem,
    unmet: failed?.order.value,
    mayRetry: !/^dim/.test(String(failed?.order.value)),
  };
}

/** @param {store.Element} element @param {import('./types.js').FacetType} type @param {any} value @returns {string} */
export function valueText(element, type, value) {
  if (value === null || value === undefined) return t(element.button && type === 'binary' ? 'state.button' : 'state.unknown');
  const word = store.kinds.word?.(element, type, value);
  if (word) return word;
  if (has('order.' + value) && type === 'regulable') return t('order.' + value);
  if (type === 'regulable') return t('state.level', { value: formatNumber(Number(value)) });
  if (type === 'value') {
    const option = element.options?.find((one) => one.value === String(value));
    if (option) return label({ name: option.value, labels: option.labels });
    const text = typeof value === 'number' ? formatNumber(value) : String(value);
    return element.unit ? text + ' ' + element.unit : text;
  }
  return has('state.' + value) ? t('state.' + value) : String(value);
}

/**
 * @param {store.Element} element @param {import('./types.js').FacetType} type @param {Facet} [state]
 * @param {boolean | 'control'} [isAll] whether nothing else is shown of the element, or only its control: of a cover then its word, whatever the type
 * @returns {string}
 */
export function stateText(element, type, state = facet(element, type), isAll = true) {
  if (state.armed !== null) return opens(element, type, state.armed) ? t('hold.hint') : t('state.armed', { value: valueText(element, type, state.armed) });
  if (state.state === 'failed') {
    // What failed does not hide that nothing is known now.
    if (state.reading?.reachable === false) return explain(state.problem) + ' · ' + readingText(element, type, state.reading, valueText(element, type, state.value));
    return state.problem?.code === 'mismatch' ? t('problem.still', { is: valueText(element, type, state.value), wanted: valueText(element, type, state.unmet) }) : explain(state.problem);
  }
  if (state.wanted !== null && state.slow) return t('state.running', { value: valueText(element, type, state.wanted) });
  if (state.state === 'disconnected') return state.value === null ? t('state.disconnected') : certain(state.reading) + valueText(element, type, state.value) + ' · ' + t('state.disconnected');
  const text = element.cover && (type === 'bidirectional' || (isAll && isOfCover(element, type))) ? coverText(element, element.cover, Boolean(isAll))
    : readingText(element, type, state.reading, valueText(element, type, state.value));
  return ((isAll && store.kinds.line?.(element, type, text, isAll === 'control')) || text) + (store.kinds.barred?.(element) || '');
}

/** @param {import('./types.js').Reading | undefined} reading @returns {string} the mark of what is assumed, also if it is stale: one rule for all views and the command line */
export const certain = (reading) => (reading?.certainty === 'assumed' ? '~' : '');

/** @param {store.Element} element @param {import('./types.js').FacetType} type @param {import('./types.js').Reading | undefined} reading @param {string} known its value */
function readingText(element, type, reading, known) {
  const isUnreachable = reading?.reachable === false && store.connection === 'online';
  if (!reading || !isKnown(reading)) return isUnreachable ? t('problem.unreachable') : known;
  if (isUnreachable) return t('state.unreachable', { value: certain(reading) + known, time: reading.since ? moment(reading.since) : '' });
  if (reading.stale || store.connection !== 'online') {
    return reading.since ? t('state.stale', { value: certain(reading) + known, age: age(reading.since) }) : t('state.stale.unknown', { value: certain(reading) + known });
  }
  // As reported by daemons that have no word for covers.
  if (reading.moving && (reading.value === 'up' || reading.value === 'down')) return t(reading.value === 'up' ? 'state.opening' : 'state.closing');
  if (reading.differs) return t('state.differs', { value: certain(reading) + known, other: reading.differs });
  // A movement that goes on is never confirmed for long.
  if (reading.certainty === 'assumed') return reading.value === 'opening' || reading.value === 'closing' ? '~' + known : t('state.assumed', { value: known });
  return known;
}

/**
 * @param {store.Element} element @param {import('./types.js').Cover} cover @param {boolean} withPosition
 * @returns {string} its word, and its position if that is known now and says more
 */
function coverText(element, cover, withPosition) {
  const level = withPosition ? position(element) : undefined;
  const shown = level && isKnown(level) && !level.stale
    // A level that is assumed while the cover moves is where it moves to.
    && (cover.state === 'between' || (['opening', 'closing', 'unknown'].includes(cover.state) && level.certainty === 'confirmed'));
  const known = t('state.' + cover.state) + (shown ? ' · ' + valueText(element, 'regulable', level.value) : '');
  if (cover.state !== 'unknown') return readingText(element, 'bidirectional', shownReading(element, 'bidirectional'), known);
  const direction = element.readings.bidirectional;
  const last = [level, direction].find((reading) => isKnown(reading) && reading?.stale);
  if (level?.reachable === false || direction?.reachable === false) {
    const source = last ?? level ?? direction;
    return readingText(element, source?.type ?? 'bidirectional', source, source ? valueText(element, source.type, source.value) : known);
  }
  return shown || !last ? known : known + ' · ' + readingText(element, last.type, last, valueText(element, last.type, last.value));
}

/** @param {store.Element} element @returns {import('./types.js').FacetType} the facet that a row shows: the first that accepts orders */
export const mainType = (element) => element.types.find((type) => isWritable(element, type)) ?? element.types[0];

/** @param {store.Element} element @param {Facet} state @param {import('./types.js').FacetType} type @returns {boolean} as far as is known; a cover is never on */
export const isOn = (element, state, type) =>
  !isOfCover(element, type) && state.value !== null && ((type === 'colour' && !element.types[1] && state.value !== '#000000') || (type === 'binary' && state.value === 'on') || (type === 'regulable' && Number(state.value) > 0 && !/battery|slats/.test(element.class ?? element.role ?? '')));

/** @param {store.Element} element @returns {boolean} whether it is known now that its switch is off; a level or a colour may keep its last value then */
export function isSwitchedOff(element) {
  const { value, reading } = facet(element, 'binary');
  return value === 'off' && reading?.reachable !== false && !reading?.stale;
}

/** @param {store.Element} element @returns {boolean} whether a lamp is on, as far as is known */
export const isLit = (element) => !isSwitchedOff(element) && element.types.some((type) => isOn(element, facet(element, type), type));
