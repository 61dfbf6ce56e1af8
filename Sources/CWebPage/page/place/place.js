/** A place with its sectors, devices and services, or the list of houses. */
import { h, setAttribute } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { lastUsed } from '../core/preferences.js';
import { address, base } from '../core/router.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';
import { group, rows, tiles } from './lists.js';

/** @param {string | null} path @param {any} [last] @returns {Node | null} the breadcrumbs from the house down to a place */
export function trail(path, last) {
  const links = [];
  for (let place = path ? store.places.get(path) : undefined; place; place = place.parent ? store.places.get(place.parent) : undefined) {
    links.unshift(h('a', { href: isOnlyHouse(place) ? base : address('place', place.path) }, label(place)));
  }
  if (links.length === 0) return null;
  return h('nav', { class: 'trail', 'aria-label': t('trail') }, links.map((link, index) => [index > 0 ? h('span', { 'aria-hidden': 'true' }, '›') : null, link]), last);
}

/** @param {store.Place} place */
export const isOnlyHouse = (place) => store.houses.length === 1 && store.houses[0] === place;

/** @param {HTMLElement} content @param {import('../core/dom.js').Scope} scope */
export function searchField(content, scope) {
  const results = h('div', { class: 'results', hidden: true });
  const field = h('input', { type: 'search', class: 'search-input', autocomplete: 'off', enterkeyhint: 'search', 'aria-label': t('search'), placeholder: t('search') });
  field.addEventListener('focus', async () => {
    const { search } = await import('./search.js');
    if (!scope.ended) search(field, results, content, scope);
  }, { once: true });
  return { field: h('div', { class: 'search', role: 'search' }, icon('search'), field), results };
}

/**
 * The view of a place, or of the houses.
 * @param {string} path '' is the start
 * @param {import('../core/dom.js').Scope} scope
 * @param {(place: store.Place) => void} showPlan
 */
export function placeView(path, scope, showPlan) {
  const place = path ? store.places.get(path) : store.houses.length === 1 ? store.houses[0] : undefined;
  if (path && !place) return missing();
  const content = h('div', { class: 'content' });
  const { field, results } = searchField(content, scope);
  const devices = (place?.elements ?? []).filter((element) => element.kind === 'device');
  const services = (place?.elements ?? []).filter((element) => element.kind === 'service');
  const sectors = place ? place.sectors : store.houses;
  const actions = [];
  if (place?.plan) {
    actions.push(h('button', { type: 'button', class: 'round plan-button', 'aria-label': t('plan.show'), title: t('plan.show'), onclick: () => showPlan(place) }, icon('plan')));
  }
  if (place && store.mayAct() && [...store.elementsBelow(place)].some((element) => element.kind === 'device')) {
    const off = h('button', { type: 'button', class: 'round devices-off', 'aria-label': t('off.title'), title: t('off.title') }, icon('power'));
    off.addEventListener('click', async () => (await import('./off.js')).switchOff(place));
    const enable = () => {
      off.disabled = store.connection === 'offline' || store.connection === 'daemon';
    };
    scope.add(store.subscribe(store.EVERYTHING, enable));
    enable();
    actions.push(off);
  }
  const up = place?.parent ? store.places.get(place.parent) : undefined;
  const name = place ? label(place) : t('houses');
  const header = h('header', { class: 'view-header' },
    place && !isOnlyHouse(place)
      ? h('a', { class: 'round back', href: up && !isOnlyHouse(up) ? address('place', up.path) : base, 'aria-label': t('back') }, icon('back')) : null,
    h('div', { class: 'view-title' }, up ? trail(up.path) : null, h('h1', { tabindex: -1, title: name }, name)),
    actions);
  if (place && sectors.length + devices.length + services.length === 0) content.append(h('p', { class: 'note' }, t('place.empty')));
  if (!place && sectors.length === 0) content.append(h('p', { class: 'note' }, t('houses.none')));
  if (path === '') {
    const recent = lastUsed().map((item) => store.elements.get(item)).filter((element) => element !== undefined).slice(0, 3);
    if (recent.length > 0 && store.elements.size > 8) content.append(group(t('group.used'), rows(/** @type {any} */ (recent), scope, { where: true })));
  }
  if (sectors.length > 0) content.append(group(place ? t('group.sectors') : t('houses'), tiles(sectors, scope)));
  if (devices.length > 0) content.append(group(t('group.devices'), rows(devices, scope)));
  if (services.length > 0) content.append(group(t('group.services'), rows(services, scope)));
  return h('div', { class: 'view view-place', 'data-path': place?.path ?? '' }, header, field, results, content);
}

export const missing = () =>
  h('div', { class: 'view' }, h('header', { class: 'view-header' }, h('a', { class: 'round back', href: base, 'aria-label': t('back') }, icon('back')),
    h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('missing')))), h('p', { class: 'note' }, t('missing.hint')));

/**
 * Marks the row whose details are shown.
 * @param {HTMLElement} list @param {string | null} path
 */
export function select(list, path) {
  for (const node of list.querySelectorAll('li[data-path]')) {
    const current = path !== null && node.getAttribute('data-path') === path;
    node.classList.toggle('selected', current);
    const link = node.querySelector('a');
    if (link) setAttribute(link, 'aria-current', current ? 'true' : null);
  }
}
