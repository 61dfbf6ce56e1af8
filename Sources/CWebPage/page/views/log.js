/** The log: live events, and the orders with their cause. */
import { explain, read } from '../core/api.js';
import { clockTime, moment } from '../core/clock.js';
import { h, setAttribute } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { journal, readers } from '../core/journal.js';
import { address } from '../core/router.js';
import { valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { has, label, t } from '../core/words.js';
import { causeText } from './cause.js';
import { actionText, orderItem } from './order.js';

const SHOWN = 100;
/** The number of orders per request. */
const PAGE = 50;

/** @param {import('../core/dom.js').Scope} scope */
export function logView(scope) {
  let place = '';
  let mode = 'events';
  let turn = 0;
  const list = h('ul', { class: 'card log', 'aria-label': t('nav.log') });
  const more = h('button', { type: 'button', class: 'button quiet', hidden: true }, t('log.more'));
  const empty = h('div', { class: 'empty', hidden: true }, icon('log'), h('p', null, t('log.empty')));
  const filter = h('select', { class: 'field', 'aria-label': t('log.place'), onchange: () => { place = filter.value; load(); } },
    h('option', { value: '' }, t('log.everywhere')), [...store.places.values()].map((item) => h('option', { value: item.path }, '\u2003'.repeat(item.path.split('/').length - 1) + label(item))));
  const segments = ['events', 'orders'].map((name) => h('button', { type: 'button', class: 'segment', 'data-mode': name, onclick: () => { mode = name; load(); } }, t('log.' + name)));

  /** @param {string | undefined} path */
  const matches = (path) => place === '' || path === place || (path ?? '').startsWith(place + '/');
  const tidy = () => {
    while (list.childElementCount > SHOWN && mode === 'events') list.lastElementChild?.remove();
    list.hidden = list.childElementCount === 0;
    empty.hidden = !list.hidden;
  };

  /** Appends the orders from before the page was opened. */
  async function loadEarlier() {
    const mine = ++turn;
    const known = new Set(journal.filter((event) => event.kind === 'order').map((event) => event.data.order));
    const answer = await read('orders?last=30').catch(() => ({ orders: [] }));
    if (scope.ended || mine !== turn || mode !== 'events') return;
    list.append(...answer.orders.filter((/** @type {any} */ order) => matches(order.element) && !known.has(order.id)).map((/** @type {any} */ order) => orderItem(order, { element: true })));
    tidy();
  }

  /** @type {number | undefined} the number of the oldest order shown */
  let cursor;
  async function loadOrders() {
    const before = mode;
    try {
      const answer = await read('orders?last=' + PAGE + (cursor ? '&before=' + cursor : ''));
      if (scope.ended || mode !== before) return;
      list.append(...answer.orders.filter((/** @type {any} */ order) => matches(order.element)).map((/** @type {any} */ order) => orderItem(order, { element: true })));
      cursor = answer.orders.at(-1)?.id;
      more.hidden = answer.orders.length < PAGE;
    } catch (problem) {
      list.append(h('li', { class: 'entry bad' }, explain(problem)));
    }
    tidy();
  }

  function load() {
    for (const segment of segments) setAttribute(segment, 'aria-pressed', String(segment.dataset.mode === mode));
    list.textContent = '';
    cursor = undefined;
    more.hidden = true;
    if (mode === 'events') {
      list.append(...journal.filter((event) => matches(event.data.path)).slice(0, SHOWN).map(entry).filter(Boolean));
      tidy();
      loadEarlier();
    } else loadOrders();
  }
  more.addEventListener('click', loadOrders);
  /** @param {import('../core/types.js').PageEvent} event */
  const reader = (event) => {
    if (mode !== 'events' || !matches(event.data.path)) return;
    const node = entry(event);
    if (node) list.prepend(node);
    tidy();
  };
  readers.add(reader);
  scope.add(() => readers.delete(reader));
  load();
  return h('div', { class: 'view view-log' },
    h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('nav.log')))),
    h('div', { class: 'toolbar' }, h('div', { class: 'segments', role: 'group', 'aria-label': t('log.show') }, segments), h('div', { class: 'log-filter' }, filter)),
    list, empty, more);
}

const ICONS = { reading: 'history', order: 'next', scene: 'scene', server: 'plug', daemon: 'plug', memory: 'warning', reload: 'settings', difference: 'warning' };

/** @param {import('../core/types.js').PageEvent} event */
function entry({ id, kind, data }) {
  const element = data.path ? store.elements.get(data.path) : undefined;
  const name = data.path ? h('a', { href: address('element', data.path) }, element ? label(element) : data.path) : null;
  let text = String(data.message ?? '');
  let bad = false;
  if (kind === 'reading') {
    const { reading } = data;
    const cover = reading.type === 'bidirectional' ? data.cover : undefined;
    // A cover that begins to move has left its position: its word says so.
    if (data.cover && reading.type === 'regulable' && reading.stale) return null;
    const { certainty, value } = cover ? { certainty: cover.certainty, value: cover.state } : reading;
    text = (certainty === 'assumed' ? '~' : '') + (element ? valueText(element, reading.type, value) : String(value));
    if (reading.by && reading.byKind !== 'house') text += ' · ' + causeText(reading);
  } else if (kind === 'order') {
    bad = ['failed', 'expired', 'mismatch', 'not-confirmed'].includes(data.stage);
    text = '→ ' + actionText(element, data) + ' · ' + (has('stage.' + data.stage) ? t('stage.' + data.stage) : data.stage) + (bad && data.message && data.message !== data.stage ? ': ' + data.message : '') + (data.by ? ' · ' + causeText(data) : '');
  } else if (kind === 'scene') {
    bad = data.progress === 'failed' || data.outcome === 'failed';
    const progress = has('scene.' + data.progress) ? t('scene.' + data.progress) : data.progress;
    const outcome = has('outcome.' + data.outcome) ? t('outcome.' + data.outcome) : data.outcome;
    const parts = data.progress === 'skipped' ? [progress + (data.message ? ': ' + data.message : '')] : [progress, data.message, outcome];
    text = [...parts, causeText(data)].filter(Boolean).join(' · ');
  } else if (kind === 'server') {
    bad = data.reachable === false;
    text = t(bad ? 'server.lost' : 'server.back') + (data.message ? ': ' + data.message : '');
  } else if (kind === 'daemon') {
    bad = data.connected === false;
    text = t(bad ? 'banner.daemon' : 'banner.online');
  }
  const title = kind === 'scene' ? h('a', { href: address('scene', data.scene) }, data.scene) : kind === 'server' ? h('strong', null, data.server) : name;
  return h('li', { class: 'entry' + (bad ? ' bad' : ''), 'data-kind': kind, 'data-event': id },
    h('time', { class: 'entry-time', datetime: data.time, title: moment(data.time) }, clockTime(data.time)),
    h('span', { class: 'entry-icon' }, icon(ICONS[/** @type {keyof typeof ICONS} */ (kind)] ?? 'log')),
    h('div', { class: 'entry-text' }, h('p', null, title ?? text), title ? h('p', { class: 'entry-stage' }, bad ? '! ' : '', text) : null));
}
