/** The log of the house, weeks back: what happened, and the orders with their cause. */
import { explain, read } from '../core/api.js';
import { clockTime, moment, serverNow } from '../core/clock.js';
import { h, setAttribute } from '../core/dom.js';
import { icon } from '../core/icons.js';
import '../core/more-icons.js';
import { onEveryEvent } from '../core/link.js';
import { address } from '../core/router.js';
import { valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { has, label, language, t } from '../core/words.js';
import { causeText } from './cause.js';
import { actionText, orderItem } from './order.js';

/** The number of entries per request. */
const PAGE = 50;
/** Events are combined for so long, in milliseconds, before the newest entries are read. */
const DELAY = 700;
/** @type {Record<string, string>} the kinds of the API, by what people choose */
const KINDS = {
  changes: 'change,ordered,input',
  scenes: 'scene,not-run',
  problems: 'failed-order,link-lost,link-back,difference',
};

/** @param {import('../core/dom.js').Scope} scope */
export function logView(scope) {
  let place = '';
  let kind = '';
  let mode = 'events';
  let turn = 0;
  /** @type {any[]} the entries shown, the newest first */
  let entries = [];
  /** @type {string} the cursor of the next page; '' if there is none */
  let next = '';
  /** @type {any} */
  let timer;
  const list = h('ul', { class: 'card log', 'aria-label': t('nav.log') });
  const more = h('button', { type: 'button', class: 'button quiet', 'data-more': '', hidden: true }, t('log.more'));
  const empty = h('div', { class: 'empty', hidden: true }, icon('log'), h('p', null, t('log.empty')));
  const filter = h('select', { class: 'field', 'data-filter': 'place', 'aria-label': t('log.place'), onchange: () => { place = filter.value; load(); } },
    h('option', { value: '' }, t('log.everywhere')), [...store.places.values()].map((item) => h('option', { value: item.path }, '\u2003'.repeat(item.path.split('/').length - 1) + label(item))));
  const kinds = h('select', { class: 'field', 'data-filter': 'kind', 'aria-label': t('log.kind'), onchange: () => { kind = kinds.value; load(); } },
    h('option', { value: '' }, t('log.all')), Object.keys(KINDS).map((name) => h('option', { value: KINDS[name] }, t('log.' + name))));
  const segments = ['events', 'orders'].map((name) => h('button', { type: 'button', class: 'segment', 'data-mode': name, onclick: () => { mode = name; load(); } }, t('log.' + name)));

  const tidy = () => {
    more.hidden = next === '';
    list.hidden = list.childElementCount === 0;
    empty.hidden = !list.hidden;
  };
  /** @param {string} cursor '' for the newest */
  const page = (cursor) => read('log?last=' + PAGE + (place && '&path=' + encodeURIComponent(place)) + (kind && '&kind=' + kind) + (cursor && '&before=' + cursor));
  const show = () => {
    let day = '';
    list.replaceChildren(...entries.flatMap((data) => {
      const own = new Date(data.time).toDateString();
      const rows = own === day ? [] : [h('li', { class: 'entry log-day' }, h('h2', null, dayText(data.time)))];
      day = own;
      return [...rows, entry(data)];
    }));
    tidy();
  };

  /** @param {boolean} [isNewer] whether only to add what is newer */
  async function loadEvents(isNewer = false) {
    const mine = ++turn;
    try {
      const answer = await page(isNewer ? '' : next);
      if (scope.ended || mine !== turn || mode !== 'events') return;
      if (isNewer) {
        // A gap of more than a page: begin with the newest.
        const known = new Set(entries.map(key));
        if (!answer.entries.some((/** @type {any} */ data) => known.has(key(data)))) [entries, next] = [[], answer.next ?? ''];
        const newer = new Set(answer.entries.map(key));
        entries = [...answer.entries, ...entries.filter((data) => !newer.has(key(data)))];
      } else {
        entries.push(...answer.entries);
        next = answer.next ?? '';
      }
      show();
    } catch (problem) {
      if (!isNewer && !scope.ended && mine === turn) {
        list.append(h('li', { class: 'entry bad' }, explain(problem)));
        tidy();
      }
    }
  }

  async function loadOrders() {
    const mine = ++turn;
    try {
      const answer = await read('orders?last=' + PAGE + (place && '&element=' + encodeURIComponent(place)) + (next && '&before=' + next));
      if (scope.ended || mine !== turn) return;
      list.append(...answer.orders.map((/** @type {any} */ order) => orderItem(order, { element: true })));
      next = answer.orders.length < PAGE ? '' : String(answer.orders.at(-1)?.id);
    } catch (problem) {
      list.append(h('li', { class: 'entry bad' }, explain(problem)));
    }
    tidy();
  }

  const loadPage = () => (mode === 'events' ? loadEvents() : loadOrders());
  function load() {
    for (const segment of segments) setAttribute(segment, 'aria-pressed', String(segment.dataset.mode === mode));
    list.textContent = '';
    entries = [];
    next = '';
    more.hidden = true;
    kinds.hidden = mode !== 'events';
    loadPage();
  }
  more.addEventListener('click', loadPage);
  scope.add(onEveryEvent((event) => {
    if (mode !== 'events' || !isOfLog(event) || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (!scope.ended && mode === 'events') loadEvents(true);
    }, DELAY);
  }));
  scope.add(() => clearTimeout(timer));
  load();
  return h('div', { class: 'view view-log' },
    h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('nav.log'))), h('a', { class: 'button quiet', href: address('notices') }, icon('bell'), t('nav.notices'))),
    h('div', { class: 'toolbar' }, h('div', { class: 'segments', role: 'group', 'aria-label': t('log.show') }, segments), h('div', { class: 'log-filter' }, filter), h('div', { class: 'log-filter' }, kinds)),
    list, empty, more);
}

