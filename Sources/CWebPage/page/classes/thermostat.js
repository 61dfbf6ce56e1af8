/** The card of a thermostat: what it should reach, on a ring; what is measured; its mode, and whether it heats. */
import { mark, stateLine } from '../controls/facet.js';
import { h, setAttribute, setText } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { icon } from '../core/icons.js';
import { give } from '../core/orders.js';
import { address } from '../core/router.js';
import { facet, isWritable, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';
import { known, partOf } from './classes.js';
import { ring, snap } from './ring.js';

/** Quick successive steps are combined into one order; in milliseconds. */
const STEP_DELAY = 600;
/** The limits of a ring whose model has none, in °C and °F. */
const USUAL = { celsius: [5, 30], fahrenheit: [40, 90] };
/** More modes are a list. */
const MAX_BUTTONS = 4;

/** @param {store.Element} element @param {...(number | null)} shown values that must be on the ring @returns {import('./ring.js').Range} */
function rangeOf(element, ...shown) {
  const usual = USUAL[element.unit?.includes('F') ? 'fahrenheit' : 'celsius'];
  const values = shown.flatMap((value) => value ?? []);
  return {
    minimum: element.minimum ?? Math.floor(Math.min(usual[0], ...values)), maximum: element.maximum ?? Math.ceil(Math.max(usual[1], ...values)),
    step: element.step ?? 0.5, origin: element.minimum ?? 0,
  };
}

/** @param {any} value @returns {number | null} */
const numeric = (value) => (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) ? Number(value) : null);

/**
 * @param {store.Element} element @param {import('../core/dom.js').Scope} scope
 * @param {(reading: any) => string} cause who caused a reading, and when
 * @param {(part: store.Element) => import('../controls/facet.js').Control} choice for many modes
 */
export function thermostat(element, scope, cause, choice) {
  const measured = partOf(element, 'temperature');
  const mode = partOf(element, 'mode');
  const valve = partOf(element, 'valve');
  /** @type {number | null} what the finger or the keys have chosen, before it is ordered */
  let chosen = null;
  /** @type {any} */
  let timer;
  scope.add(() => clearTimeout(timer));

  const state = () => facet(element, 'value');
  const wanted = () => chosen ?? numeric(state().wanted);
  const current = () => wanted() ?? numeric(state().value);
  const range = () => rangeOf(element, current());
  const send = () => {
    const value = chosen;
    chosen = null;
    if (value !== null) guarded(element, 'value', value, valueText(element, 'value', value), () => give(element.path, 'value', value));
    show();
  };
  /** @param {number | null} value @param {number} delay until it is ordered; Infinity while it moves */
  const choose = (value, delay) => {
    chosen = value;
    clearTimeout(timer);
    if (delay < Infinity) timer = setTimeout(send, delay);
    show();
  };
  /** @param {number} direction */
  const step = (direction) => {
    const { minimum, maximum, step: size } = range();
    choose(snap(range(), Math.min(maximum, Math.max(minimum, (current() ?? numeric(measured && facet(measured, 'value').value) ?? minimum) + direction * size))), STEP_DELAY);
  };

  const action = h('p', { class: 'climate-action' });
  const target = h('p', { class: 'climate-target facet-reading' });
  const now = h('p', { class: 'climate-now' });
  const middle = h('div', null, h('p', { class: 'climate-label' }, t('climate.label')), target, now, action);
  const isWritten = isWritable(element, 'value');
  const dial = ring(isWritten ? label(element) : null, range, (value, isFinal) => choose(value, isFinal ? STEP_DELAY : Infinity), current, middle);
  const [less, more] = /** @type {const} */ ([['minus', 'order.less', -1], ['plus', 'order.more', 1]]).map(([symbol, key, direction]) =>
    h('button', { type: 'button', class: 'round climate-step', 'aria-label': label(element) + ': ' + t(key), onclick: () => step(direction) }, icon(symbol)));
  const { line, retry, canRetry, update } = stateLine(element, 'value', false);
  const source = h('p', { class: 'facet-source' });
  const node = h('section', { class: 'facet facet-value climate', 'data-path': element.path, 'data-type': 'value', 'data-kind': element.kind, 'aria-label': t('climate.label') },
    dial.node, isWritten ? h('div', { class: 'climate-steps' }, less, more) : null,
    h('div', { class: 'facet-known' }, h('p', { class: 'facet-state' }, line, retry), source));

  function show() {
    const shown = state();
    mark(node, shown);
    update(shown);
    const ordered = wanted();
    const warm = valve ? facet(valve, valve.types[0]) : null;
    const heats = warm !== null && warm.value !== null && warm.value !== 'off' && warm.value !== 0;
    node.classList.toggle('heats', heats && !warm.reading?.stale && warm.reading?.reachable !== false && store.connection === 'online');
    setText(action, valve ? known(valve) : '');
    setText(target, ordered !== null ? '→ ' + valueText(element, 'value', ordered) : valueText(element, 'value', shown.value));
    target.classList.toggle('ordering', ordered !== null);
    setText(now, measured ? t('climate.now', { value: known(measured) || t('state.unknown') }) : '');
    line.parentElement?.toggleAttribute('hidden', line.textContent === valueText(element, 'value', shown.value) && !canRetry());
    setText(source, cause(shown.reading));
    const reading = measured && facet(measured, 'value');
    const isFresh = reading && !reading.reading?.stale && reading.reading?.reachable !== false && store.connection === 'online';
    now.classList.toggle('old', !isFresh || reading.value === null);
    const text = [target.textContent, measured ? now.textContent : '', action.textContent].filter(Boolean).join(', ');
    dial.update({ value: numeric(shown.value), wanted: ordered, measured: isFresh ? numeric(reading.value) : null, enabled: shown.enabled, text });
    const { minimum, maximum } = range();
    less.disabled = !shown.enabled || (current() ?? Infinity) <= minimum;
    more.disabled = !shown.enabled || (current() ?? -Infinity) >= maximum;
  }
  scope.add(store.subscribe(element.path, show));
  show();
  return mode?.options ? [node, modeView(mode, scope, choice)] : [node];
}

