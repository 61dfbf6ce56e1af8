/** A choice between the legal values of a text. */
import { h } from '../core/dom.js';
import { arm, opens } from '../core/guard.js';
import { give } from '../core/orders.js';
import { valueText } from '../core/states.js';
import { label, t } from '../core/words.js';

/**
 * @param {import('../core/store.js').Element} element
 * @returns {import('./facet.js').Control}
 */
export function choice(element) {
  const options = element.options ?? [];
  // What is not an option, or not known, is shown but can't be chosen.
  const other = h('option', { value: '', hidden: true });
  const select = h('select', { class: 'field', 'aria-label': label(element), onchange: () => (opens(element, 'value', select.value) ? arm(element, 'value', select.value, t('hold.hint')) : give(element.path, 'value', select.value)) },
    other, options.map(({ value }) => h('option', { value }, valueText(element, 'value', value))));
  return {
    node: h('div', { class: 'control control-text large' }, select),
    update(state) {
      const shown = state.wanted ?? state.value;
      const known = options.some(({ value }) => value === String(shown));
      other.textContent = valueText(element, 'value', shown);
      // An open list stays as it is.
      if (document.activeElement !== select || state.wanted === null) select.value = known ? String(shown) : '';
      select.disabled = !state.enabled;
    },
  };
}
