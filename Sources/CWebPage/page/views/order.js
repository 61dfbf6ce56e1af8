/** One order in a list: what, who, why, and what became of it. */
import { explain } from '../core/api.js';
import { clockTime, moment } from '../core/clock.js';
import { h } from '../core/dom.js';
import { address } from '../core/router.js';
import { valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { formatNumber, has, label, t } from '../core/words.js';

/** @param {any} order @param {{ element?: boolean, signal?: boolean }} [options] `element`: with its name */
export function orderItem(order, { element: named = false, signal = false } = {}) {
  const element = store.elements.get(order.element);
  const bad = ['failed', 'expired', 'mismatch', 'not-confirmed'].includes(order.stage);
  const why = [order.by, order.origin && order.origin !== 'web' ? t('origin.' + order.origin) : null].filter(Boolean).join(' · ');
  const took = order.confirmedAfter ?? order.acceptedAfter;
  const stage = (has('stage.' + order.stage) ? t('stage.' + order.stage) : String(order.stage)) + (took !== undefined && !bad ? ' · ' + (took < 1000 ? took + ' ms' : formatNumber(Math.round(took / 100) / 10) + ' s') : '');
  const problem = bad && order.problem ? explain(order.problem) : '';
  return h('li', { class: 'entry' + (bad ? ' bad' : ''), 'data-order': order.id, 'data-stage': order.stage },
    h('time', { class: 'entry-time', datetime: order.requested, title: moment(order.requested) }, clockTime(order.requested)),
    h('div', { class: 'entry-text' },
      h('p', null, named ? h('a', { href: address('element', order.element) }, element ? label(element) : order.element) : null, named ? ' ' : null,
        h('strong', null, '→ ' + actionText(element, order)), why ? h('span', { class: 'muted' }, '  ' + why) : null),
      h('p', { class: 'entry-stage' }, bad ? '! ' : '', stage, problem ? ': ' + problem : '', order.observed !== undefined && order.observed !== null && bad ? ' · ' + t('order.observed', { value: String(order.observed) }) : ''),
      signal && (order.attempts?.length ?? 0) > 1 ? h('p', { class: 'muted' }, t('order.attempts', { count: order.attempts.length })) : null));
}

/** @param {store.Element | undefined} element @param {any} order @returns {string} */
export function actionText(element, order) {
  const action = order.action ?? order.value ?? '';
  if (!element || !order.type) return String(action);
  const word = String(action).split(/\s+/).pop() ?? '';
  if (order.type === 'regulable' && /^\d+%?$/.test(word)) return valueText(element, 'regulable', parseInt(word, 10));
  if (order.type === 'value') return valueText(element, 'value', action);
  return valueText(element, order.type, word);
}
