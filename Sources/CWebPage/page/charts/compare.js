/** A dialog that chooses the elements to compare in a chart. */
import { dialog } from '../core/dialog.js';
import { h } from '../core/dom.js';
import { plain } from '../core/icons.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';

/** More lines can't be told apart. */
const MAX = 5;

/**
 * @param {store.Element} element @param {store.Element[]} chosen
 * @param {(elements: store.Element[]) => void} done
 */
export function chooseElements(element, chosen, done) {
  const { body, actions, close, open, node } = dialog(t('chart.compare'));
  const picked = new Set(chosen);
  /** @param {store.Element} other what belongs together comes first: the same unit, the same room */
  const distance = (other) => (other.unit && other.unit === element.unit ? 0 : 2) + (other.parent === element.parent ? 0 : 1);
  const candidates = [...store.elements.values()].filter((other) => other !== element).sort((one, other) => distance(one) - distance(other));
  const search = h('input', { type: 'search', class: 'field', autocomplete: 'off', 'aria-label': t('search'), placeholder: t('search') });
  const list = h('ul', { class: 'compare-list' });
  const limit = () => {
    for (const box of list.querySelectorAll('input')) box.disabled = !box.checked && picked.size >= MAX;
  };
  /** @param {store.Element} other */
  const item = (other) => {
    const box = h('input', { type: 'checkbox', 'data-path': other.path, checked: picked.has(other) });
    box.addEventListener('change', () => {
      if (box.checked) picked.add(other);
      else picked.delete(other);
      limit();
    });
    const place = store.places.get(other.parent);
    return h('li', null, h('label', { class: 'check' }, box, h('span', { class: 'row-text' }, h('span', { class: 'row-name' }, label(other)), place ? h('span', { class: 'row-place' }, label(place)) : null)));
  };
  const show = () => {
    const words = plain(search.value).split(/\s+/);
    const matches = (/** @type {store.Element} */ other) => words.every((word) => plain(label(other) + ' ' + other.path + ' ' + label(store.places.get(other.parent) ?? other)).includes(word));
    list.replaceChildren(...candidates.filter(matches).slice(0, 100).map(item));
    limit();
  };
  search.addEventListener('input', show);
  body.append(search, list);
  actions.append(h('button', { type: 'button', class: 'button quiet', onclick: close }, t('cancel')),
    h('button', { type: 'button', class: 'button', 'data-confirm': '', onclick: () => { close(); done([...picked]); } }, t('chart.show')));
  show();
  open();
  return node;
}
