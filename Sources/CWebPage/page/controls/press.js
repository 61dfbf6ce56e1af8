/** A push button: it has one action, and no state of its own. */
import { h } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { holdable } from '../core/hold.js';
import { give } from '../core/orders.js';
import { label, t } from '../core/words.js';

/**
 * @param {import('../core/store.js').Element} element
 * @param {boolean} large
 * @returns {import('./facet.js').Control}
 */
export function press(element, large) {
  const order = () => give(element.path, 'binary', 'press');
  const button = h('button', { class: 'choice press', type: 'button', 'data-choice': 'press', 'aria-label': label(element) + ': ' + t('state.press') }, t('state.press'));
  const ready = holdable(button, element, 'binary', () => 'press', (value, isHeld) => (isHeld ? order() : guarded(element, 'binary', value, t('state.press'), order)));
  return {
    node: h('div', { class: 'control control-press' + (large ? ' large' : '') }, h('span', { class: 'choices' }, button)),
    update(state) {
      ready();
      button.disabled = !state.enabled;
      button.classList.toggle('ordered', state.wanted !== null);
      button.classList.toggle('armed', state.armed !== null);
    },
  };
}
