/**
 * Arranges rooms and elements on a plan, by dragging, tapping, or the arrow keys. The server gets nothing before "Save";
 * until then, this device keeps the moves as a draft.
 */
import { explain, read, resource } from '../core/api.js';
import { announce, h, setAttribute, setText } from '../core/dom.js';
import { elementIcon, icon, placeIcon } from '../core/icons.js';
import { reloadModel } from '../core/link.js';
import { keep, recall } from '../core/preferences.js';
import * as store from '../core/store.js';
import { breakable, label, t } from '../core/words.js';

const STEP = 0.01;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
/** A pointer that moves less than this, in pixels, is a tap. */
const DRAG = 6;

/** @param {store.Place} place @param {store.Place[]} rooms @param {{ view: HTMLElement, board: HTMLElement, chips: HTMLElement, note: HTMLElement }} parts @param {import('../core/dom.js').Scope} scope */
export function arrangePlan(place, rooms, { view, board, chips, note }, scope) {
  if (view.dataset.dirty !== undefined) return;
  view.dataset.dirty = '';
  const draftName = 'plan.draft.' + place.path;
  /** @type {Map<string, { x: number, y: number }>} */
  const places = new Map();
  /** The paths of the items moved here; others may move the rest in the meantime. */
  const moved = new Set();
  /** @type {HTMLElement | null} */
  let chosen = null;
  for (const old of board.querySelectorAll('.plan-item')) old.remove();
  chips.textContent = '';
  if (!chips.isConnected) note.parentElement?.append(chips);
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
    keepDraft();
  }
  function positions() {
    return Object.fromEntries([...moved].map((path) => [path, places.get(path)]));
  }
  const keepDraft = () => keep(draftName, moved.size > 0 ? JSON.stringify(positions()) : null);
  /** The moves that were left without saving. */
  function draft() {
    try {
      return new Map(Object.entries(Object(JSON.parse(recall(draftName) ?? '{}'))));
    } catch {
      return new Map();
    }
  }
  /** @param {{ clientX: number, clientY: number }} event @returns {[number, number]} */
  const part = (event) => {
    const box = board.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  /** @param {HTMLElement | null} node */
  function choose(node) {
    if (chosen) mark(chosen, false);
    chosen = node;
    if (chosen) mark(chosen, true);
  }
  /** @param {HTMLElement} node a chip, or an item with its button @param {boolean} isChosen */
  function mark(node, isChosen) {
    node.classList.toggle('chosen', isChosen);
    setAttribute(node.querySelector('button') ?? node, 'aria-pressed', String(isChosen));
  }

  /** The items that can be placed, by path, with their icons. */
  const things = new Map([
    ...rooms.map((room) => ({ thing: room, glyph: placeIcon(room), isRoom: true })),
    ...place.elements.map((element) => ({ thing: element, glyph: elementIcon(element), isRoom: false })),
  ].map((entry) => [entry.thing.path, entry]));

  /** @param {string} path @param {{ x: number, y: number }} position */
  function item(path, position) {
    const { thing, glyph, isRoom } = /** @type {any} */ (things.get(path));
    const dot = h('button', { type: 'button', class: 'plan-dot', 'aria-label': label(thing), 'aria-describedby': 'arrange-hint', 'aria-pressed': 'false' }, icon(glyph));
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
      const direction = ARROWS[event.key];
      if (!direction) return;
      event.preventDefault();
      const [dx, dy] = direction;
      const at = places.get(path) ?? position;
      move(node, at.x + dx, at.y + dy);
    });
    board.append(node);
    return node;
  }

  const left = draft();
  for (const [path, { thing, glyph }] of things) {
    const position = left.get(path);
    if (Number.isFinite(position?.x) && Number.isFinite(position?.y)) {
      moved.add(path);
      item(path, position);
      continue;
    }
    if (thing.position) {
      item(path, thing.position);
      continue;
    }
    const chip = h('button', { type: 'button', class: 'chip', 'data-path': path, 'aria-pressed': 'false', onclick: () => choose(chip) }, icon(glyph), label(thing));
    chip.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (chosen !== chip || !ARROWS[event.key]) return;
      event.preventDefault();
      settle(chip, 0.5, 0.5);
    });
    dragOut(chip);
    chips.append(chip);
  }
  if (moved.size > 0) setText(note, t('plan.draft'));

  /** @param {HTMLElement} chip is replaced by an item at this position, which is chosen @param {number} x @param {number} y */
  function settle(chip, x, y) {
    const path = chip.dataset.path ?? '';
    chip.remove();
    const node = item(path, { x, y });
    move(node, x, y);
    choose(node);
    node.querySelector('button')?.focus();
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
        keepDraft();
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
    if (chosen.classList.contains('chip')) settle(chosen, x, y);
    else move(chosen, x, y);
  });

  const save = h('button', { type: 'button', class: 'button', 'data-save': '' }, t('save'));
  const cancel = h('button', { type: 'button', class: 'button quiet', onclick: () => leave() }, t('cancel'));
  const bar = h('div', { class: 'toolbar', id: 'arrange-bar' }, h('span', { class: 'unseen', id: 'arrange-hint' }, t('plan.arrange.hint')), save, cancel);
  note.after(bar);
  /** Rebuilds the view from the data on the server. */
  function leave() {
    keep(draftName, null);
    delete view.dataset.dirty;
    document.dispatchEvent(new CustomEvent('redraw'));
  }
  scope.listen(document, 'keydown', (/** @type {KeyboardEvent} */ event) => {
    const isHere = event.target === document.body || (event.target instanceof Node && view.contains(event.target));
    if (event.key === 'Escape' && isHere && !(event.target instanceof HTMLInputElement)) leave();
  });
  save.addEventListener('click', async () => {
    if (moved.size === 0) return leave();
    save.disabled = true;
    try {
      await read(resource('plans', place.path) + (resource('plans', place.path).includes('?') ? '' : '/positions'), { method: 'PUT', body: { positions: positions() } });
      announce(t('saved'));
      await reloadModel();
      leave();
    } catch (problem) {
      save.disabled = false;
      setText(note, explain(problem));
    }
  });
}
