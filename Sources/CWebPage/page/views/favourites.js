/** The favourites of this device, and recently used elements. */
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { favourites, lastUsed } from '../core/preferences.js';
import * as store from '../core/store.js';
import { t } from '../core/words.js';
import { group, rows } from '../place/lists.js';

/** @param {import('../core/dom.js').Scope} scope */
export function favouritesView(scope) {
  const find = (/** @type {string[]} */ paths) => /** @type {store.Element[]} */ (paths.map((path) => store.elements.get(path)).filter(Boolean));
  const chosen = find(favourites());
  const recent = find(lastUsed()).filter((element) => !chosen.includes(element));
  return h('div', { class: 'view view-favourites' },
    h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('nav.favourites')))),
    chosen.length > 0 ? rows(chosen, scope, { where: true }) : h('div', { class: 'empty' }, icon('star'), h('p', null, t('favourites.none'))),
    recent.length > 0 ? group(t('group.used'), rows(recent, scope, { where: true })) : null);
}
