/** A text of at most 1,024 characters, sent only by the button or Enter. */
import { h } from '../core/dom.js';
import { opens, arm } from '../core/guard.js';
import { give } from '../core/orders.js';
import { label, t } from '../core/words.js';

/**
 * @param {import('../core/store.js').Element} element
 * @returns {import('./facet.js').Control}
 */
export function text(element) {
  const input = h('input', { type: 'text', class: 'text-input', maxlength: 1024, autocomplete: 'off', enterkeyhint: 'send', 'aria-label': label(element), placeholder: t('text.placeholder') });
  const send = h('button', { type: 'submit', class: 'button' }, t('order.send'));
  const node = h('form', {
    class: 'control control-text large', novalidate: true,
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value === '' || send.disabled) return;
      if (opens(element, 'value', input.value)) arm(element, 'value', input.value, t('hold.hint'));
      else give(element.path, 'value', input.value);
      input.value = '';
      ready();
    },
  }, input, send);
  let enabled = false;
  const ready = () => {
    send.disabled = !enabled || input.value === '';
  };
  input.addEventListener('input', ready);
  return {
    node,
    update(state) {
      enabled = state.enabled;
      input.disabled = !enabled;
      ready();
    },
  };
}
