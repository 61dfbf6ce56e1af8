/**
 * A ring that sets a number: a finger drags only its thumb, so that scrolling over it changes nothing; a mouse and the keys can
 * do everything. The line shows the known value, the dashed circle the ordered one, the mark what is measured.
 */
import { h, setAttribute, svg } from '../core/dom.js';

/** The ring is open at the bottom. In degrees, clockwise from the top. */
const [FROM, TO] = [-135, 135];
const [CENTRE, RADIUS] = [110, 92];
/** A finger drags after moving this far, in pixels. */
const DRAGGED_AFTER = 6;

/** @param {number} angle @param {number} [radius] */
const point = (angle, radius = RADIUS) => {
  const radians = ((angle - 90) * Math.PI) / 180;
  return [CENTRE + radius * Math.cos(radians), CENTRE + radius * Math.sin(radians)].map((at) => at.toFixed(2));
};
/** @param {number} from @param {number} to */
const arc = (from, to) => `M${point(from)}A${RADIUS} ${RADIUS} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}`;

/**
 * @typedef {object} Range
 * @property {number} minimum
 * @property {number} maximum
 * @property {number} step
 * @property {number} origin what steps are counted from
 */
/** @param {Range} range @param {number} value @returns {number} the nearest step within the limits, without binary rounding errors */
export const snap = ({ minimum, maximum, step, origin }, value) => {
  const steps = [minimum, value, maximum].map((each, index) => [Math.ceil, Math.round, Math.floor][index](Number(((each - origin) / step).toFixed(6))));
  return Number((origin + Math.min(steps[2], Math.max(steps[0], steps[1])) * step).toFixed(9));
};

/**
 * @param {string | null} name null: it only shows
 * @param {() => Range} range
 * @param {(value: number | null, isFinal: boolean) => void} moved while it is dragged, and when it is released; null if the drag was cancelled
 * @param {() => number | null} current the ordered value, or else the known one
 * @param {Node} middle
 */
export function ring(name, range, moved, current, middle) {
  const fill = svg('path', { class: 'ring-fill' });
  const mark = svg('path', { class: 'ring-mark' });
  const thumb = svg('circle', { class: 'ring-thumb', r: 12 });
  const ordered = svg('circle', { class: 'ring-ordered', r: 12 });
  // What fingers hit is larger; shapes in a drawing can't keep a touch from scrolling.
  const grip = h('span', { class: 'ring-grip' });
  const track = svg('path', { class: 'ring-track', d: arc(FROM, TO) });
  const picture = svg('svg', { viewBox: '0 0 220 200', 'aria-hidden': 'true', focusable: 'false' }, track, fill, mark, thumb, ordered);
  /** @type {HTMLElement} */
  const node = h('div', { class: 'ring', ...(name ? { role: 'slider', tabindex: 0, 'aria-label': name } : {}) }, picture, h('div', { class: 'ring-middle', 'aria-hidden': name !== null && 'true' }, middle), grip);
  let isEnabled = false;
  /** @type {{ id: number, x: number, y: number, moved: boolean, value: number | null } | null} */
  let drag = null;

  /** @param {number} value */
  const angle = (value) => {
    const { minimum, maximum } = range();
    return FROM + Math.min(1, Math.max(0, (value - minimum) / Math.max(1e-9, maximum - minimum))) * (TO - FROM);
  };
  /** @param {PointerEvent} event @returns {number} the value under the pointer; below the ring, the end that is nearer */
  const valueAt = (event) => {
    const box = picture.getBoundingClientRect();
    const scale = 220 / box.width;
    const turn = (Math.atan2((event.clientX - box.left) * scale - CENTRE, CENTRE - (event.clientY - box.top) * scale) * 180) / Math.PI;
    const { minimum, maximum } = range();
    return snap(range(), minimum + ((Math.min(TO, Math.max(FROM, turn)) - FROM) / (TO - FROM)) * (maximum - minimum));
  };
  node.addEventListener('pointerdown', (event) => {
    const onThumb = event.target === grip;
    if (!isEnabled || drag || event.button !== 0 || !(onThumb || (event.pointerType === 'mouse' && event.target instanceof SVGPathElement))) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: !onThumb, value: onThumb ? current() : valueAt(event) };
    node.setPointerCapture(event.pointerId);
    if (!onThumb) moved(drag.value, false);
    node.focus({ preventScroll: true });
    event.preventDefault();
  });
  node.addEventListener('pointermove', (event) => {
    if (drag?.id !== event.pointerId) return;
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAGGED_AFTER;
    if (!drag.moved) return;
    const { minimum, maximum } = range();
    const next = valueAt(event);
    // Below the ring, its other end is near.
    if (drag.value === null || Math.abs(next - drag.value) <= (maximum - minimum) / 2) drag.value = next;
    moved(drag.value, false);
  });
  /** @param {PointerEvent} event */
  const release = (event) => {
    // What was touched first loses the pointer to the ring.
    if (drag?.id !== event.pointerId || (event.type === 'lostpointercapture' && event.target !== node)) return;
    const { moved: wasMoved, value } = drag;
    drag = null;
    if (wasMoved) moved(event.type === 'pointerup' ? value : null, true);
  };
  for (const type of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture'])) node.addEventListener(type, release);

  node.addEventListener('keydown', (event) => {
    const { minimum, maximum, step } = range();
    const page = Math.max(2, step * 4);
    /** @type {Record<string, number>} */
    const by = { ArrowUp: step, ArrowRight: step, ArrowDown: -step, ArrowLeft: -step, PageUp: page, PageDown: -page, Home: -Infinity, End: Infinity };
    if (!(event.key in by) || !isEnabled || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moved(snap(range(), Math.min(maximum, Math.max(minimum, (current() ?? minimum) + by[event.key]))), true);
  });

  /** @param {Element} circle @param {number | null} value */
  const place = (circle, value) => {
    setAttribute(circle, 'visibility', value === null ? 'hidden' : null);
    if (value === null) return;
    const [x, y] = point(angle(value));
    setAttribute(circle, 'cx', x);
    setAttribute(circle, 'cy', y);
  };
  return {
    node,
    /**
     * @param {{ value: number | null, wanted: number | null, measured: number | null, enabled: boolean, text: string }} shown
     */
    update({ value, wanted, measured, enabled, text }) {
      isEnabled = enabled && name !== null;
      place(thumb, name ? value : null);
      place(ordered, wanted);
      const at = wanted ?? value;
      grip.hidden = !isEnabled || at === null;
      if (at !== null) {
        const [x, y] = point(angle(at)).map(Number);
        grip.style.left = `${(x / 220) * 100}%`;
        grip.style.top = `${(y / 200) * 100}%`;
      }
      setAttribute(fill, 'd', value === null || angle(value) <= FROM ? null : arc(FROM, angle(value)));
      setAttribute(mark, 'd', measured === null ? null : `M${point(angle(measured), RADIUS - 18)}L${point(angle(measured), RADIUS - 11)}`);
      if (name === null) return;
      setAttribute(node, 'aria-valuemin', range().minimum);
      setAttribute(node, 'aria-valuemax', range().maximum);
      setAttribute(node, 'aria-valuenow', wanted ?? value ?? range().minimum);
      setAttribute(node, 'aria-valuetext', text);
      setAttribute(node, 'aria-disabled', enabled ? null : 'true');
    },
  };
}
