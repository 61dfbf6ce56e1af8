/**
 * A slider for levels, 0–100. A finger moves it only after 8 px sideways, so that scrolling over it never does.
 * The fill shows the known level, the dashed mark the ordered one. Keyboards use a native range on top, which ignores touches.
 */
import { h, setAttribute, setText } from '../core/dom.js';
import { asks, guarded, opens } from '../core/guard.js';
import { give, runningOrder } from '../core/orders.js';
import { facet, valueText } from '../core/states.js';
import { label } from '../core/words.js';

const ARMED_AFTER = 8;
/** The minimum time between orders, in milliseconds. */
const PAUSE = 200;
/** Keys repeat: the level is sent this many milliseconds after the last key. */
const KEY_DELAY = 250;

/** @param {import('../core/states.js').Facet} state */
const orderedLevel = (state) => (typeof state.wanted === 'number' ? state.wanted : null);

/**
 * @param {import('../core/store.js').Element} element
 * @param {boolean} large
 * @returns {import('./facet.js').Control}
 */
export function slider(element, large) {
  const range = h('input', { type: 'range', min: 0, max: 100, step: 1, class: 'slider-range', 'aria-label': label(element) });
  const fill = h('span', { class: 'slider-fill' });
  const ordered = h('span', { class: 'slider-ordered' });
  const bubble = h('span', { class: 'slider-bubble', 'aria-hidden': 'true' });
  /** @type {HTMLElement} */
  const track = h('div', { class: 'slider' }, fill, ordered, bubble, range);
  const node = h('div', { class: 'control control-slider' + (large ? ' large' : '') }, track);
  if (large && element.dims && !asks(element)) import('./dimmer.js').then(({ addDimmer }) => addDimmer(element, track));

  /** @type {{ id: number, x: number, y: number, start: number, width: number, armed: boolean, sent: number | null } | null} */
  let drag = null;
  /** @type {number | null} */
  let level = null;
  let lastSent = 0;
  /** @type {any} */
  let timer;

  const shown = () => {
    const state = facet(element, 'regulable');
    return orderedLevel(state) ?? Number(state.value ?? 0);
  };
  const show = () => {
    const state = facet(element, 'regulable');
    const wanted = level ?? orderedLevel(state);
    track.style.setProperty('--level', String(Number(state.value ?? 0)));
    track.style.setProperty('--ordered', String(wanted ?? Number(state.value ?? 0)));
    track.classList.toggle('empty', state.value === null);
    track.classList.toggle('ordering', wanted !== null);
    track.classList.toggle('dragging', drag?.armed === true);
    setText(bubble, wanted === null ? '' : '→ ' + valueText(element, 'regulable', wanted));
    if (document.activeElement !== range || (!timer && level === null)) range.value = String(wanted ?? Number(state.value ?? 0));
    setAttribute(range, 'aria-valuetext', valueText(element, 'regulable', state.value === null ? null : wanted ?? Number(state.value)));
  };

  /** @param {number} value */
  const send = (value) => {
    lastSent = performance.now();
    const running = runningOrder(element.path, 'regulable');
    if (running?.value === value) return;
    // While dragging, a level that is already known is not sent; on release it is.
    if (drag && !running && facet(element, 'regulable').value === value) return;
    if (drag && opens(element, 'regulable', value)) return;
    if (asks(element)) guarded(element, 'regulable', value, '', () => give(element.path, 'regulable', value));
    else give(element.path, 'regulable', value);
  };

  /** While dragging, sends the current level once the previous order has ended. */
  const sendOnTheWay = () => {
    clearTimeout(timer);
    timer = undefined;
    // The level under the finger was already sent: don't override what others do in the meantime.
    if (!drag?.armed || level === null || level === drag.sent) return;
    const wait = lastSent + PAUSE - performance.now();
    if (wait > 0 || runningOrder(element.path, 'regulable')?.own) {
      timer = setTimeout(sendOnTheWay, Math.max(wait, 20));
    } else {
      drag.sent = level;
      send(level);
    }
  };

  track.addEventListener('pointerdown', (event) => {
    if (!facet(element, 'regulable').enabled || (event.pointerType === 'mouse' && event.button !== 0) || drag) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, start: shown(), width: track.clientWidth || 1, armed: false, sent: null };
  });
  track.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const sideways = event.clientX - drag.x;
    if (!drag.armed) {
      if (Math.abs(sideways) < ARMED_AFTER || Math.abs(event.clientY - drag.y) > Math.abs(sideways)) return;
      drag.armed = true;
      drag.x += Math.sign(sideways) * ARMED_AFTER;
      track.setPointerCapture(event.pointerId);
    }
    const next = Math.round(Math.min(100, Math.max(0, drag.start + ((event.clientX - drag.x) / drag.width) * 100)));
    if (next === level) return;
    level = next;
    show();
    if (!timer) sendOnTheWay();
  });
  /** @param {number} x @returns {number} */
  const levelAt = (x) => {
    const box = track.getBoundingClientRect();
    return Math.round(Math.min(100, Math.max(0, ((x - box.left) / box.width) * 100)));
  };
  /** @param {PointerEvent} event @param {boolean} clicked a mouse click selects a level; a tap does not */
  const finish = (event, clicked) => {
    if (!drag || event.pointerId !== drag.id) return;
    const armed = drag.armed;
    drag = null;
    clearTimeout(timer);
    timer = undefined;
    const value = level;
    level = null;
    // A gesture that the browser treated as scrolling was not a drag; a drag ends at its last position.
    if (armed && value !== null) send(value);
    else if (clicked && event.pointerType === 'mouse') send(levelAt(event.clientX));
    show();
  };
  track.addEventListener('pointerup', (event) => finish(event, true));
  track.addEventListener('pointercancel', (event) => finish(event, false));
  track.addEventListener('lostpointercapture', (event) => {
    // When the track captures a touch, the element touched first loses it: ignore that event.
    if (event.target === track) finish(event, false);
  });

  const keys = () => {
    clearTimeout(timer);
    level = Number(range.value);
    show();
    timer = setTimeout(() => {
      timer = undefined;
      const value = level;
      level = null;
      if (value !== null) send(value);
      show();
    }, KEY_DELAY);
  };
  range.addEventListener('input', keys);

  return {
    node,
    update(state) {
      range.disabled = !state.enabled;
      show();
    },
  };
}
