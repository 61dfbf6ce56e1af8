/** An element on its own screen: all its facets in the model's order, then its history. */
import { control, facet, mark, stateLine } from '../controls/facet.js';
import { choice } from '../controls/choice.js';
import { text } from '../controls/text.js';
import { explain, read, resource } from '../core/api.js';
import { age, duration, shortDuration } from '../core/clock.js';
import { announce, h, setAttribute, setText } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { onEvent } from '../core/link.js';
import { favourites, toggleFavourite } from '../core/preferences.js';
import { address, base } from '../core/router.js';
import { isOn, isWritable, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';
import { chartSection } from '../charts/chart.js';
import { group, rows } from '../place/lists.js';
import { missing, trail } from '../place/place.js';
import { causeText } from './cause.js';
import { orderItem } from './order.js';
import { refreshed } from './refresh.js';

/**
 * @typedef {object} Card
 * @property {Node[]} facets
 * @property {store.Element[]} others the parts that are not among them
 */
/** @param {store.Element} element @param {import('../core/dom.js').Scope} scope @returns {Card} */
const plainCard = (element, scope) => ({ facets: element.types.map((type) => facetView(element, type, scope)), others: element.parts });

/** @param {string} path @param {import('../core/dom.js').Scope} scope @param {typeof plainCard} card */
export function elementView(path, scope, card = plainCard) {
  const element = store.elements.get(path);
  if (!element) return missing();
  const parent = store.places.get(element.parent);
  const device = element.owner ? store.elements.get(element.owner) : undefined;
  const header = h('header', { class: 'view-header element-header' },
    h('a', { class: 'round back', href: device ? address('element', device.path) : parent ? back(parent) : base, 'aria-label': t('back') }, icon('back')),
    h('div', { class: 'view-title' }, trail(element.parent, device ? [h('span', { 'aria-hidden': 'true' }, '›'), h('a', { href: address('element', device.path) }, label(device))] : undefined), h('h1', { tabindex: -1, title: label(element) }, label(element))), star(path));
  const { facets, others } = card(element, scope);
  return h('div', { class: 'view view-element', 'data-path': path },
    header, h('div', { class: 'card facets' }, facets), others.length > 0 ? group(t('parts'), rows(others, scope)) : null,
    chartSection(element, scope), ordersSection(element, scope), statisticsSection(element, scope), advancedSection(element));
}

/** @param {store.Place} place */
const back = (place) => (store.houses.length === 1 && store.houses[0] === place ? base : address('place', place.path));

/** @param {string} path */
function star(path) {
  const button = h('button', { type: 'button', class: 'round star', 'aria-label': t('favourite') }, icon('star'));
  const show = (/** @type {boolean} */ on) => setAttribute(button, 'aria-pressed', String(on));
  button.addEventListener('click', () => {
    const on = toggleFavourite(path);
    show(on);
    announce(t(on ? 'favourite.added' : 'favourite.removed'));
  });
  show(favourites().includes(path));
  return button;
}

/**
 * @param {store.Element} element @param {import('../core/types.js').FacetType} type @param {import('../core/dom.js').Scope} scope
 * @param {string} [title]
 */
export function facetView(element, type, scope, title = '') {
  const handle = control(element, type, true) ?? (type === 'value' && isWritable(element, type) ? (element.options ? choice(element) : text(element)) : null);
  const { line, retry, canRetry, update } = stateLine(element, type, false);
  const value = h('p', { class: 'facet-reading' });
  const source = h('p', { class: 'facet-source' });
  const node = h('section', { class: 'facet facet-' + type, 'data-path': element.path, 'data-type': type, 'data-kind': element.kind, 'aria-label': title || t('type.' + type) },
    title ? h('h2', { class: 'facet-title' }, title) : null,
    h('div', { class: 'facet-head' }, h('div', { class: 'facet-known' }, value, h('p', { class: 'facet-state' }, line, retry), source), type === 'binary' ? handle?.node : null),
    type === 'binary' ? null : handle?.node);
  const show = () => {
    const state = facet(element, type);
    mark(node, state);
    store.kinds.paint?.(node, element);
    update(state);
    node.classList.toggle('on', isOn(element, state, type));
    setText(value, valueText(element, type, state.value));
    line.parentElement?.toggleAttribute('hidden', line.textContent === value.textContent && !canRetry());
    setText(source, cause(state.reading));
    handle?.update(state);
  };
  scope.add(store.subscribe(element.path, show));
  show();
  return node;
}

/** @param {import('../core/types.js').Reading | undefined} reading @returns {string} "from my phone, 5 min ago" */
export function cause(reading) {
  // Of what is unreachable, the state has the time.
  if (!reading?.since || reading.certainty === 'unknown' || reading.reachable === false) return '';
  const when = age(reading.since);
  const by = causeText(reading);
  // The state of what is stale has its age.
  return by ? t('by.when', { by, when }) : reading.stale ? '' : when;
}

/** @param {store.Element} element @param {import('../core/dom.js').Scope} scope */
function ordersSection(element, scope) {
  const list = h('ul', { class: 'card rows orders' });
  const section = h('section', { class: 'group', hidden: true }, h('h2', null, t('orders.last')), list);
  let pending = false;
  const load = async () => {
    if (pending || scope.ended) return;
    pending = true;
    try {
      const { orders } = await read('orders?last=8&element=' + encodeURIComponent(element.path));
      list.textContent = '';
      list.append(...orders.map((/** @type {any} */ order) => orderItem(order, { details: true })));
      section.hidden = orders.length === 0;
    } catch (problem) {
      list.textContent = '';
      list.append(h('li', { class: 'note' }, explain(problem)));
    } finally {
      pending = false;
    }
  };
  scope.add(onEvent('order', (event) => {
    if (event.path === element.path && event.stage !== 'requested' && event.stage !== 'sent') load();
  }));
  load();
  return section;
}

/** @param {store.Element} element @param {import('../core/dom.js').Scope} scope */
function statisticsSection(element, scope) {
  const body = h('tbody', null);
  const section = h('section', { class: 'group', hidden: true }, h('h2', null, t('stats.title')),
    h('div', { class: 'card table' }, h('table', null,
      h('thead', null, h('tr', null, h('td', null), h('th', { scope: 'col' }, t('stats.this')), h('th', { scope: 'col' }, t('stats.last')))), body)));
  /** @param {any} answer */
  const show = (answer) => {
    const found = answer.elements?.find((/** @type {any} */ item) => item.element === element.path);
    if (!found) return;
    /** @type {Record<string, (value: number) => string>} */
    const forms = {
      changes: String, onSeconds: duration, mean: (value) => valueText(element, element.types.includes('regulable') ? 'regulable' : 'value', Math.round(value * 10) / 10),
      orders: String, failures: String, confirmedAfter: shortDuration,
    };
    const rows = [];
    for (const [name, form] of Object.entries(forms)) {
      const values = [found.thisWeek?.[name], found.lastWeek?.[name]];
      if (values.every((value) => value === undefined || value === null)) continue;
      rows.push(h('tr', null, h('th', { scope: 'row' }, t('stats.' + name)), values.map((value) => h('td', null, value === undefined || value === null ? '–' : form(value)))));
    }
    body.replaceChildren(...rows);
    section.hidden = rows.length === 0;
  };
  const load = () => read('stats?path=' + encodeURIComponent(element.path)).then(show, () => {});
  load();
  refreshed(() => [element.path], scope, load);
  return section;
}

/** @param {store.Element} element */
function advancedSection(element) {
  const list = h('dl', { class: 'facts' });
  const details = h('details', { class: 'card advanced' }, h('summary', null, t('advanced')), list);
  /** @param {string} name @param {any} value */
  const fact = (name, value) => value === undefined || value === null || value === '' ? null
    : list.append(h('dt', null, name), h('dd', null, typeof value === 'object' ? JSON.stringify(value) : String(value)));
  fact(t('advanced.path'), element.path);
  fact(t('advanced.types'), element.types.map((type) => t('type.' + type)).join(', '));
  if (element.minimum !== undefined || element.maximum !== undefined) fact(t('advanced.range'), `${element.minimum ?? '–'} … ${element.maximum ?? '–'}`);
  if (element.light?.white) fact(t('advanced.white'), `${element.light.white.minimum} … ${element.light.white.maximum} K`);
  fact(t('advanced.step'), element.step);
  let loaded = false;
  details.addEventListener('toggle', async () => {
    if (loaded || !details.open) return;
    loaded = true;
    try {
      const known = new Set(['path', 'name', 'kind', 'types', 'readings', 'cover', 'labels', 'label', 'unit', 'icon', 'position', 'writable', 'minimum', 'maximum', 'step', 'readOnly', 'time', 'parts', 'options', 'light']);
      const answer = await read(resource('elements', element.path));
      for (const [name, value] of Object.entries(answer)) if (!known.has(name)) fact(name, value);
      const { orders } = await read('orders?last=1&element=' + encodeURIComponent(element.path));
      if (orders[0]?.signal) fact(t('advanced.signal'), orders[0].signal);
    } catch (problem) {
      list.append(h('dt', null, '!'), h('dd', null, explain(problem)));
    }
  });
  return details;
}
