/**
 * Orders of this page, and pending orders of others.
 *
 * A pending order is shown beside the known value, never instead of it, until it has ended and its effect is known; no timer removes it.
 * The newest order for a facet wins; orders for the same element are sent one at a time, so that the network can't reorder them.
 */
import { read, resource } from './api.js';
import { advanceServerTime } from './clock.js';
import { onEvent } from './link.js';
import { used } from './preferences.js';
import * as store from './store.js';

/**
 * @typedef {object} Order
 * @property {string} path
 * @property {import('./types.js').FacetType} type
 * @property {string | number} value
 * @property {string} key the idempotency key: a retry with it is not a second order
 * @property {number} startedAt by `performance.now()`
 * @property {boolean} own
 * @property {any} [id]
 */

/**
 * Called when an own order has ended, or failed.
 * @type {{ ended: ((order: Order) => void) | null }}
 */
export const listeners = { ended: null };

/** Orders that are pending longer than this are shown as pending, in milliseconds. */
export const SLOW_AFTER = 300;

/**
 * The newest pending order of each facet.
 * @type {Map<string, Order>}
 */
const running = new Map();
/**
 * The newest own order of each facet.
 * @type {Map<string, Order>}
 */
const newest = new Map();
/** @type {Map<string, { order: Order, problem: any }>} */
const failures = new Map();
/** @type {Map<string, { current: Order | null, waiting: Order[] }>} */
const lanes = new Map();
/** @type {Map<any, Order>} */
const byId = new Map();

/** @param {string} path @param {string} type */
const facetKey = (path, type) => path + '\n' + type;

/** @param {string} path @param {string} type */
export const runningOrder = (path, type) => running.get(facetKey(path, type));
/** @param {string} path @param {string} type */
export const failure = (path, type) => failures.get(facetKey(path, type));
/** @returns {boolean} whether an own order is pending */
export const anyRunning = () => [...running.values()].some((order) => order.own);

/** @param {any} one @param {any} other @returns {boolean} whether the values are equal, except for rounding */
export function same(one, other) {
  if (one === null || one === undefined) return false;
  const numbers = [Number(one), Number(other)];
  return String(one) === String(other) || (String(one).trim() !== '' && Math.abs(numbers[0] - numbers[1]) < 0.001);
}

function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Gives an order.
 * @param {string} path @param {import('./types.js').FacetType} type @param {string | number} value @param {string} [key] of the previous attempt
 */
export function give(path, type, value, key = randomKey()) {
  const facet = facetKey(path, type);
  const lane = lanes.get(path) ?? { current: null, waiting: [] };
  lanes.set(path, lane);
  failures.delete(facet);
  lane.waiting = lane.waiting.filter((order) => order.type !== type);
  const sending = lane.current?.type === type ? lane.current : null;
  if (sending && value !== 'stop' && same(sending.value, value)) {
    running.set(facet, sending);
    newest.set(facet, sending);
  } else {
    const order = { path, type, value, key, startedAt: performance.now(), own: true };
    running.set(facet, order);
    newest.set(facet, order);
    lane.waiting.push(order);
    setTimeout(() => showAgain(path), SLOW_AFTER);
  }
  used(path);
  advance(lane);
  showAgain(path);
}

/**
 * Gives a failed order again.
 * @param {string} path @param {import('./types.js').FacetType} type
 */
export function again(path, type) {
  const failed = failures.get(facetKey(path, type));
  // Without a response, the order may have been carried out: the server recognizes its key.
  if (failed) give(path, type, failed.order.value, failed.problem?.code === 'offline' ? failed.order.key : undefined);
}

/** @param {string} path */
function showAgain(path) {
  store.touch(path);
  store.flush();
}

/** @param {{ current: Order | null, waiting: Order[] }} lane */
function advance(lane) {
  if (lane.current) return;
  const order = lane.waiting.shift();
  if (!order) return;
  lane.current = order;
  send(order).finally(() => recorded(order));
}

/**
 * The server has the order: sends the next one for its element.
 * @param {Order} order
 */
function recorded(order) {
  const lane = lanes.get(order.path);
  if (lane?.current !== order) return;
  lane.current = null;
  advance(lane);
}

/** @param {Order} order */
async function send(order) {
  try {
    const answer = await read('orders', {
      method: 'POST',
      headers: { Prefer: 'wait=5', 'Idempotency-Key': order.key },
      body: { element: order.path, value: order.value, type: order.type },
    });
    name(order, answer?.id);
    if (answer?.problem) fail(order, answer.problem);
    else await reach(order, answer?.outcome ?? 'accepted');
  } catch (problem) {
    fail(order, problem);
  }
}

/** @param {Order} order @param {any} id */
function name(order, id) {
  if (id === undefined || id === null) return;
  order.id = id;
  byId.set(id, order);
  if (byId.size > 200) byId.delete(byId.keys().next().value);
}

/** @param {Order} order @param {string} stage @param {any} [problem] */
async function reach(order, stage, problem) {
  if (stage === 'accepted' || stage === 'confirmed') await settle(order);
  else if (stage === 'superseded') end(order);
  else if (stage !== 'requested' && stage !== 'sent') fail(order, problem ?? stage);
}

