/** Arranges rooms and elements on a plan, by dragging, tapping, or the arrow keys. Nothing is stored before "Save". */
import { explain, read, resource } from '../core/api.js';
import { announce, h, setText } from '../core/dom.js';
import { elementIcon, icon, placeIcon } from '../core/icons.js';
import { reloadModel } from '../core/link.js';
import * as store from '../core/store.js';
import { breakable, label, t } from '../core/words.js';

const STEP = 0.01;
/** A pointer that moves less than this, in pixels, is a tap. */
const DRAG = 6;

/** @param {store.Place} place @param {store.Place[]} rooms @param {{ view: HTMLElement, board: HTMLElement, chips: HTMLElement, note: HTMLElement }} parts */
export function arrangePlan(place, rooms, { view, board, chips, note }) {
  if (view.dataset.dirty !== undefined) return;
  view.dataset.dirty = '';
  /** @type {Map<string, { x: number, y: number }>} */
  const places = new Map();
  /** The paths of the items moved here; others may move the rest in the meantime. */
  const moved = new Set();
  /** @type {HTMLElement | null} */
  let chosen = null;
  for (const old of board.querySelectorAll('.plan-item')) old.remove();
  chips.textContent = '';
  if (!chips.isConnected) view.append(chips);
  setText(note, t('plan.arrange.hint'));

  const clamp = (/** @type {number} */ part) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000;
  /** @param {HTMLElement} node @param {number} x @param {number} y */
  function put(node, x, y) {
    const position = { x: clamp(x), y: clamp(y) };
    places.set(node.dataset.path ?? '', position);
    node.style.setProperty('--x', String(position.x));
    node.style.setProperty('--y', String(position.y));
  }
  /** @param {HTMLElement} node @param {number} x @param {number} y */
  function move(node, x, y) {
    moved.add(node.dataset.path ?? '');
    put(node, x, y);
  }
  /** @param {{ clientX: number, clientY: number }} event @returns {[number, number]} */
  const part = (event) => {
    const box = board.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  /** @param {HTMLElement | null} node */
  function choose(node) {
    chosen?.classList.remove('chosen');
    chosen = node;
    node?.classList.add('chosen');
  }

  /** The items that can be placed, by path, with their icons. */
  const things = new Map([
    ...rooms.map((room) => ({ thing: room, glyph: placeIcon(room), isRoom: true })),
    ...place.elements.map((element) => ({ thing: element, glyph: elementIcon(element), isRoom: false })),
  ].map((entry) => [entry.thing.path, entry]));

  /** @param {string} path @param {{ x: number, y: number }} position */
  function item(path, position) {
    const { thing, glyph, isRoom } = /** @type {any} */ (things.get(path));
    const dot = h('button', { type: 'button', class: 'plan-dot', 'aria-label': label(thing), 'aria-describedby': 'arrange-hint' }, icon(glyph));
    const node = h('div', { class: 'plan-item editing' + (isRoom ? ' plan-place' : ''), 'data-path': path }, dot, h('span', { class: 'plan-label', 'aria-hidden': 'true' }, breakable(label(thing))));
    put(node, position.x, position.y);
    dot.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      dot.setPointerCapture(event.pointerId);
      choose(node);
    });
    dot.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (dot.hasPointerCapture(event.pointerId)) move(node, ...part(event));
    });
    dot.addEventListener('focus', () => choose(node));
    dot.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const [dx, dy] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key] ?? [0, 0];
      if (dx === 0 && dy === 0) return;
      event.preventDefault();
      const at = places.get(path) ?? position;
      move(node, at.x + dx, at.y + dy);
    });
    board.append(node);
    return node;
  }

  for (const [path, { thing, glyph }] of things) {
    if (thing.position) {
      item(path, thing.position);
      continue;
    }
    const chip = h('button', { type: 'button', class: 'chip', 'data-path': path, onclick: () => choose(chip) }, icon(glyph), label(thing));
    dragOut(chip);
    chips.append(chip);
  }

  /**
   * A chip can be dragged onto the plan. It holds the pointer until it is let go, so it leaves only then.
   * @param {HTMLElement} chip
   */
  function dragOut(chip) {
    const path = chip.dataset.path ?? '';
    /** @type {HTMLElement | null} */
    let node = null;
    let [startX, startY] = [0, 0];
    chip.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      [startX, startY] = [event.clientX, event.clientY];
      chip.setPointerCapture(event.pointerId);
    });
    chip.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (!chip.hasPointerCapture(event.pointerId)) return;
      if (!node && Math.hypot(event.clientX - startX, event.clientY - startY) < DRAG) return;
      const [x, y] = part(event);
      const placed = (node ??= item(path, { x, y }));
      move(placed, x, y);
      placed.hidden = x < 0 || x > 1 || y < 0 || y > 1;
    });
    chip.addEventListener('lostpointercapture', () => {
      if (!node) return;
      if (node.hidden) {
        // Let go beside the plan.
        node.remove();
        moved.delete(path);
      } else {
        chip.remove();
        choose(node);
      }
      node = null;
    });
  }
  board.addEventListener('click', (event) => {
    if (!chosen || (event.target instanceof Element && event.target.closest('.plan-dot'))) return;
    const [x, y] = part(event);
    if (chosen.classList.contains('chip')) {
      const path = chosen.dataset.path ?? '';
      chosen.remove();
      const node = item(path, { x, y });
      moved.add(path);
      choose(node);
      node.querySelector('button')?.focus();
    } else move(chosen, x, y);
  });

  const save = h('button', { type: 'button', class: 'button', 'data-save': '' }, t('save'));
  const cancel = h('button', { type: 'button', class: 'button quiet', onclick: () => leave() }, t('cancel'));
  const bar = h('div', { class: 'toolbar', id: 'arrange-bar' }, h('span', { class: 'unseen', id: 'arrange-hint' }, t('plan.arrange.hint')), save, cancel);
  note.after(bar);
  /** Rebuilds the view from the data on the server. */
  function leave() {
    delete view.dataset.dirty;
    document.dispatchEvent(new CustomEvent('redraw'));
  }
  save.addEventListener('click', async () => {
    save.disabled = true;
    const positions = Object.fromEntries([...moved].map((path) => [path, places.get(path)]));
    try {
      if (moved.size > 0) await read(resource('plans', place.path) + (resource('plans', place.path).includes('?') ? '' : '/positions'), { method: 'PUT', body: { positions } });
      announce(t('saved'));
      await reloadModel();
      leave();
    } catch (problem) {
      save.disabled = false;
      setText(note, explain(problem));
    }
  });
}
