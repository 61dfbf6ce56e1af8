/** Services such as the alarm or the water need a second tap; what opens a lock, a gate, a garage or a door is held. */
import { announce } from './dom.js';
import * as store from './store.js';
import { t } from './words.js';

/** The maximum time between the two taps, in milliseconds. */
export const SECOND_TAP = 4000;
/** How long it is shown that something has to be held, in milliseconds. */
const HINT = 8000;

/** The classes that the page asks before it opens. */
const ASKS = /^(lock|gate|garage|door)$/;

/** @type {{ path: string, type: string, value: string | number, timer: any } | null} */
let armed = null;

/** @param {string} path @param {string} type @returns {string | number | null} the value that a second tap would order */
export const armedValue = (path, type) => (armed?.path === path && armed.type === type ? armed.value : null);

export function disarm() {
  if (!armed) return;
  const { path, timer } = armed;
  clearTimeout(timer);
  armed = null;
  store.touch(path);
  store.flush();
}

/** @param {store.Element} element of a part without a role, its device counts @returns {boolean} whether the page asks before it opens it */
export const asks = (element) => ASKS.test(element.class ?? (element.role ? '' : store.elements.get(element.owner ?? '')?.class ?? ''));

/** @param {store.Element} element @param {string} type @param {string | number} value @returns {boolean} whether an order may let somebody in: closing, locking and stopping don't */
export function opens(element, type, value) {
  if (!asks(element)) return false;
  if (type === 'binary') return value !== 'off';
  if (type === 'bidirectional') return value === 'up';
  if (type !== 'regulable') return true;
  if (typeof value !== 'number') return value !== 'hold';
  const isLevel = element.types.includes('binary') || element.openAt === 100;
  const { value: known, certainty, stale, reachable } = element.readings.regulable ?? {};
  const isSure = typeof known === 'number' && certainty === 'confirmed' && !stale && reachable !== false;
  const from = isSure ? Number(known) : isLevel ? 0 : 100;
  return isLevel ? value > from : value < from;
}

/**
 * Shows that an order waits for a second tap, or has to be held.
 * @param {store.Element} element @param {string} type @param {string | number} value @param {string} text for people
 */
export function arm(element, type, value, text) {
  disarm();
  armed = { path: element.path, type, value, timer: setTimeout(disarm, opens(element, type, value) ? HINT : SECOND_TAP) };
  announce(text);
  store.touch(element.path);
  store.flush();
}

/**
 * Runs immediately for a device, and on the second tap for a service. What opens something does not run: a button beside its state is held for it.
 * @param {store.Element} element @param {string} type @param {string | number} value @param {string} text the value, for people @param {() => void} run
 */
export function guarded(element, type, value, text, run) {
  if (opens(element, type, value)) return arm(element, type, value, t('hold.hint'));
  if (element.kind !== 'service') return run();
  const second = armedValue(element.path, type) === value;
  disarm();
  if (second) return run();
  arm(element, type, value, t('state.armed', { value: text }));
}
