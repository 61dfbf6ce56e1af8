/** A cover: up, stop, down. Stop is never disabled while orders can be given. */
import { h, setAttribute } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { holdable } from '../core/hold.js';
import { icon } from '../core/icons.js';
import { give } from '../core/orders.js';
import { label, t } from '../core/words.js';

/** @type {Record<string, string>} */
const DIRECTIONS = { open: 'up', opening: 'up', closed: 'down', closing: 'down' };

/**
 * @param {import('../core/store.js').Element} element
 * @param {boolean} large
 * @returns {import('./facet.js').Control}
 */
export function cover(element, large) {
  const buttons = /** @type {const} */ (['up', 'stop', 'down']).map((value) => h('button', {
    class: 'cover-button', type: 'button', 'data-choice': value, 'aria-label': label(element) + ': ' + t('order.' + value),
  }, icon(value)));
  const ready = buttons.map((button) => holdable(button, element, 'bidirectional', () => String(button.dataset.choice), (value, isHeld) => {
    // A single tap must stop any movement, even of a service.
    if (isHeld || value === 'stop') give(element.path, 'bidirectional', value);
    else guarded(element, 'bidirectional', value, t('order.' + value), () => give(element.path, 'bidirectional', value));
  }));
  const node = h('div', { class: 'control control-cover' + (large ? ' large' : ''), role: 'group', 'aria-label': label(element) }, buttons);
  return {
    node,
    update(state) {
      for (const show of ready) show();
      for (const button of buttons) {
        const value = button.dataset.choice;
        button.disabled = !state.enabled;
        button.classList.toggle('ordered', state.wanted === value);
        button.classList.toggle('armed', state.armed === value);
        const known = value !== 'stop' && (state.value === value || DIRECTIONS[String(state.value)] === value);
        button.classList.toggle('known', known);
        setAttribute(button, 'aria-pressed', value === 'stop' ? null : String(known));
      }
    },
  };
}
