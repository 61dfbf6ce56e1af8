/** Colours of lamps: their names, white light as a colour of the screen, and the lamp in its colour in rows, plans and tiles. */
import { h } from '../core/dom.js';
import { facet, isLit } from '../core/states.js';
import * as store from '../core/store.js';
import { t } from '../core/words.js';

/** @typedef {{ hue: number, saturation: number, brightness: number }} Shade the hue in degrees, the others in percent */

/**
 * The colours that have a button; all have names.
 * @type {[string, string][]}
 */
export const COLOURS = [
  ['red', '#ff0000'], ['orange', '#ff8000'], ['yellow', '#ffff00'], ['green', '#00ff00'],
  ['cyan', '#00ffff'], ['blue', '#0000ff'], ['purple', '#8000ff'], ['magenta', '#ff00ff'],
];
/** @type {[string, number][]} in K */
export const WHITES = [['warm', 2700], ['neutral', 4000], ['daylight', 6500]];
/** Below this saturation, in percent, a colour is called white; below the second one it is pale. */
const [WHITE_BELOW, PALE_BELOW] = [12, 60];
/**
 * The names of hues, each up to this many degrees.
 * @type {[number, string][]}
 */
const HUES = [[15, 'red'], [45, 'orange'], [70, 'yellow'], [165, 'green'], [195, 'cyan'], [255, 'blue'], [285, 'purple'], [345, 'magenta'], [360, 'red']];

/**
 * White light in sRGB at full brightness, at some temperatures in K; between them it is linear in 1/K, within 7 of 255.
 * Source: the Planckian locus by Krystek (1985), and IEC 61966-2-1.
 * @type {[number, number[]][]}
 */
const LIGHT = [
  [1000, [255, 23, 0]], [1200, [255, 68, 0]], [1500, [255, 102, 0]], [1850, [255, 129, 0]], [1950, [255, 136, 13]],
  [2200, [255, 150, 47]], [2700, [255, 173, 88]], [3500, [255, 199, 139]], [4500, [255, 221, 188]], [5500, [255, 237, 225]],
  [6600, [253, 248, 255]], [8000, [227, 231, 255]], [10000, [205, 217, 255]], [20000, [170, 193, 255]],
];

/** @param {any} value @returns {number | null} the temperature of white light, in K */
export const kelvinOf = (value) => (/^\d+K$/.test(String(value)) ? parseInt(value, 10) : null);

/** @param {number[]} parts 0–255 */
const hex = (parts) => '#' + parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');

/** @param {number} kelvin @returns {string} `#rrggbb` */
export function kelvinColour(kelvin) {
  const next = LIGHT.findIndex(([at]) => at >= kelvin);
  if (next <= 0) return hex(LIGHT[next < 0 ? LIGHT.length - 1 : 0][1]);
  const [[low, from], [high, to]] = [LIGHT[next - 1], LIGHT[next]];
  const share = (1 / low - 1 / kelvin) / (1 / low - 1 / high);
  return hex(from.map((part, index) => part + (to[index] - part) * share));
}

/** @param {any} value as in the API @returns {string | null} `#rrggbb` on the screen */
export function screenColour(value) {
  const kelvin = kelvinOf(value);
  return kelvin !== null ? kelvinColour(kelvin) : /^#[0-9a-f]{6}$/i.test(String(value)) ? String(value) : null;
}