/** @param {any} event whether it may have left something in the log */
const isOfLog = ({ kind, data }) => (kind === 'reading' && (data.reading?.type !== 'value' || typeof data.reading.value !== 'number'))
  || ['order', 'scene', 'server', 'input', 'difference', 'snapshot'].includes(kind);

/** @param {any} data @returns {string} the same for an entry that was counted again */
const key = (data) => [data.kind, data.time, data.element, data.scene, data.link, data.order].join('\n');

/** @param {string} time @returns {string} "Today", "Thursday, 26 November" */
function dayText(time) {
  const date = new Date(time);
  if (date.toDateString() === new Date(serverNow()).toDateString()) return t('day.today');
  return date.toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long' });
}

/** @type {Record<string, string>} */
const ICONS = { change: 'history', ordered: 'history', input: 'history', 'failed-order': 'next', scene: 'scene', 'not-run': 'scene', 'link-lost': 'plug', 'link-back': 'plug', difference: 'warning', started: 'settings' };
const BAD = ['failed-order', 'link-lost'];

/** @param {any} data an entry of the API @returns {string} why a scene did not run, in the language of the page */
function reasonText({ reason, values: [a = '', b = ''] = [], message = '' }) {
  return has('reason.' + reason) ? t('reason.' + reason, { a, b }) : message;
}

/** @param {any} data an entry of the API @param {store.Element | undefined} element */
function text(data, element) {
  const value = element && data.type ? valueText(element, data.type, data.type === 'regulable' ? Number(data.value) : data.value) : data.value ?? '';
  switch (data.kind) {
    case 'change': case 'ordered': return (data.certainty === 'assumed' ? '~' : '') + value;
    case 'input': return value;
    case 'failed-order': return '→ ' + actionText(element, { ...data, action: data.value }) + ' · ' + (has('stage.' + data.stage) ? t('stage.' + data.stage) : data.stage) + (data.message ? ': ' + data.message : '');
    case 'scene': return [t('outcome.' + data.outcome), data.message].filter(Boolean).join(': ');
    case 'not-run': return t('log.notRun', { reason: reasonText(data) });
    case 'link-lost': return t('server.lost') + (data.message ? ': ' + data.message : '');
    case 'link-back': return t('server.back');
    default: return data.message ?? '';
  }
}

/** @param {any} data an entry of the API */
function entry(data) {
  const { kind, time, element: path, scene, link, count } = data;
  const element = path ? store.elements.get(path) : undefined;
  const bad = BAD.includes(kind) || data.outcome === 'failed';
  const title = scene ? h('a', { href: address('scene', scene) }, scene) : link ? h('strong', null, link)
    : path ? h('a', { href: address('element', path) }, element ? label(element) : path) : h('strong', null, t('log.started'));
  const by = kind === 'change' && data.byKind === 'house' ? '' : causeText(data);
  const parts = [text(data, element) + (count ? ' ×' + count : ''), by].filter(Boolean).join(' · ');
  return h('li', { class: 'entry' + (bad ? ' bad' : ''), 'data-kind': kind },
    h('time', { class: 'entry-time', datetime: time, title: moment(time) }, clockTime(time)),
    h('span', { class: 'entry-icon' }, icon(/** @type {any} */ (ICONS[kind] ?? 'log'))),
    h('div', { class: 'entry-text' }, h('p', null, title), h('p', { class: 'entry-stage' }, bad ? '! ' : '', parts)));
}
