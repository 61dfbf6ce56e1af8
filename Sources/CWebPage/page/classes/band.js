/**
 * A slider on a band of colours. As the slider of levels: a finger moves it only after 8 px sideways, so that scrolling over it
 * never does; a mouse selects any place; keyboards use a native range on top, which ignores touches.
 */
import { h, setAttribute } from '../core/dom.js';

const ARMED_AFTER = 8;

/**
 * @param {{ name: string, kind: string, title: string, minimum: number, maximum: number, step: number }} fixed
 * @param {() => number} current where a finger begins
 * @param {(value: number, how: 'drag'|'end'|'key') => void} moved
 */
export function band({ name, kind, title, minimum, maximum, step }, current, moved) {
  const range = h('input', { type: 'range', min: minimum, max: maximum, step, class: 'slider-range', 'aria-label': name });
  const thumb = h('span', { class: 'band-thumb' });
  const ordered = h('span', { class: 'band-thumb band-ordered' });
  /** @type {HTMLElement} */
  const track = h('div', { class: 'slider band band-' + kind }, h('span', { class: 'band-path', 'aria-hidden': 'true' }, thumb, ordered), range);
  const value = h('span', { class: 'band-value', 'aria-hidden': 'true' });
  const node = h('div', { class: 'band-row' }, h('p', { class: 'band-title', 'aria-hidden': 'true' }, h('span', null, title), value), track);
  let isEnabled = false;
  /** @type {{ id: number, x: number, y: number, start: number, armed: boolean, value: number | null } | null} */
  let drag = null;

  /** @param {number} at @returns {number} */
  const snap = (at) => minimum + Math.round((Math.min(maximum, Math.max(minimum, at)) - minimum) / step) * step;
  const width = () => Math.max(1, track.clientWidth - 32);
  track.addEventListener('pointerdown', (event) => {
    if (!isEnabled || drag || event.button !== 0) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, start: current(), armed: false, value: null };
  });
  track.addEventListener('pointermove', (event) => {
    if (drag?.id !== event.pointerId) return;
    const sideways = event.clientX - drag.x;
    if (!drag.armed) {
      if (Math.abs(sideways) < ARMED_AFTER || Math.abs(event.clientY - drag.y) > Math.abs(sideways)) return;
      drag.armed = true;
      drag.x += Math.sign(sideways) * ARMED_AFTER;
      track.setPointerCapture(event.pointerId);
    }
    const next = snap(drag.start + ((event.clientX - drag.x) / width()) * (maximum - minimum));
    if (next === drag.value) return;
    drag.value = next;
    moved(next, 'drag');
  });
  /** @param {PointerEvent} event @param {boolean} isClick a mouse click selects a value; a tap does not */
  const finish = (event, isClick) => {
    if (drag?.id !== event.pointerId) return;
    const { armed, value: last } = drag;
    drag = null;
    if (armed && last !== null) moved(last, 'end');
    else if (isClick && event.pointerType === 'mouse') moved(snap(minimum + ((event.clientX - track.getBoundingClientRect().left - 16) / width()) * (maximum - minimum)), 'end');
  };
  track.addEventListener('pointerup', (event) => finish(event, true));
  track.addEventListener('pointercancel', (event) => finish(event, false));
  track.addEventListener('lostpointercapture', (event) => {
    // What was touched first loses the pointer to the track.
    if (event.target === track) finish(event, false);
  });
  range.addEventListener('input', () => moved(Number(range.value), 'key'));

  /** @param {HTMLElement} mark @param {number | null} at */
  const place = (mark, at) => {
    mark.hidden = at === null;
    if (at !== null) mark.style.setProperty('--at', String((at - minimum) / (maximum - minimum)));
  };
  return {
    node, track,
    /** @param {{ known: number | null, wanted: number | null, enabled: boolean, spoken: string, written: string }} shown `known`, `wanted`: null if it is another kind of light */
    update({ known, wanted, enabled, spoken, written }) {
      isEnabled = enabled;
      range.disabled = !enabled;
      place(thumb, known);
      place(ordered, wanted);
      range.value = String(wanted ?? known ?? current());
      value.textContent = written;
      setAttribute(range, 'aria-valuetext', spoken);
    },
  };
}
