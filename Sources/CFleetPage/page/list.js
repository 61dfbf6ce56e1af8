/** The list of houses: search, filters, and which are chosen. */
import { Problem, read } from '../core/api.js';
import { age, setServerTime } from '../core/clock.js';
import { announce, h, setText } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { number, t } from './words.js';

/**
 * @typedef {{ id: string, name: string, tenant: string, role: string, online?: boolean, lastContact?: string, version?: string,
 *   alarms?: number, stale?: number, leftOut?: number }} House
 */

/** After the last key, in milliseconds. */
const PAUSE = 80;
const REFRESH = 30000;
const PAGE = 100;
const FILTERS = ['all', 'alarms', 'stale', 'away'];

/** Which houses are chosen: some, or all that match a search. */
export class Choice {
  /** @type {Map<string, string>} names by ID */
  houses = new Map();
  /** @type {{ search: string, filter: string, count: number } | null} */
  matching = null;
  /** @type {() => void} */
  changed = () => {};

  get count() {
    return this.matching ? this.matching.count : this.houses.size;
  }

  /** @param {House} house @param {boolean} isChosen */
  set(house, isChosen) {
    this.matching = null;
    if (isChosen) this.houses.set(house.id, house.name);
    else this.houses.delete(house.id);
    this.changed();
  }

  /** @param {{ search: string, filter: string, count: number } | null} matching */
  setAll(matching) {
    this.houses.clear();
    this.matching = matching;
    this.changed();
  }

  /** @returns {{ houses: string[] } | { search: string, filter: string }} as a request says it */
  get request() {
    if (this.matching) return { search: this.matching.search, filter: this.matching.filter };
    return { houses: [...this.houses.keys()] };
  }
}

/** @param {House} house @returns {string} */
const line = (house) => [house.tenant, house.version, house.lastContact ? t('contact', { age: age(house.lastContact) }) : t('never')].filter(Boolean).join(' · ');

/** @param {House} house */
const marks = (house) => h('span', { class: 'marks' },
  house.alarms ? h('span', { class: 'mark-chip alarm' }, t('alarms', { count: house.alarms })) : null,
  house.stale ? h('span', { class: 'mark-chip stale' }, t('stale', { count: house.stale })) : null,
  house.leftOut ? h('span', { class: 'mark-chip stale' }, t('left-out', { count: house.leftOut === 1 ? 1 : number(house.leftOut) })) : null,
  h('span', { class: 'mark-chip' }, t(house.online === undefined ? 'unknown' : house.online ? 'online' : 'away')));

/** @param {House} house @param {Choice} choice */
function row(house, choice) {
  const box = h('input', { type: 'checkbox', 'aria-label': t('choose', { name: house.name }), onchange: () => choice.set(house, box.checked) });
  box.checked = choice.matching !== null || choice.houses.has(house.id);
  return h('li', { class: 'house', 'data-id': house.id, 'data-online': String(house.online) },
    h('label', { class: 'pick' }, box),
    h('a', { class: 'house-link', href: `/house/${house.id}/` },
      h('span', { class: 'row-text' }, h('span', { class: 'row-name' }, house.name), h('span', { class: 'row-line' }, line(house))), marks(house)));
}

