/**
 * Buttons beside the slider of a lamp that can be dimmed as with a push button: a tap is a step, holding dims until the release.
 * Whatever ends the hold ends the dimming: the release anywhere, another page in front, the page closed.
 */
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { give } from '../core/orders.js';
import { facet } from '../core/states.js';
import { label, t } from '../core/words.js';

/** Held for longer, the button dims; in milliseconds. */
const HOLD = 400;
/** A tap, in percentage points. */
const STEP = 10;

/**
 * @param {import('../core/store.js').Element} element
 * @param {'up'|'down'} direction
 */
function dimButton(element, direction) {
  const isUp = direction === 'up';
  /** @type {any} */
  let timer = null;
  let isDimming = false;
  /** @type {AbortController | null} */
  let hold = null;

  const begin = () => {
    if (hold || !facet(element, 'regulable').enabled) return;
    hold = new AbortController();
    const { signal } = hold;
    // The view may be replaced meanwhile: the button no longer hears of the release then.
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('blur', () => end(false), { signal });
    window.addEventListener('pagehide', () => end(false), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && end(false), { signal });
    timer = setTimeout(() => {
      timer = null;
      isDimming = true;
      button.classList.add('held');
      give(element.path, 'regulable', isUp ? 'dim+' : 'dim-');
    }, HOLD);
  };

  /** @param {boolean} isReleased */
  const end = (isReleased) => {
    hold?.abort();
    hold = null;
    const wasTap = timer !== null && isReleased;
    clearTimeout(timer);
    timer = null;
    if (wasTap) step();
    if (!isDimming) return;
    isDimming = false;
    button.classList.remove('held');
    give(element.path, 'regulable', 'hold');
  };

  /** From an unknown level there is no step. */
  const step = () => {
    const state = facet(element, 'regulable');
    const from = typeof state.wanted === 'number' ? state.wanted : state.value;
    if (typeof from !== 'number') return;
    give(element.path, 'regulable', Math.min(100, Math.max(0, from + (isUp ? STEP : -STEP))));
  };

  const button = h('button', {
    type: 'button', class: 'round dim', 'data-dim': direction, 'aria-label': label(element) + ': ' + t(isUp ? 'order.dim+' : 'order.dim-'),
  }, icon(isUp ? 'plus' : 'minus'));
  button.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button === 0) begin();
  });
  button.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener('keyup', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === ' ' || event.key === 'Enter') end(true);
  });
  // A long press opens no menu.
  button.addEventListener('contextmenu', (/** @type {Event} */ event) => event.preventDefault());
  return button;
}

/**
 * Not part of the first view: the slider loads it.
 * @param {import('../core/store.js').Element} element @param {HTMLElement} track the slider
 */
export function addDimmer(element, track) {
  track.before(dimButton(element, 'down'));
  track.after(dimButton(element, 'up'));
}
