/** The messages to people, what became of each, and which nobody has acknowledged. */
import { explain, read } from '../core/api.js';
import { moment } from '../core/clock.js';
import { announce, h, setText } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { onEvent } from '../core/link.js';
import { address } from '../core/router.js';
import * as store from '../core/store.js';
import { t } from '../core/words.js';
import { causeText } from './cause.js';

/** How many are read at first, and how many the server has at most. */
const FIRST = 30;
const MOST = 500;
const BAD = ['failed', 'expired', 'lost'];

/** @param {import('../core/dom.js').Scope} scope */
export function noticesView(scope) {
  /** @type {Map<number, any>} by number */
  let notices = new Map();
  let last = FIRST;
  let turn = 0;
  /** @type {any[]} what came while they are read, which the list may not have */
  let meanwhile = [];
  /** The number of the notice that is being acknowledged: its button is disabled, and loses the focus. */
  let acting = '';
  const open = group(t('notices.open'), 'open');
  const earlier = group(t('notices.earlier'), 'earlier');
  const empty = h('div', { class: 'empty', hidden: true }, icon('bell'), h('p', null, t('notices.none')));
  const more = h('button', { type: 'button', class: 'button quiet', 'data-more': '', hidden: true, onclick: () => { last = MOST; load(); } }, t('log.more'));
  const title = h('h1', { tabindex: -1 }, t('nav.notices'));

  function show() {
    const active = document.activeElement;
    const focused = active === document.body ? acting : active?.closest('[data-notice]')?.getAttribute('data-notice');
    const all = [...notices.values()].sort((one, other) => other.number - one.number);
    for (const { section, list, isShown } of [open, earlier]) {
      list.replaceChildren(...all.filter(isShown).map((notice) => entry(notice, acknowledge)));
      section.hidden = list.childElementCount === 0;
    }
    empty.hidden = all.length > 0;
    more.hidden = last === MOST || all.length < last;
    // Whoever has just acknowledged one goes on with the next.
    if (focused) /** @type {HTMLElement} */ (view.querySelector(`[data-notice="${focused}"] button`) ?? open.list.querySelector('button') ?? title).focus();
  }

  async function load() {
    const mine = ++turn;
    meanwhile = [];
    try {
      const answer = await read('notices?last=' + last);
      if (scope.ended || mine !== turn) return;
      notices = new Map(answer.notices.map((/** @type {any} */ notice) => [notice.number, notice]));
      for (const notice of meanwhile) notices.set(notice.number, notice);
      show();
    } catch (problem) {
      if (scope.ended || mine !== turn) return;
      empty.hidden = false;
      setText(empty.lastElementChild, explain(problem));
    }
  }

  /** @param {any} notice @param {HTMLButtonElement} button */
  async function acknowledge({ number }, button) {
    button.disabled = true;
    acting = String(number);
    try {
      const answer = await read(`notices/${number}/acknowledgement`, { method: 'POST', body: {} });
      for (const notice of answer.notices) notices.set(notice.number, notice);
      announce(t('notice.acknowledged'));
    } catch (problem) {
      announce(explain(problem));
    }
    if (!scope.ended) show();
    acting = '';
  }

  scope.add(onEvent('notice', ({ notice }) => {
    meanwhile.push(notice);
    notices.set(notice.number, notice);
    show();
  }));
  scope.add(onEvent('snapshot', load));
  const view = h('div', { class: 'view view-notices' },
    h('header', { class: 'view-header' }, h('a', { class: 'round back', href: address('log'), 'aria-label': t('back') }, icon('back')), h('div', { class: 'view-title' }, title)),
    open.section, earlier.section, empty, more);
  load();
  return view;
}

/** @param {string} title @param {'open'|'earlier'} kind */
function group(title, kind) {
  const list = h('ul', { class: 'card notices', 'data-group': kind, 'aria-label': title });
  return { list, section: h('section', { class: 'group', hidden: true }, h('h2', null, title), list), isShown: (/** @type {any} */ { state }) => (state === 'open') === (kind === 'open') };
}

/** @param {any} sending a message to one target, as in the API */
export function sendingText({ target, reason, state, time, message = '' }) {
  const why = message === 'quiet hours' ? t('notice.quiet') : message;
  return [target, reason === 'raised' ? '' : t('notice.' + reason), [t('sending.' + state), state === 'waiting' ? '' : moment(time)].filter(Boolean).join(' '), why].filter(Boolean).join(' · ');
}

/** @param {any} notice @returns {string} "Acknowledged 21:04, Anna's phone" */
function endText({ state, ended, acknowledgedBy: who }) {
  if (state === 'open') return '';
  const by = who === 'whoever got the message' ? t('notice.byLink') : who;
  return [t('notice.' + state) + (ended ? ' ' + moment(ended) : ''), by].filter(Boolean).join(', ');
}

/** @param {any} notice as in the API @param {(notice: any, button: HTMLButtonElement) => void} acknowledge */
function entry(notice, acknowledge) {
  const { number, time, text, urgent, scene, state, suppressed, deliveries } = notice;
  const cause = scene ? h('a', { href: address('scene', scene) }, t('by.scene', { scene })) : causeText(notice);
  const facts = [urgent ? h('strong', { class: 'urgent' }, t('notice.urgent')) : null, cause, suppressed ? t('notice.more', { count: suppressed }) : null, endText(notice)].filter(Boolean);
  return h('li', { class: 'entry notice', 'data-notice': number, 'data-state': state, 'data-urgent': Boolean(urgent) },
    h('div', { class: 'entry-text' },
      h('p', { class: 'notice-text' }, text),
      h('p', { class: 'entry-stage' }, h('time', { datetime: time }, moment(time)), facts.map((fact) => [' · ', fact])),
      h('ul', { class: 'sendings', 'aria-label': t('notice.messages') }, deliveries.map((/** @type {any} */ sending) => h('li', { class: BAD.includes(sending.state) ? 'error' : '', 'data-sending': sending.id, 'data-state': sending.state }, BAD.includes(sending.state) ? '! ' : '', sendingText(sending))))),
    state === 'open' && store.mayAct() ? h('button', { type: 'button', class: 'button quiet', 'data-acknowledge': '', 'aria-label': t('notice.acknowledge') + ': ' + text, onclick: (/** @type {any} */ event) => acknowledge(notice, event.currentTarget) }, icon('check'), t('notice.acknowledge')) : null);
}
