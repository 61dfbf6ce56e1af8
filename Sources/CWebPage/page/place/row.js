/** An element in a list, with one control. The name opens its details. */
import { facet, control, mark, stateLine } from '../controls/facet.js';
import { h, setText } from '../core/dom.js';
import { elementIcon, icon } from '../core/icons.js';
import { address } from '../core/router.js';
import { isOn, mainType, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { label } from '../core/words.js';

/**
 * @param {store.Element} element
 * @param {import('../core/dom.js').Scope} scope
 * @param {{ where?: boolean }} options `where`: show its place
 */
export function row(element, scope, { where = false } = {}) {
  const type = mainType(element);
  const handle = control(element, type, false);
  const { line, retry, update } = stateLine(element, type, handle ? 'control' : true);
  // What a thermostat should reach is no measured value.
  const showsValue = !handle && element.class !== 'thermostat' && (type === 'binary' ? element.class ?? element.role : type !== 'bidirectional');
  const value = showsValue ? h('span', { class: 'row-reading' }) : null;
  const place = where ? store.places.get(element.parent) : undefined;
  const node = h('li', { class: 'row row-' + type, 'data-path': element.path, 'data-type': type, 'data-kind': element.kind },
    h('a', { class: 'row-link', href: address('element', element.path) },
      h('span', { class: 'badge' }, icon(elementIcon(element))),
      h('span', { class: 'row-text' },
        h('span', { class: 'row-name' }, label(element)),
        h('span', { class: 'row-line' }, place ? h('span', { class: 'row-place' }, label(place)) : null, line))),
    retry,
    handle ? h('div', { class: 'row-control' }, handle.node) : value);

  const show = () => {
    const state = facet(element, type);
    update(state);
    mark(node, state);
    store.kinds.paint?.(node, element);
    const switched = element.types.includes('binary') && type !== 'binary' ? facet(element, 'binary') : state;
    node.classList.toggle('on', isOn(element, state, type) && isOn(element, switched, switched === state ? type : 'binary'));
    if (value) {
      setText(value, valueText(element, type, state.value));
      // Numbers are shown large beside the label, texts below it.
      value.hidden = type === 'binary' ? state.value === null : typeof state.value !== 'number';
      line.hidden = !value.hidden && state.state === 'confirmed';
    }
    handle?.update(state);
  };
  scope.add(store.subscribe(element.path, show));
  show();
  return node;
}