/**
 * Ends an accepted order once its reading is here; reads the element if the reading has not arrived yet.
 * @param {Order} order
 */
async function settle(order) {
  if (running.get(facetKey(order.path, order.type)) !== order) return;
  if (!same(store.elements.get(order.path)?.readings[order.type]?.value, order.value)) {
    try {
      const revision = store.revision(order.path);
      const element = await read(resource('elements', order.path));
      // An event that arrived in the meantime may be newer.
      if (store.revision(order.path) === revision) store.applyElement(order.path, element);
    } catch {
      // Keep the known readings; the stream brings newer ones.
    }
  }
  end(order);
}

/** @param {Order} order */
function end(order) {
  const facet = facetKey(order.path, order.type);
  if (running.get(facet) === order) running.delete(facet);
  showAgain(order.path);
  if (order.own) listeners.ended?.(order);
}

/** @param {Order} order @param {any} problem */
function fail(order, problem) {
  const facet = facetKey(order.path, order.type);
  if (running.get(facet) === order) running.delete(facet);
  const replaced = newest.get(facet) !== order || lanes.get(order.path)?.waiting.some((later) => later.type === order.type);
  const code = problem?.code ?? problem;
  const shown = order.own && !replaced && code !== 'superseded';
  if (shown) failures.set(facet, { order, problem });
  showAgain(order.path);
  if (shown) listeners.ended?.(order);
}

/**
 * Dismisses a failure.
 * @param {string} path @param {string} type
 */
export function dismiss(path, type) {
  failures.delete(facetKey(path, type));
  showAgain(path);
}

/** @param {any} event of kind `order` */
function follow(event) {
  advanceServerTime(event.time);
  const facet = facetKey(event.path, event.type);
  const sending = lanes.get(event.path)?.current;
  let order = byId.get(event.order);
  if (!order && sending && sending.id === undefined && sending.type === event.type && same(actionValue(event.action), sending.value)
      && (!event.by || event.by === store.session?.name)) {
    order = sending;
    name(order, event.order);
  }
  if (!order) return followOther(event, facet);
  // The response to the order is still pending, and has more than the event: an error code.
  if (sending === order) {
    recordedWhile(order);
    return;
  }
  if (event.stage === 'failed' || event.stage === 'expired') reason(order, event);
  else reach(order, event.stage, { code: event.stage, detail: event.message });
}

/**
 * An event shows that the server has the order: a newer one need not wait for its response.
 * @param {Order} order
 */
function recordedWhile(order) {
  if (lanes.get(order.path)?.waiting.length) recorded(order);
}

/** @param {Order} order @param {any} event */
async function reason(order, event) {
  let problem = { code: event.code ?? event.stage, detail: event.message };
  try {
    const found = (await read('orders/' + encodeURIComponent(order.id))).problem;
    // A stored order has only a text, which is not for the people who live there.
    if (found) problem = typeof found === 'string' ? { ...problem, detail: found } : found;
  } catch {
    // Use the event's message.
  }
  fail(order, problem);
}

/**
 * Shows the pending orders of others.
 * @param {any} event @param {string} facet
 */
function followOther(event, facet) {
  const shown = running.get(facet);
  const value = actionValue(event.action);
  if (event.stage === 'requested' || event.stage === 'sent') {
    if (shown || value === null || !store.elements.has(event.path)) return;
    const order = { path: event.path, type: event.type, value, key: '', startedAt: performance.now(), own: false };
    name(order, event.order);
    running.set(facet, order);
    store.touch(event.path);
    setTimeout(() => showAgain(event.path), SLOW_AFTER);
  }
}

/** @param {any} action `on`, `40`, `set Lamp 40%` @returns {string | number | null} its value */
function actionValue(action) {
  const word = String(action ?? '').trim().split(/\s+/).pop() ?? '';
  if (/^(on|off|up|down|stop)$/.test(word)) return word;
  const number = /^(-?\d+(?:\.\d+)?)%?$/.exec(word);
  return number ? Number(number[1]) : word === '' ? null : word;
}

/** After a snapshot, checks what became of the pending orders. */
async function recheck() {
  for (const [facet, order] of [...running]) {
    if (!order.own) running.delete(facet);
    else if (order.id !== undefined && lanes.get(order.path)?.current !== order) {
      try {
        const found = await read('orders/' + encodeURIComponent(order.id));
        const problem = typeof found.problem === 'string' ? { code: found.stage, detail: found.problem } : found.problem;
        await reach(order, found.stage, problem);
      } catch {
        end(order);
      }
    }
    store.touch(order.path);
  }
  store.flush();
}

/**
 * Dismisses a failure if a new reading shows the ordered value.
 * @param {any} event of kind `reading`
 */
function satisfied(event) {
  const facet = facetKey(event.path, event.reading.type);
  const failed = failures.get(facet);
  if (failed && same(event.reading.value, failed.order.value)) failures.delete(facet);
}

export function start() {
  onEvent('order', follow);
  onEvent('reading', satisfied);
  onEvent('snapshot', recheck);
}

