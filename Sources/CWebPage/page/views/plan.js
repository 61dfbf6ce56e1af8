/** A floor plan with its elements as buttons. */
import { explain, request, resource } from '../core/api.js';
import { h, setAttribute, setText } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { holdable } from '../core/hold.js';
import { elementIcon, icon, placeIcon } from '../core/icons.js';
import '../core/more-icons.js';
import { give } from '../core/orders.js';
import { recall } from '../core/preferences.js';
import { address, base, go } from '../core/router.js';
import { certain, facet, isOn, isWritable, mainType, stateText, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { breakable, label, t } from '../core/words.js';
import { mark } from '../controls/facet.js';
import { isOnlyHouse, searchField } from '../place/place.js';
import { followSummary } from '../place/tile.js';

/**
 * The images as data URLs: `<img src>` can't send the key in a header, and as data, an image can't run scripts or load anything.
 * @type {Map<string, Promise<string>>}
 */
const pictures = new Map();

/** @param {string} path */
function picture(path) {
  const known = pictures.get(path);
  if (known) return known;
  const loading = request(resource('plans', path)).then((response) => response.blob()).then((blob) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  }));
  pictures.set(path, /** @type {Promise<string>} */ (loading));
  loading.catch(() => pictures.delete(path));
  return /** @type {Promise<string>} */ (loading);
}
store.subscribe(store.SHAPE, () => pictures.clear());

/**
 * @param {store.Place} place
 * @param {import('../core/dom.js').Scope} scope
 * @param {(() => void) | null} showList if the plan replaced the list
 */
export function planView(place, scope, showList) {
  const image = h('img', { class: 'plan-picture', alt: t('plan.of', { place: label(place) }) });
  const board = h('div', { class: 'plan pending', role: 'group', 'aria-label': t('plan.of', { place: label(place) }) }, image);
  image.addEventListener('load', () => board.classList.remove('pending'));
  const card = h('div', { class: 'card plan-card' }, board);
  const note = h('p', { class: 'note', role: 'status' });
  picture(place.path).then((source) => (image.src = source), (problem) => setText(note, explain(problem)));
  const placed = place.elements.filter((element) => element.position);
  const items = placed.map((element) => planItem(element, scope, note));
  board.append(...items);
  board.classList.toggle('crowded', items.length + place.sectors.filter((sector) => sector.position).length > 5);
  const others = place.elements.filter((element) => !element.position);
  const chips = h('div', { class: 'chips' }, others.map((element) => h('a', { class: 'chip', href: address('element', element.path), 'data-path': element.path }, icon(elementIcon(element)), label(element))));
  const rooms = place.sectors;
  // Beside a list, only those that open their own plan; the others are in the list.
  const unplaced = rooms.filter((sector) => !sector.position && (sector.plan || showList));
  const doors = h('nav', { class: 'chips', 'aria-label': t('group.sectors') }, unplaced.map((sector) =>
    h('a', { class: 'chip', href: address('place', sector.path), 'data-path': sector.path }, icon(placeIcon(sector)), label(sector))));
  for (const sector of rooms) {
    const position = sector.position;
    if (!position) continue;
    const node = h('a', { class: 'plan-item plan-place', href: address('place', sector.path), 'data-path': sector.path }, h('span', { class: 'plan-dot' }, icon(placeIcon(sector))), h('span', { class: 'plan-label' }, breakable(label(sector))));
    node.style.setProperty('--x', String(position.x));
    node.style.setProperty('--y', String(position.y));
    board.append(node);
    followSummary(sector, scope, ({ on, unreachable, alert }) => {
      setAttribute(node, 'data-tone', alert && 'alert');
      node.classList.toggle('on', on > 0);
      node.toggleAttribute('data-unreachable', unreachable > 0);
    });
  }
  const arrange = store.mayManage() ? h('button', { type: 'button', class: 'round arrange', 'aria-label': t('plan.arrange'), title: t('plan.arrange') }, icon('edit')) : null;
  const parent = place.parent ? store.places.get(place.parent) : undefined;
  const content = h('div', { class: 'content' }, card, note, unplaced.length > 0 ? doors : null, others.length > 0 ? chips : null);
  if (place.elements.length + rooms.length === 0) content.append(h('p', { class: 'note' }, t('place.empty')));
  const search = showList ? searchField(content, scope) : null;
  const view = h('div', { class: 'view view-plan', 'data-path': place.path },
    h('header', { class: 'view-header' },
      showList && !isOnlyHouse(place) ? h('a', { class: 'round back', href: parent && !isOnlyHouse(parent) ? address('place', parent.path) : base, 'aria-label': t('back') }, icon('back')) : null,
      h('div', { class: 'view-title' }, h('h1', { tabindex: -1, class: showList ? '' : 'quiet-title' }, showList ? label(place) : t('plan.show'))),
      showList ? h('button', { type: 'button', class: 'round list-button', 'aria-label': t('plan.list'), title: t('plan.list'), onclick: showList }, icon('list')) : null, arrange),
    search ? [search.field, search.results] : null, content);
  showTwins(placed, board, scope);
  const begin = async () => {
    const { arrangePlan } = await import('./plan-edit.js');
    if (scope.ended) return;
    doors.remove();
    arrangePlan(place, rooms, { view, board, chips, note }, scope);
  };
  arrange?.addEventListener('click', begin);
  // It goes on where it was left.
  if (arrange && recall('plan.draft.' + place.path)) begin();
  return view;
}

