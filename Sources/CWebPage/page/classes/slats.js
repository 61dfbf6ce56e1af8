/** A picture of a blind: how far it is down, and the angle of its slats, as far as both are known now. */
import { h, setAttribute, svg } from '../core/dom.js';
import { facet } from '../core/states.js';
import * as store from '../core/store.js';
import { closedPart } from './classes.js';

const SLATS = 7;
/** The distance of two slats, and the height of one that is seen from its edge. */
const [PITCH, EDGE] = [7, 1.5];

/** @type {Record<string, number>} */
const ENDS = { open: 0, closed: 100 };

/** @param {store.Element} element @param {import('../core/types.js').FacetType} type @returns {number | null} how far it is closed in %, if that is known now */
function closed(element, type) {
  if (!element.types.includes(type)) return null;
  const { value, reading } = facet(element, type);
  return value === null || reading?.stale || reading?.reachable === false || store.connection !== 'online' ? null : closedPart(element, Number(value));
}

/** @param {store.Element} element @param {store.Element} slats @param {import('../core/dom.js').Scope} scope */
export function blindPicture(element, slats, scope) {
  const bars = Array.from({ length: SLATS }, () => svg('rect', { class: 'blind-slat', x: 11, width: 42, rx: 0.75 }));
  const picture = svg('svg', { viewBox: '0 0 64 72', class: 'blind-picture', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: 'blind-window', x: 8, y: 8, width: 48, height: 58, rx: 3 }), ...bars, svg('path', { class: 'blind-box', d: 'M4 6H60' }));
  const show = () => {
    const [position, angle] = [closed(element, 'regulable') ?? ENDS[element.cover?.state ?? ''] ?? null, closed(slats, 'regulable')];
    picture.classList.toggle('unsure', position === null || angle === null);
    const height = EDGE + ((PITCH - 1 - EDGE) * (angle ?? 0)) / 100;
    for (const [index, bar] of bars.entries()) {
      setAttribute(bar, 'y', (15.5 + index * PITCH - height / 2).toFixed(2));
      setAttribute(bar, 'height', height.toFixed(2));
      setAttribute(bar, 'visibility', position !== null && (index + 0.5) / SLATS > position / 100 ? 'hidden' : null);
    }
  };
  scope.add(store.subscribe(element.path, show));
  show();
  return h('span', { class: 'blind-view' }, picture);
}
