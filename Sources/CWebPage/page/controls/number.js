/** A number with its unit, limits and step. Accepts a decimal comma or point; Enter, the check button or a step sends it. */
import { h, setAttribute } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { icon } from '../core/icons.js';
import { give } from '../core/orders.js';
import { facet, valueText } from '../core/states.js';
import { formatNumber, label, t } from '../core/words.js';

/** Quick successive steps are combined into one order; in milliseconds. */
const STEP_DELAY = 400;

/** @param {string} text @returns {number} NaN if the text is not a number */
export const parseNumber = (text) => {
  const plain = text.trim().replace(/\u2212/g, '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
};

/** @param {number} value @returns {number} without binary rounding errors */
const round = (value) => Number(value.toFixed(9));

/**
 * @param {import('../core/store.js').Element} element
 * @param {import('../core/types.js').FacetType} type
 * @param {boolean} large
 * @returns {import('./facet.js').Control}
 */
export function number(element, type, large) {
  const level = type === 'regulable';
  const minimum = level ? 0 : element.minimum;
  const maximum = level ? 100 : element.maximum;
  const step = level ? 1 : element.step;
  const unit = level ? '%' : element.unit;
  let dirty = false;
  /** @type {number | null} */
  let stepped = null;
  /** @type {any} */
  let timer;

  const input = h('input', {
    type: 'text', inputmode: (minimum ?? -1) < 0 ? 'text' : 'decimal', enterkeyhint: 'send', autocomplete: 'off', class: 'number-input', size: 5,
    'aria-label': label(element) + (unit ? ', ' + unit : ''),
  });
  // A phone's decimal keypad has no minus sign: numbers that may be negative need the text keyboard.
  if (element.minimum === undefined || element.minimum >= 0) input.setAttribute('inputmode', 'decimal');
  const accept = h('button', { type: 'submit', class: 'round accept', hidden: true, 'aria-label': t('order.send') }, icon('check'));
  const less = h('button', { type: 'button', class: 'round', 'aria-label': label(element) + ': ' + t('order.less'), onclick: () => move(-1) }, icon('minus'));
  const more = h('button', { type: 'button', class: 'round', 'aria-label': label(element) + ': ' + t('order.more'), onclick: () => move(1) }, icon('plus'));
  const hasSteps = step !== undefined && element.kind !== 'service';
  const note = h('p', { class: 'note error', hidden: true, role: 'alert' });
  const box = h('span', { class: 'number-box' }, input, unit ? h('span', { class: 'unit', 'aria-hidden': 'true' }, unit) : null);
  const form = h('form', { class: 'control control-number' + (large ? ' large' : ''), novalidate: true, onsubmit: submit }, hasSteps ? less : null, box, hasSteps ? more : null, accept, note);

  /** @param {number} value @returns {string} why the value is invalid, or '' */
  function fault(value) {
    if (Number.isNaN(value)) return t('number.none');
    if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) return limits();
    if (step !== undefined && Math.abs((value - (minimum ?? 0)) / step - Math.round((value - (minimum ?? 0)) / step)) > 1e-6) {
      return t('number.step', { step: formatNumber(step) });
    }
    return '';
  }

  function limits() {
    if (minimum === undefined) return t('number.maximum', { maximum: formatNumber(maximum ?? 0) });
    if (maximum === undefined) return t('number.minimum', { minimum: formatNumber(minimum) });
    return t('number.limits', { minimum: formatNumber(minimum), maximum: formatNumber(maximum) });
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const value = parseNumber(input.value);
    const message = fault(value);
    note.textContent = message;
    note.hidden = message === '';
    setAttribute(input, 'aria-invalid', message ? 'true' : null);
    if (message) return;
    guarded(element, type, value, valueText(element, type, value), () => {
      dirty = false;
      give(element.path, type, value);
      show();
    });
  }

  /** @param {number} direction */
  function move(direction) {
    const state = facet(element, type);
    const from = stepped ?? (dirty && !fault(parseNumber(input.value)) ? parseNumber(input.value) : Number(state.wanted ?? state.value ?? minimum ?? 0));
    const size = step ?? 1;
    const next = Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, round(from + direction * size)));
    stepped = next;
    dirty = false;
    show();
    clearTimeout(timer);
    timer = setTimeout(() => {
      const value = stepped;
      stepped = null;
      if (value !== null) guarded(element, type, value, valueText(element, type, value), () => give(element.path, type, value));
      show();
    }, STEP_DELAY);
  }

  function show() {
    const state = facet(element, type);
    const wanted = stepped ?? state.wanted;
    const shown = wanted ?? state.value;
    if (!dirty) input.value = shown === null ? '' : typeof shown === 'number' ? formatNumber(shown) : String(shown);
    box.classList.toggle('ordered', wanted !== null);
    accept.hidden = !dirty;
    input.disabled = less.disabled = more.disabled = accept.disabled = !state.enabled;
    if (minimum !== undefined && Number(shown ?? NaN) <= minimum) less.disabled = true;
    if (maximum !== undefined && Number(shown ?? NaN) >= maximum) more.disabled = true;
    input.placeholder = shown === null ? '–' : '';
  }

  input.addEventListener('input', () => {
    dirty = true;
    note.hidden = true;
    input.removeAttribute('aria-invalid');
    show();
  });
  input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' && dirty) {
      dirty = false;
      show();
    }
    if (hasSteps && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? 1 : -1);
    }
  });
  input.addEventListener('focus', () => input.select());
  input.addEventListener('blur', () => {
    if (input.value.trim() === '') dirty = false;
    show();
  });
  return { node: form, update: show };
}
