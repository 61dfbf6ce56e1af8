/** The history of an element over a day, a week or a year: a line with its range for numbers, bands for switches and covers. */
import { explain, read, resource } from '../core/api.js';
import { duration, moment, serverNow } from '../core/clock.js';
import { h, setAttribute, svg } from '../core/dom.js';
import { valueText } from '../core/states.js';
import { t } from '../core/words.js';

const SPANS = { day: '1d', week: '7d', year: '365d' };
const WIDTH = 1000;
const HEIGHT = 160;
const BAND_HEIGHT = 40;
/** Also visible if it was on for a moment only. */
const MIN_BAND_WIDTH = 3;

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
      const history = resource('history', element.path);
      const address = history + (history.includes('?') ? '&' : '?') + 'since=' + SPANS[/** @type {keyof typeof SPANS} */ (span)];
      // A switch is shown by each of its changes, unless there are more than one answer holds.
      const changes = type === 'binary' ? await read(address) : null;
      const answer = changes && !changes.next ? changes : await read(address + '&points=200');
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
  const picture = type === 'binary' || type === 'bidirectional' ? bands(type, periods(type, entries, from, to), from, to)
    : entries.some((entry) => typeof (entry.summary?.mean ?? entry.value) === 'number') ? lines(element, type, entries, x)
      : h('p', { class: 'note' }, t('chart.text'));
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

/**
 * A period in which a switch or a cover kept its state, or of which only a summary is left.
 * @typedef {{ from: number, to: number, part: number, assumed: boolean }} Period
 *   `part`: the fraction of the time that it was on, or up
 */

/** @param {import('../core/types.js').FacetType} type */
const activeState = (type) => (type === 'binary' ? 'on' : 'up');

/**
 * @param {import('../core/types.js').FacetType} type @param {any[]} entries @param {number} from @param {number} to
 * @returns {Period[]} without the times of which nothing is known
 */
function periods(type, entries, from, to) {
  /** @type {Period[]} */
  const found = [];
  /** @param {number} start @param {number} end @param {number} part @param {boolean} assumed */
  const add = (start, end, part, assumed) => {
    [start, end] = [Math.max(start, from), Math.min(end, to)];
    if (end <= start) return;
    const last = found.at(-1);
    if (last?.to === start && last.part === part && last.assumed === assumed) last.to = end;
    else found.push({ from: start, to: end, part, assumed });
  };
  for (const [index, { time, value, certainty, summary }] of entries.entries()) {
    const end = index + 1 < entries.length ? Date.parse(entries[index + 1].time) : to;
    let start = Date.parse(time);
    if (summary) {
      const summarised = Math.min(end, start + summary.seconds * 1000);
      add(start, summarised, summary.mean, certainty === 'assumed');
      start = summarised;
    }
    if (['on', 'off', 'up', 'down', 'stop'].includes(value)) add(start, end, value === activeState(type) ? 1 : 0, certainty === 'assumed');
  }
  return found;
}

/** @param {import('../core/types.js').FacetType} type @param {Period[]} known @param {number} from @param {number} to */
function bands(type, known, from, to) {
  if (known.length === 0) return h('p', { class: 'note' }, t('chart.empty'));
  const active = known.reduce((sum, period) => sum + period.part * (period.to - period.from), 0);
  const all = known.reduce((sum, period) => sum + period.to - period.from, 0);
  const times = [{ value: 'on', time: active }, { value: 'off', time: all - active }].filter(({ time }) => time >= 1);
  const legend = type === 'binary'
    ? times.map(({ value, time }) => ({ value, text: t('chart.time', { value: t('state.' + value), time: duration(time / 1000) }) }))
    : [{ value: 'on', text: t('chart.bar', { value: t('state.' + activeState(type)) }) }];
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${BAND_HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': legend.map(({ text }) => text).join(', '), class: 'chart-bars' });
  const x = (/** @type {number} */ time) => ((time - from) / Math.max(1, to - from)) * WIDTH;
  /** @param {Period} period @param {string} name @param {number} height @param {number} [minWidth] */
  const band = ({ from: start, to: end }, name, height, minWidth = 0) => {
    const width = Math.max(minWidth, x(end) - x(start));
    picture.append(svg('rect', { class: name, x: Math.min(x(start), WIDTH - width).toFixed(1), y: (BAND_HEIGHT - height).toFixed(1), width: width.toFixed(1), height: height.toFixed(1) }));
  };
  picture.append(svg('path', { class: 'chart-grid', d: `M0 ${BAND_HEIGHT - 0.5}H${WIDTH}` }));
  for (const period of known) band(period, 'chart-track', BAND_HEIGHT);
  for (const period of known) if (period.part > 0) band(period, 'chart-bar' + (period.assumed ? ' assumed' : ''), period.part * BAND_HEIGHT, MIN_BAND_WIDTH);
  return h('div', null, h('p', { class: 'chart-scale' }, legend.map(({ value, text }) => h('span', null, h('i', { class: 'chart-key ' + value }), text))), picture);
}