/** @param {store.Element} element @param {import('../core/dom.js').Scope} scope @param {HTMLElement} note */
function planItem(element, scope, note) {
  const binary = element.types.includes('binary') && isWritable(element, 'binary') ? 'binary' : null;
  const type = binary ?? mainType(element);
  const dot = h('button', { type: 'button', class: 'plan-dot' }, icon(elementIcon(element)));
  const text = h('span', { class: 'plan-label', 'aria-hidden': 'true' });
  const node = h('div', { class: 'plan-item', 'data-path': element.path, 'data-type': type, 'data-kind': element.kind }, dot, text);
  node.style.setProperty('--x', String(element.position?.x ?? 0));
  node.style.setProperty('--y', String(element.position?.y ?? 0));
  /** @returns {string} what the dot orders; '' for what can't be toggled: covers, numbers, unknown states */
  const next = () => {
    const state = facet(element, type);
    if (!binary || !state.enabled) return '';
    if (element.button) return 'press';
    return state.value === null && state.wanted === null ? '' : (state.wanted ?? state.value) === 'on' ? 'off' : 'on';
  };
  const act = (/** @type {string} */ value, /** @type {boolean} */ isHeld) => {
    if (isHeld) give(element.path, 'binary', value);
    else guarded(element, 'binary', value, valueText(element, 'binary', value), () => give(element.path, 'binary', value));
  };
  // A view is opened by a tap also of what is held.
  const ready = binary ? holdable(dot, element, 'binary', () => next() || 'off', (value, isHeld) => (next() ? act(value, isHeld) : go(address('element', element.path)))) : null;
  if (!binary) dot.addEventListener('click', () => go(address('element', element.path)));
  const show = () => {
    const state = facet(element, type);
    mark(node, state);
    node.classList.toggle('on', isOn(element, state, type));
    const words = stateText(element, type, state);
    store.kinds.paint?.(node, element);
    setText(text, type === 'value' || type === 'regulable' ? (state.value === null ? '' : certain(state.reading)) + measuredText(element, type, state.value) : breakable(label(element)));
    setAttribute(dot, 'aria-label', label(element) + ', ' + words);
    ready?.();
    setAttribute(dot, 'title', label(element) + ', ' + words);
    if (state.state === 'failed' || state.armed !== null) setText(note, label(element) + ': ' + words);
    else if (note.textContent?.startsWith(label(element) + ': ')) setText(note, '');
  };
  scope.add(store.subscribe(element.path, show));
  show();
  return node;
}

/** @param {store.Element} element @param {import('../core/types.js').FacetType} type @param {any} value @returns {string} of a thermostat what it measures: what it should reach looks like an order */
function measuredText(element, type, value) {
  if (element.class !== 'thermostat') return valueText(element, type, value);
  const measured = element.parts.find(({ role }) => role === 'temperature');
  return measured ? valueText(measured, 'value', facet(measured, 'value').value) : '→ ' + valueText(element, type, value);
}

/**
 * Labels that are left out on a small plan are shown nevertheless on elements with the same icon, where there is room.
 * @param {store.Element[]} elements @param {HTMLElement} board @param {import('../core/dom.js').Scope} scope
 */
function showTwins(elements, board, scope) {
  const icons = elements.map(elementIcon);
  const paths = new Set(elements.filter((_, index) => icons.indexOf(icons[index]) !== icons.lastIndexOf(icons[index])).map(({ path }) => path));
  const fit = () => {
    const items = [...board.querySelectorAll('.plan-item')];
    const twins = items.filter((item) => paths.has(item.getAttribute('data-path') ?? ''));
    for (const item of items) item.classList.toggle('twin', twins.includes(item));
    const boxes = (/** @type {Element} */ item) => [...item.querySelectorAll('.plan-dot, .plan-label')].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
    for (const item of twins) {
      const own = item.querySelector('.plan-label')?.getBoundingClientRect();
      const meets = (/** @type {DOMRect} */ box) => own && box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
      if (items.some((other) => other !== item && boxes(other).some(meets))) item.classList.remove('twin');
    }
  };
  const observer = new ResizeObserver(fit);
  observer.observe(board);
  scope.add(() => observer.disconnect());
}
