/** An order in a list: the action, the cause and the outcome. */
import { explain } from '../core/api.js';
import { clockTime, moment, shortDuration } from '../core/clock.js';
import { h } from '../core/dom.js';
import { address } from '../core/router.js';
import { valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { has, label, language, t } from '../core/words.js';
import { causeText } from './cause.js';

/** @param {any} order @returns {any} the time from the request to the confirmation: the API has that from the acceptance on */
const confirmedAfter = ({ acceptedAfter = 0, confirmedAfter: after }) => (after === undefined ? undefined : acceptedAfter + after);

/** @param {any} order @param {{ element?: boolean, details?: boolean }} options `element`: show the element's name; `details`: can be expanded */
export function orderItem(order, { element: named = false, details = false } = {}) {
  const element = store.elements.get(order.element);
  const bad = ['failed', 'expired', 'mismatch', 'not-confirmed'].includes(order.stage);
  const cause = causeText(order);
  const took = confirmedAfter(order) ?? order.acceptedAfter;
  const stage = (has('stage.' + order.stage) ? t('stage.' + order.stage) : String(order.stage)) + (took !== undefined && !bad ? ' · ' + shortDuration(took) : '');
  const isOther = order.stage === 'mismatch' && order.observed !== undefined && order.observed !== null;
  const problem = bad && order.problem && !isOther ? explain(order.problem) : '';
  const result = isOther ? t('problem.still', { is: actionText(element, { ...order, action: order.observed }), wanted: actionText(element, order) }) : stage;
  const lines = [
    h('p', null, named ? h('a', { href: address('element', order.element) }, element ? label(element) : order.element) : null, named ? ' ' : null,
      h('strong', null, '→ ' + actionText(element, order)), cause ? h('span', { class: 'muted' }, ' · ' + cause) : null),
    h('p', { class: 'entry-stage' }, bad ? '! ' : '', result, problem ? ': ' + problem : '', !isOther && order.observed !== undefined && order.observed !== null && bad ? ' · ' + t('order.observed', { value: String(order.observed) }) : ''),
  ];
  return h('li', { class: 'entry' + (bad ? ' bad' : ''), 'data-order': order.id, 'data-stage': order.stage },
    h('time', { class: 'entry-time', datetime: order.requested, title: moment(order.requested) }, clockTime(order.requested)),
    details ? h('details', { class: 'entry-text' }, h('summary', null, lines), orderDetails(order)) : h('div', { class: 'entry-text' }, lines));
}

/**
 * The details of an order: its signal, its attempts, and when it was accepted and confirmed.
 * @param {any} order
 */
function orderDetails(order) {
  const facts = h('dl', { class: 'facts' });
  /** @param {string} name @param {any} value */
  const fact = (name, value) => value === undefined || value === null || value === ''
    || facts.append(h('dt', null, name), h('dd', null, typeof value === 'object' ? JSON.stringify(value) : String(value)));
  fact('#', order.id);
  fact(t('advanced.signal'), order.signal);
  for (const attempt of order.attempts ?? []) fact(new Date(attempt.time).toLocaleTimeString(language(), { hour12: false }), [attempt.milliseconds === undefined ? '' : shortDuration(attempt.milliseconds), attempt.result].filter((part) => part !== '' && part !== undefined).join(' · '));
  fact(t('stage.accepted'), order.acceptedAfter === undefined ? '' : shortDuration(order.acceptedAfter));
  fact(t('stage.confirmed'), confirmedAfter(order) === undefined ? '' : shortDuration(confirmedAfter(order)));
  return facts;
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