/**
 * @param {store.Element} part @param {import('../core/dom.js').Scope} scope
 * @param {(part: store.Element) => import('../controls/facet.js').Control} choice
 */
function modeView(part, scope, choice) {
  const options = part.options ?? [];
  const isWritten = isWritable(part, 'value');
  const list = isWritten && options.length > MAX_BUTTONS ? choice(part) : null;
  const buttons = isWritten && !list ? options.map(({ value }) =>
    h('button', {
      type: 'button', class: 'segment', 'data-choice': value,
      onclick: () => guarded(part, 'value', value, valueText(part, 'value', value), () => give(part.path, 'value', value)),
    }, valueText(part, 'value', value))) : [];
  const { line, retry, canRetry, update } = stateLine(part, 'value', false);
  const node = h('section', { class: 'facet climate-mode', 'data-path': part.path, 'data-type': 'value', 'aria-label': label(part) },
    h('div', { class: 'climate-mode-head' }, h('a', { class: 'climate-label', href: address('element', part.path) }, label(part)), line, retry),
    buttons.length > 0 ? h('div', { class: 'segments', role: 'group', 'aria-label': label(part) }, buttons) : list?.node);
  const show = () => {
    const state = facet(part, 'value');
    mark(node, state);
    update(state);
    for (const button of buttons) {
      const value = button.dataset.choice;
      setAttribute(button, 'aria-pressed', String(String(state.value) === value));
      button.classList.toggle('ordered', String(state.wanted) === value);
      button.classList.toggle('armed', String(state.armed) === value);
      button.disabled = !state.enabled;
    }
    // What is pressed says it already.
    line.hidden = buttons.length > 0 && state.state === 'confirmed' && options.some(({ value }) => value === String(state.value));
    list?.update(state);
  };
  scope.add(store.subscribe(part.path, show));
  show();
  return node;
}
