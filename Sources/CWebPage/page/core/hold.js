/**
 * What opens a lock, a gate, a garage or a door is held for a second: by pointer, by Enter or by Space. A short tap shows how.
 * What activates a button without either, such as a screen reader, activates it twice.
 */
import { arm, armedValue, disarm, opens } from './guard.js';
import { setAttribute } from './dom.js';
import { t } from './words.js';

/** The time to hold, in milliseconds. */
export const HOLD = 1000;
/** The click that follows the release of a hold comes within this time, in milliseconds. */
const AFTER_RELEASE = 400;

/**
 * Lets a button give an order, by holding it if the order opens something.
 * @param {HTMLButtonElement} button
 * @param {import('./store.js').Element} element @param {string} type
 * @param {() => string | number} next the value that it would order now
 * @param {(value: any, isHeld: boolean) => void} run
 * @returns {() => void} shows how the button is to be used now
 */
export function holdable(button, element, type, next, run) {
  /** @type {any} */
  let timer = null;
  /** Whether a click belongs to a press that began as one that opens, or to one of a pointer. */
  let isHold = false;
  let isPointer = false;
  /** @type {any} */
  let release = null;
  /** @type {AbortController | null} */
  let watch = null;

  /** @param {boolean} isShort whether it was released too early */
  const end = (isShort) => {
    watch?.abort();
    watch = null;
    clearTimeout(timer);
    const wasWaiting = timer !== null;
    timer = null;
    button.classList.remove('holding');
    clearTimeout(release);
    release = setTimeout(() => (isHold = isPointer = false), AFTER_RELEASE);
    if (wasWaiting && isShort) arm(element, type, next(), t('hold.hint'));
  };
  /** @returns {boolean} whether it has to be held */
  const begin = () => {
    clearTimeout(release);
    isHold = false;
    if (timer !== null || button.disabled) return timer !== null;
    const value = next();
    if (!opens(element, type, value)) return false;
    isHold = true;
    watch = new AbortController();
    const { signal } = watch;
    // The view may be replaced meanwhile: the button no longer hears of the release then.
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keyup', () => end(true), { signal });
    window.addEventListener('blur', () => end(false), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && end(false), { signal });
    button.classList.add('holding');
    timer = setTimeout(() => {
      timer = null;
      button.classList.remove('holding');
      if (!button.isConnected || button.disabled) return;
      disarm();
      run(value, true);
    }, HOLD);
    return true;
  };

  button.classList.add('holdable');
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    isPointer = true;
    begin();
  });
  button.addEventListener('contextmenu', (event) => timer !== null && event.preventDefault());
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (event.repeat ? isHold : begin()) event.preventDefault();
  });
  button.addEventListener('keyup', (event) => isHold && (event.key === 'Enter' || event.key === ' ') && event.preventDefault());
  button.addEventListener('click', (event) => {
    event.preventDefault();
    if (isHold) return;
    const value = next();
    if (!opens(element, type, value)) return run(value, false);
    // It opened nothing when the pointer went down: the state has changed since.
    if (isPointer) return arm(element, type, value, t('hold.hint'));
    if (armedValue(element.path, type) !== value) return arm(element, type, value, t('hold.again'));
    disarm();
    run(value, true);
  });
  return () => setAttribute(button, 'title', opens(element, type, next()) ? t('hold.hint') : null);
}