/** @param {Choice} choice @param {(problem: any) => void} failed */
export function listView(choice, failed) {
  const place = new URLSearchParams(location.search);
  let search = place.get('search') ?? '';
  let filter = FILTERS.find((name) => name === place.get('filter')) ?? 'all';
  /** @type {House[]} */
  let houses = [];
  let count = 0;
  /** @type {string | undefined} */
  let next;
  /** @type {AbortController | null} */
  let current = null;
  /** @type {any} */
  let timer;

  const field = h('input', { type: 'search', class: 'search-input', placeholder: t('search'), 'aria-label': t('search'), autocomplete: 'off', spellcheck: 'false', value: search });
  const filters = h('div', { class: 'filters', role: 'group', 'aria-label': t('filter') });
  const counted = h('span', { 'data-count': '' });
  const all = h('button', { type: 'button', class: 'retry', 'data-choose-all': '', onclick: () => choice.setAll({ search, filter, count }) });
  const list = h('ul', { class: 'card houses' });
  const note = h('p', { class: 'note', hidden: true });
  const more = h('button', { type: 'button', class: 'button quiet', onclick: () => load(true) }, t('more'));
  const end = h('div', { class: 'more', hidden: true }, more);

  const near = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !end.hidden) load(true);
  }, { rootMargin: '600px' });

  function query(/** @type {boolean} */ isMore) {
    const words = new URLSearchParams({ search, filter, limit: String(isMore ? PAGE : Math.min(500, Math.max(PAGE, houses.length))) });
    if (isMore && next) words.set('after', next);
    return 'houses?' + words;
  }

  /** @param {boolean} [isMore] adds the next page; else the list is replaced */
  async function load(isMore = false) {
    current?.abort();
    const mine = new AbortController();
    current = mine;
    try {
      const answer = await read(query(isMore), { signal: mine.signal });
      if (mine !== current) return;
      setServerTime(answer.time);
      houses = isMore ? [...houses, ...answer.houses] : answer.houses;
      ({ count, next } = answer);
      show(isMore ? answer.houses : null);
      performance.mark('list');
      document.body.dataset.search = search;
      document.body.dataset.filter = filter;
      failed(null);
    } catch (problem) {
      if (mine.signal.aborted) return;
      failed(problem);
    }
  }

  /** @param {House[] | null} added null for a new list */
  function show(added) {
    if (added) list.append(...added.map((house) => row(house, choice)));
    else {
      const focused = document.activeElement?.closest('.house')?.getAttribute('data-id');
      list.replaceChildren(...houses.map((house) => row(house, choice)));
      if (focused) list.querySelector(`[data-id="${focused}"] a`)?.focus({ preventScroll: true });
    }
    setText(counted, t('count', { count: count === 1 ? 1 : number(count) }));
    setText(all, t('choose.all', { count: number(count) }));
    all.hidden = count === 0;
    list.hidden = houses.length === 0;
    note.hidden = houses.length > 0;
    setText(note, t(search || filter !== 'all' ? 'none' : 'empty'));
    end.hidden = !next;
    // Else nothing would be reported if it is still near after the list has grown.
    near.unobserve(end);
    near.observe(end);
  }

  /** @param {number | undefined} value missing while nobody knows it */
  const shown = (value) => value === undefined ? '–' : number(value);

  async function loadTotals() {
    try {
      const totals = await read('totals');
      filters.replaceChildren(...FILTERS.map((name) => h('button', {
        type: 'button', class: 'filter', 'data-filter': name, 'aria-pressed': String(name === filter),
        onclick: () => {
          filter = name;
          for (const node of filters.children) node.setAttribute('aria-pressed', String(node.getAttribute('data-filter') === filter));
          changed();
        },
      }, t('filter.' + name), ' ', h('b', null, shown(name === 'all' ? totals.houses : totals[name])))));
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status === 401) failed(problem);
    }
  }

  function changed() {
    const words = new URLSearchParams();
    if (search) words.set('search', search);
    if (filter !== 'all') words.set('filter', filter);
    history.replaceState(null, '', '/' + (String(words) ? '?' + words : ''));
    houses = [];
    if (choice.matching) choice.setAll(null);
    load().then(() => announce(t('count', { count })));
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      search = field.value.trim();
      performance.mark('search');
      changed();
    }, PAUSE);
  });
  const refresh = () => {
    if (document.hidden) return;
    loadTotals();
    // Longer lists would jump: they are as old as their last page.
    if (houses.length <= 500) load();
  };
  const repeated = setInterval(refresh, REFRESH);
  document.addEventListener('visibilitychange', refresh);

  loadTotals();
  const first = load();
  const view = h('div', { class: 'view' },
    h('div', { class: 'fleet-tools' }, h('div', { class: 'search' }, icon('search'), field), filters),
    h('div', { class: 'fleet-count' }, counted, all), list, note, end);
  return {
    view, first,
    /** The boxes follow the choice. */
    redraw: () => {
      for (const node of list.children) {
        const box = node.querySelector('input');
        if (box) box.checked = choice.matching !== null || choice.houses.has(node.getAttribute('data-id') ?? '');
      }
    },
    close: () => {
      clearInterval(repeated);
      document.removeEventListener('visibilitychange', refresh);
      near.disconnect();
      current?.abort();
    },
  };
}