/** @param {string} colour `#rrggbb` @returns {number[]} */
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** @param {string} colour `#rrggbb` @returns {Shade} */
export function shadeOf(colour) {
  const [red, green, blue] = parts(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  const sixth = range === 0 ? 0 : most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return { hue: ((sixth + 6) % 6) * 60, saturation: most === 0 ? 0 : (range / most) * 100, brightness: (most / 255) * 100 };
}

/** @param {Shade} shade @returns {string} `#rrggbb` */
export const colourOf = ({ hue, saturation, brightness }) => hex([0, 2, 4].map((peak) => {
  const distance = Math.abs(((hue / 60 - peak + 9) % 6) - 3);
  return (255 * brightness * (100 - saturation * (1 - Math.min(1, Math.max(0, 2 - distance))))) / 10000;
}));

/** @param {any} value @returns {string} "Orange", "Warm white" */
export function colourName(value) {
  const kelvin = kelvinOf(value);
  if (kelvin !== null) return t(kelvin < 3300 ? 'colour.warm' : kelvin < 5300 ? 'colour.neutral' : 'colour.daylight');
  const colour = screenColour(value)?.toLowerCase();
  if (!colour) return String(value);
  const exact = COLOURS.find(([, each]) => each === colour);
  if (exact) return t('colour.' + exact[0]);
  const { hue, saturation, brightness } = shadeOf(colour);
  if (brightness === 0) return t('colour.black');
  if (saturation < WHITE_BELOW) return t('colour.white');
  const name = HUES.find(([end]) => hue <= end)?.[1] ?? 'red';
  // Pale red and magenta have a word of their own.
  if (saturation < PALE_BELOW && (name === 'red' || name === 'magenta')) return t('colour.pink');
  return saturation < PALE_BELOW ? t('colour.pale', { colour: t('colour.' + name).toLowerCase() }) : t('colour.' + name);
}

/** @param {any} value @returns {string} "Orange, #ff8000", "Warm white, 2700 K" */
export function colourText(value) {
  const kelvin = kelvinOf(value);
  return colourName(value) + (kelvin !== null ? `, ${kelvin}\u00a0K` : screenColour(value) ? ', ' + value : '');
}

/** @param {any} one @param {any} other @returns {boolean} whether a lamp can't tell them apart */
export function isClose(one, other) {
  const [kelvin, another] = [kelvinOf(one), kelvinOf(other)];
  if (kelvin !== null && another !== null) return Math.abs(1e6 / kelvin - 1e6 / another) <= 1.01;
  const [colour, second] = [screenColour(one), screenColour(other)];
  if (kelvin !== null || another !== null || !colour || !second) return false;
  return parts(colour).every((part, index) => Math.abs(part - parts(second)[index]) <= 4);
}

/** @param {string} colour `#rrggbb` @returns {string} black or white, what is read better on it */
export function inkOn(colour) {
  const [red, green, blue] = parts(colour).map((part) => (part / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000' : '#fff';
}

/**
 * Gives a node the colour of a lamp; its words are beside it.
 * @param {HTMLElement} node @param {store.Element} element
 */
export function tint(node, element) {
  const { value, reading } = facet(element, 'colour');
  const colour = value === null ? null : screenColour(value);
  const isOld = reading?.stale || reading?.reachable === false || store.connection !== 'online';
  if (!colour) delete node.dataset.tint;
  else node.dataset.tint = isOld ? 'old' : isLit(element) ? 'on' : 'off';
  node.style.setProperty('--tint', colour ?? '');
  node.style.setProperty('--ink', colour ? inkOn(colour) : '');
}

/** On the tile of a room, more are not shown. */
const MAX_LAMPS = 4;

/**
 * The colours of the lamps of a room that are on; its words, and the rows of the room, have the rest.
 * @param {HTMLElement} node @param {store.Place} place
 */
export function lamps(node, place) {
  const colours = [];
  for (const element of store.elementsBelow(place)) {
    if (!element.light || !isLit(element)) continue;
    const { value, reading } = facet(element, 'colour');
    const colour = value === null || reading?.stale || reading?.reachable === false ? null : screenColour(value);
    if (colour) colours.push(colour);
  }
  const shown = colours.slice(0, MAX_LAMPS);
  const before = node.querySelector('.lamps');
  if ((before?.getAttribute('data-colours') ?? '') === shown.join(' ')) return;
  before?.remove();
  if (shown.length === 0) return;
  node.querySelector('.tile-link')?.append(h('span', { class: 'lamps', 'aria-hidden': 'true', 'data-colours': shown.join(' ') }, shown.map((colour) => {
    const dot = h('i', { class: 'swatch' });
    dot.style.setProperty('--tint', colour);
    return dot;
  })));
}
