/** Reads parts of a screen again after the events that change them. */
import { onEvent } from '../core/link.js';

/** The shortest time from an event to the next reading, and between two of them, in milliseconds. */
const SOON = 300;
const PAUSE = 4000;
/** What takes long is done less often: at most this part of the time. */
const SHARE = 0.1;

/**
 * Refreshes after a change of one of the elements, the end of an order to it, and whatever may have missed such an event.
 * @param {() => string[]} paths @param {import('../core/dom.js').Scope} scope
 * @param {() => Promise<void>} refresh
 * @param {() => boolean} [isHeld] whether somebody is using what would be replaced: it waits until nobody is
 */
export function refreshed(paths, scope, refresh, isHeld = () => false) {
  let next = 0;
  let busy = false;
  let due = false;
  /** @type {any} */
  let timer = null;
  function plan(delay = SOON) {
    if (busy || timer !== null || scope.ended) return;
    timer = setTimeout(run, Math.max(delay, next - performance.now()));
  }
  async function run() {
    timer = null;
    if (!due || scope.ended) return;
    if (isHeld()) return plan(SOON);
    busy = true;
    due = false;
    const begin = performance.now();
    await refresh();
    const end = performance.now();
    next = end + Math.max(PAUSE, (end - begin) / SHARE);
    busy = false;
    if (due) plan();
  }
  const request = () => {
    due = true;
    plan();
  };
  scope.add(() => clearTimeout(timer));
  scope.add(onEvent('reading', (event) => paths().includes(event.path) && request()));
  scope.add(onEvent('order', (event) => paths().includes(event.path) && event.stage !== 'requested' && event.stage !== 'sent' && request()));
  scope.add(onEvent('snapshot', request));
}
