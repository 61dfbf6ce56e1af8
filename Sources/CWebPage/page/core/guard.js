/** Services such as the alarm or the water need a second tap. */
import { announce } from './dom.js';
import * as store from './store.js';
import { t } from './words.js';

/** The maximum time between the two taps, in milliseconds. */
export const SECOND_TAP = 4000;

/** @type {{ path: string, type: string, value: string | number, timer: any } | null} */
let armed = null;

/** @param {string} path @param {string} type @returns {string | number | null} the value that a second tap would order */
export const armedValue = (path, type) => (armed?.path === path && armed.type === type ? armed.value : null);

function disarm() {
  if (!armed) return;
  const { path, timer } = armed;
  clearTimeout(timer);
  armed = null;
  store.touch(path);
  store.flush();
}

/**
 * Runs immediately for a device, and on the second tap for a service.
 * @param {store.Element} element @param {string} type @param {string | number} value @param {string} text the value, for people @param {() => void} run
 */
export function guarded(element, type, value, text, run) {
  if (element.kind !== 'service') return run();
  const second = armedValue(element.path, type) === value;
  disarm();
  if (second) return run();
  armed = { path: element.path, type, value, timer: setTimeout(disarm, SECOND_TAP) };
  announce(t('state.armed', { value: text }));
  store.touch(element.path);
  store.flush();
}
