/** Reads parts of a screen again after the events that change them. */
import { onEvent } from '../core/link.js';

/** In milliseconds: from an event to the refresh, and at least between two. */
const SOON = 300;
const PAUSE = 4000;

/**
 * Refreshes after a change of one of the elements, the end of an order to it, and a snapshot, before which events may be missing.
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
    // What takes long is done less often.
    next = end + Math.max(PAUSE, (end - begin) * 10);
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
