/** The control of one facet of an element, by its type. */
import { h, setAttribute, setText } from '../core/dom.js';
import { armedValue, opens } from '../core/guard.js';
import { holdable } from '../core/hold.js';
import { again, failure, give } from '../core/orders.js';
import { facet, isWritable, stateText, valueText } from '../core/states.js';
import { t } from '../core/words.js';
import { cover } from './cover.js';
import { number } from './number.js';
import { press } from './press.js';
import { slider } from './slider.js';
import { toggle } from './switch.js';

/**
 * @typedef {object} Control
 * @property {HTMLElement} node
 * @property {(state: import('../core/states.js').Facet) => void} update shows the known value and the pending order
 */

/** @param {import('../core/store.js').Element} element @returns {boolean} whether its value is a number */
export const isNumber = (element) =>
  element.minimum !== undefined || element.maximum !== undefined || element.step !== undefined
  || typeof element.readings.value?.value === 'number' || (element.unit !== undefined && element.unit !== '');

/**
 * @param {import('../core/store.js').Element} element
 * @param {import('../core/types.js').FacetType} type
 * @param {boolean} large on the element's own screen
 * @returns {Control | null} null if the facet accepts no orders, or is a text: a row is too small for it
 */
export function control(element, type, large) {
  if (!isWritable(element, type)) return null;
  switch (type) {
    case 'binary': return element.button ? press(element, large) : toggle(element, large);
    case 'regulable': return element.kind === 'service' ? number(element, type, large) : slider(element, large);
    case 'bidirectional': return cover(element, large);
    case 'colour': return null;
    case 'value': return isNumber(element) ? number(element, type, large) : null;
  }
}

/**
 * The line with a facet's state, the reason for a failure, and a retry button.
 * @param {import('../core/store.js').Element} element
 * @param {import('../core/types.js').FacetType} type
 * @param {boolean | 'control'} isAll as of `stateText`
 */
export function stateLine(element, type, isAll) {
  const line = h('span', { class: 'state' });
  const retry = h('button', { class: 'retry', type: 'button', hidden: true }, t('retry'));
  const retryReady = holdable(retry, element, type, () => failure(element.path, type)?.order.value ?? '', () => again(element.path, type));
  // Controls without a button for each value leave it to this one to open something.
  const confirm = h('button', { class: 'retry confirm', type: 'button', hidden: true });
  const confirmReady = holdable(confirm, element, type, () => armedValue(element.path, type) ?? '', (value) => give(element.path, type, value));
  return {
    line, retry: h('span', { class: 'retries' }, retry, confirm), canRetry: () => !retry.hidden || !confirm.hidden,
    /** @param {import('../core/states.js').Facet} state */
    update(state) {
      setText(line, stateText(element, type, state, isAll));
      retry.hidden = state.state !== 'failed' || !state.mayRetry;
      retry.disabled = !state.enabled;
      confirm.hidden = state.armed === null || (type !== 'regulable' && type !== 'value') || !opens(element, type, state.armed);
      if (!confirm.hidden) setText(confirm, t('hold.confirm', { value: valueText(element, type, state.armed) }));
      confirm.disabled = !state.enabled;
      retryReady();
      confirmReady();
    },
  };
}

/** @type {Record<string, string>} */
const MOVING = { opening: 'up', closing: 'down' };

/**
 * Sets the attributes that styles and tests use.
 * @param {HTMLElement} node @param {import('../core/states.js').Facet} state
 */
export function mark(node, state) {
  setAttribute(node, 'data-state', state.state);
  setAttribute(node, 'data-certainty', state.reading?.certainty ?? 'unknown');
  setAttribute(node, 'data-stale', Boolean(state.reading?.stale));
  setAttribute(node, 'data-unreachable', state.reading?.reachable === false);
  setAttribute(node, 'data-value', state.value);
  setAttribute(node, 'data-wanted', state.wanted);
  setAttribute(node, 'data-slow', state.slow);
  setAttribute(node, 'data-armed', state.armed !== null);
  setAttribute(node, 'data-moving', MOVING[String(state.value)] ?? (state.reading?.moving && ['up', 'down'].includes(String(state.value)) ? String(state.value) : null));
}

export { facet, stateText, valueText };
