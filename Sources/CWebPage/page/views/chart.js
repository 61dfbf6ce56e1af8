/** The history of an element over a day, a week or a year: a line with its range for numbers, a bar for other types. */
import { explain, read, resource } from '../core/api.js';
import { moment, serverNow } from '../core/clock.js';
import { h, setAttribute, svg } from '../core/dom.js';
import { valueText } from '../core/states.js';
import { t } from '../core/words.js';

const SPANS = { day: '1d', week: '7d', year: '365d' };
const WIDTH = 1000;
const HEIGHT = 160;

/** @param {import('../core/store.js').Element} element @param {import('../core/dom.js').Scope} scope */
export function chartSection(element, scope) {
  const type = element.types.find((candidate) => candidate === 'regulable' || candidate === 'value') ?? element.types[0];
  const holder = h('div', { class: 'chart-holder' });
  const segments = Object.keys(SPANS).map((span) =>
    h('button', { type: 'button', class: 'segment', 'data-span': span, onclick: () => load(span) }, t('chart.' + span)));
  const section = h('section', { class: 'group' }, h('h2', null, t('chart.title')),
    h('div', { class: 'card chart' }, h('div', { class: 'segments', role: 'group', 'aria-label': t('chart.span') }, segments), holder));
  let turn = 0;

  /** @param {string} span */
  async function load(span) {
    const mine = ++turn;
    for (const segment of segments) setAttribute(segment, 'aria-pressed', String(segment.dataset.span === span));
    try {
      const answer = await read(resource('history', element.path) + (resource('history', element.path).includes('?') ? '&' : '?') + `since=${SPANS[/** @type {keyof typeof SPANS} */ (span)]}&points=200`);
      if (mine !== turn || scope.ended) return;
      const all = /** @type {any[]} */ (answer.entries ?? []);
      // Only one type has a chart: the numbers, or else the first that has entries.
      const shown = all.some((entry) => !entry.type || entry.type === type) ? type : all[0]?.type;
      const entries = all.filter((entry) => !entry.type || entry.type === shown);
      holder.replaceChildren(entries.length === 0 ? h('p', { class: 'note' }, t('chart.empty')) : chart(element, shown, entries, answer));
    } catch (problem) {
      if (mine === turn) holder.replaceChildren(h('p', { class: 'note' }, explain(problem)));
    }
  }
  load('day');
  return section;
}

/**
 * @param {import('../core/store.js').Element} element @param {import('../core/types.js').FacetType} type @param {any[]} entries
 * @param {{ from?: string, to?: string }} range
 */
function chart(element, type, entries, range) {
  const from = Date.parse(range.from ?? entries[0].time);
  const to = range.to ? Date.parse(range.to) : serverNow();
  /** @param {string} time */
  const x = (time) => Math.min(WIDTH, Math.max(0, ((Date.parse(time) - from) / Math.max(1, to - from)) * WIDTH));
  const numbers = entries.some((entry) => typeof (entry.summary?.mean ?? entry.value) === 'number');
  const picture = numbers ? lines(element, type, entries, x) : bars(type, entries, x);
  return h('div', null, picture, h('div', { class: 'chart-labels' }, h('span', null, moment(from)), h('span', null, moment(to))));
}

/** @param {import('../core/store.js').Element} element @param {import('../core/types.js').FacetType} type @param {any[]} entries @param {(time: string) => number} x */
function lines(element, type, entries, x) {
  const points = entries.map((entry) => ({
    x: x(entry.time), step: !entry.summary,
    mean: Number(entry.summary?.mean ?? entry.value), low: Number(entry.summary?.minimum ?? entry.value), high: Number(entry.summary?.maximum ?? entry.value),
  })).filter((point) => Number.isFinite(point.mean));
  let low = Math.min(...points.map((point) => point.low));
  let high = Math.max(...points.map((point) => point.high));
  const [lowest, highest] = [low, high];
  if (type === 'regulable') [low, high] = [0, 100];
  else if (high - low < 1) [low, high] = [low - 0.5, high + 0.5];
  const y = (/** @type {number} */ value) => (HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8)).toFixed(1);
  let line = '';
  for (const [index, point] of points.entries()) {
    line += index === 0 ? `M${point.x.toFixed(1)} ${y(point.mean)}` : point.step ? `H${point.x.toFixed(1)}V${y(point.mean)}` : `L${point.x.toFixed(1)} ${y(point.mean)}`;
  }
  line += `H${WIDTH}`;
  const banded = points.some((point) => point.high > point.low);
  const band = banded ? 'M' + points.map((point) => `${point.x.toFixed(1)} ${y(point.high)}`).join('L') + 'L' + [...points].reverse().map((point) => `${point.x.toFixed(1)} ${y(point.low)}`).join('L') + 'Z' : '';
  const name = t('chart.label', { minimum: valueText(element, type, lowest), maximum: valueText(element, type, highest) });
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': name });
  for (const part of [0.5, 80, 159.5]) picture.append(svg('path', { class: 'chart-grid', d: `M0 ${part}H${WIDTH}` }));
  if (band) picture.append(svg('path', { class: 'chart-band', d: band }));
  picture.append(svg('path', { class: 'chart-line', d: line }));
  return h('div', null, h('p', { class: 'chart-scale' }, h('span', null, name)), picture);
}

/** @param {import('../core/types.js').FacetType} type @param {any[]} entries @param {(time: string) => number} x */
function bars(type, entries, x) {
  const high = type === 'binary' ? 'on' : 'up';
  if (!entries.some((entry) => ['on', 'off', 'up', 'down', 'stop'].includes(entry.value) || entry.summary)) return h('p', { class: 'note' }, t('chart.text'));
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} 40`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('chart.bar', { value: t('state.' + high) }), class: 'chart-bars' });
  picture.append(svg('rect', { x: 0, y: 0, width: WIDTH, height: 40, class: 'chart-track' }));
  for (const [index, entry] of entries.entries()) {
    const left = x(entry.time);
    const right = index + 1 < entries.length ? x(entries[index + 1].time) : WIDTH;
    // The mean of a summary is the fraction of the time that the element was on.
    const part = entry.summary && typeof entry.summary.mean === 'number' ? entry.summary.mean : entry.value === high ? 1 : 0;
    if (part > 0) picture.append(svg('rect', { x: left.toFixed(1), y: 0, width: Math.max(1, right - left).toFixed(1), height: 40, class: 'chart-bar' + (entry.certainty === 'assumed' ? ' assumed' : ''), 'fill-opacity': part.toFixed(2) }));
  }
  return h('div', null, h('p', { class: 'chart-scale' }, h('span', null, t('chart.bar', { value: t('state.' + high) }))), picture);
}
