/** A switch. It sends absolute values; while the state is unknown, it shows two buttons instead. */
import { h, setAttribute } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { holdable } from '../core/hold.js';
import { give } from '../core/orders.js';
import { facet, valueText } from '../core/states.js';
import { label } from '../core/words.js';

/**
 * @param {import('../core/store.js').Element} element
 * @param {boolean} large
 * @returns {import('./facet.js').Control}
 */
export function toggle(element, large) {
  const text = (/** @type {string} */ value) => valueText(element, 'binary', value);
  /** @param {string} value @param {boolean} isHeld */
  const order = (value, isHeld) => (isHeld ? give(element.path, 'binary', value) : guarded(element, 'binary', value, text(value), () => give(element.path, 'binary', value)));
  const next = () => {
    const state = facet(element, 'binary');
    return (state.wanted ?? state.value) === 'on' ? 'off' : 'on';
  };
  const knob = h('button', {
    class: 'switch', type: 'button', role: 'switch', 'aria-label': label(element),
  }, h('span', { class: 'switch-track' }, h('span', { class: 'switch-ordered' }), h('span', { class: 'switch-knob' })));
  const buttons = /** @type {['off', 'on']} */ (['off', 'on']).map((value) =>
    h('button', { class: 'choice', type: 'button', 'data-choice': value, 'aria-label': label(element) + ': ' + text(value) }, text(value)));
  const ready = [holdable(knob, element, 'binary', next, order), ...buttons.map((button) => holdable(button, element, 'binary', () => String(button.dataset.choice), order))];
  const both = h('span', { class: 'choices', role: 'group', 'aria-label': label(element) }, buttons);
  const node = h('div', { class: 'control control-switch' + (large ? ' large' : '') }, knob, both);
  return {
    node,
    update(state) {
      const unknown = state.value === null;
      for (const show of ready) show();
      knob.hidden = unknown;
      both.hidden = !unknown;
      knob.disabled = !state.enabled;
      setAttribute(knob, 'aria-checked', String(state.value === 'on'));
      setAttribute(knob, 'aria-busy', state.wanted !== null ? 'true' : null);
      for (const button of buttons) {
        button.disabled = !state.enabled;
        button.classList.toggle('ordered', state.wanted === button.dataset.choice);
        button.classList.toggle('armed', state.armed === button.dataset.choice);
      }
    },
  };
}
