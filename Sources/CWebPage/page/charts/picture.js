/** Draws series under one axis of time: lines for numbers, bars for switches, bands for words and for the colours of a lamp. */
import { screenColour } from '../classes/colours.js';
import { clockTime, duration } from '../core/clock.js';
import { dateText } from '../core/dates.js';
import { h, setAttribute, setText, svg } from '../core/dom.js';
import { valueText } from '../core/states.js';
import { formatNumber, label, language, t } from '../core/words.js';
import { numberMarks, timeMarks } from './scale.js';
import { periodAt } from './series.js';

/** @typedef {import('./series.js').Series} Series */
/** @typedef {import('./series.js').Period} Period */

const WIDTH = 1000;
const HEIGHT = 100;
/** The number of colours of lines, and of words. */
const COLOURS = 6;
/** The steps of the value that is shown with the arrow keys. */
const STEPS = 96;

/** @param {number} value @param {number} low @param {number} high */
const part = (value, low, high) => Math.min(1, Math.max(0, (value - low) / Math.max(1e-9, high - low)));
/** @param {number} value */
const percent = (value) => (value * 100).toFixed(3) + '%';

/**
 * @param {Series[]} all with the same times
 * @param {'day'|'week'|'year'} span
 * @param {number | null} pointed the time whose values are shown; null for a summary of all
 * @returns {{ figure: HTMLElement, isUsed: () => boolean, pointedAt: () => number | null }}
 *   `isUsed`: whether a pointer or the keyboard is on it; `pointedAt`: the time whose values it shows
 */
export function picture(all, span, pointed) {
  const { from, to } = all[0];
  const marks = timeMarks(from, to);
  // A date that is missing would be that of the other end.
  const end = span !== 'year' && dateText(from) === dateText(to) ? clockTime(to) : timeText(to, span);
  const range = timeText(from, span) + ' – ' + end;
  const when = h('p', { class: 'chart-when' }, range);
  const rows = all.map((series, index) => new Row(series, index, all.length > 1));
  const body = h('div', { class: 'chart-body' }, when, panels(rows).map((panel) => (panel[0].series.kind === 'numbers' ? lines(panel, marks) : bands(panel[0], marks))), axis(marks, from, to));
  const keys = h('input', { type: 'range', class: 'chart-range', min: 0, max: STEPS, value: STEPS, 'aria-label': t('chart.title') + ', ' + rows.map(({ name }) => name).join(', ') });
  const figure = h('div', { class: 'chart-figure' }, keys, body);

  /** @param {number | null} at the fraction of the time whose values are shown; null for a summary of all */
  const show = (at) => {
    figure.classList.toggle('reading', at !== null);
    figure.style.setProperty('--at', percent(at ?? 1));
    // The end of the time is still part of it.
    const time = at === null ? null : Math.min(to - 1, from + at * (to - from));
    pointed = time;
    setText(when, time === null ? range : timeText(time, span));
    for (const row of rows) row.show(time);
    setAttribute(keys, 'aria-valuetext', [when.textContent, ...rows.map((row) => (rows.length > 1 ? row.name + ': ' : '') + row.value.textContent)].join(', '));
  };
  keys.addEventListener('input', () => show(Number(keys.value) / STEPS));
  keys.addEventListener('focus', () => keys.matches(':focus-visible') && show(Number(keys.value) / STEPS));
  keys.addEventListener('blur', () => show(null));
  /** @param {PointerEvent} event */
  const follow = (event) => {
    const plot = body.querySelector('.chart-plot').getBoundingClientRect();
    const at = part(event.clientX, plot.left, plot.right);
    keys.value = String(Math.round(at * STEPS));
    show(at);
  };
  body.addEventListener('pointerdown', follow);
  body.addEventListener('pointermove', follow);
  let isPointed = false;
  for (const type of ['pointerdown', 'pointermove']) body.addEventListener(type, () => (isPointed = true));
  for (const type of ['pointerleave', 'pointercancel']) body.addEventListener(type, () => (isPointed = false));
  // After a finger has gone, what it pointed at stays.
  body.addEventListener('pointerleave', (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && show(null));
  const kept = pointed === null || pointed < from ? null : part(pointed, from, to);
  if (kept !== null) keys.value = String(Math.round(kept * STEPS));
  show(kept);
  return { figure, isUsed: () => isPointed || document.activeElement === keys, pointedAt: () => pointed };
}

/** @param {number} time @param {'day'|'week'|'year'} span */
function timeText(time, span) {
  if (span === 'year') return dateText(time);
  return new Date(time).toLocaleString(language(), { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
}

/** @param {Series} series @returns {string[]} its words; options in their order, so that each has the same colour in every chart */
function wordsOf({ element, periods }) {
  const found = new Set(periods.map(({ value }) => String(value)));
  return [...(element.options ?? []).map(({ value }) => value).filter((value) => found.delete(value)), ...found];
}

/** One series: its name, and its value under the finger. */
class Row {
  /** @param {Series} series @param {number} index @param {boolean} isNamed */
  constructor(series, index, isNamed) {
    this.series = series;
    this.colour = index % COLOURS;
    this.name = label(series.element) + (series.type === 'colour' && series.element.types.length > 1 ? ': ' + t('type.colour') : '');
    this.value = h('strong', { class: 'chart-value' });
    this.head = h('p', { class: 'chart-head-line', 'data-path': series.element.path, 'data-colour': series.kind === 'switch' ? 'on' : series.kind === 'words' ? null : this.colour },
      isNamed ? [h('i', { class: 'chart-key' }), h('span', { class: 'chart-name' }, this.name)] : null, this.value);
    /** @type {((period: Period | undefined) => void) | null} */
    this.mark = null;
    /** @type {string[]} */
    this.words = series.kind === 'words' ? wordsOf(series) : [];
  }

  /** @param {number | null} time */
  show(time) {
    const period = time === null ? undefined : periodAt(this.series, time);
    setText(this.value, time === null ? this.summary() : period ? this.text(period) : t('state.unknown'));
    this.mark?.(period);
  }

  /** @param {number} value */
  number(value) {
    const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 || value === 0 ? 1 : 3;
    return Number(value.toFixed(digits));
  }

  /** @param {number | string} value */
  word(value) {
    return valueText(this.series.element, this.series.type, typeof value === 'number' ? this.number(value) : value);
  }

  /** @param {Period} period */
  text({ value, low, high, isMean, assumed }) {
    let text = '';
    if (this.series.kind === 'switch') {
      const fraction = Number(value);
      text = fraction === 0 || fraction === 1 ? this.word(fraction ? 'on' : 'off') : t('chart.part', { value: this.word('on'), percent: Math.round(fraction * 100) });
    } else {
      text = this.word(value);
      if (isMean && high > low) text += ' (' + t('chart.label', { minimum: formatNumber(this.number(low)), maximum: formatNumber(this.number(high)) }) + ')';
    }
    return (assumed ? '~' : '') + text;
  }

  /**
   * The caption for all of the time: "Down for 5 min" if nothing is known of the rest of it.
   * @param {string} value @returns {string}
   */
  whole(value) {
    const { periods, from, to } = this.series;
    const known = periods.reduce((sum, period) => sum + period.to - period.from, 0);
    // Times are rounded to seconds.
    return known > to - from - 2000 ? value : t('chart.time', { value, time: duration(known / 1000) });
  }

  /** All of it: the range of the numbers, the words, or how long it was on. */
  summary() {
    const { kind, periods, to } = this.series;
    if (periods.length === 0) return t('chart.none');
    const last = periods[periods.length - 1];
    // Of several words, the legend has the times.
    if (kind === 'words') return this.words.length === 1 ? this.whole(this.text(last)) : last.to === to ? t('chart.now', { value: this.text(last) }) : '';
    if (kind === 'numbers') {
      const [low, high] = [Math.min(...periods.map((period) => period.low)), Math.max(...periods.map((period) => period.high))].map((value) => this.number(value));
      return low === high ? this.whole(this.word(low)) : t('chart.label', { minimum: this.series.type === 'value' && this.series.element.unit ? formatNumber(low) : this.word(low), maximum: this.word(high) });
    }
    const lit = periods.reduce((sum, { value, from, to }) => sum + Number(value) * (to - from), 0);
    const dark = periods.reduce((sum, { from, to }) => sum + to - from, 0) - lit;
    return [['on', lit], ['off', dark]].filter(([, time]) => Number(time) >= 1)
      .map(([value, time]) => t('chart.time', { value: this.word(value), time: duration(Number(time) / 1000) })).join(' · ');
  }
}

/** @param {Row[]} rows @returns {Row[][]} numbers with the same unit share a scale; everything else stands alone */
function panels(rows) {
  /** @type {Map<any, Row[]>} */
  const found = new Map();
  for (const row of rows) {
    const { kind, periods } = row.series;
    const key = kind === 'numbers' && periods.length > 0 ? unitOf(row.series) : row;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
}

/** @param {Series} series */
const unitOf = ({ type, element }) => (type === 'regulable' ? '%' : element.unit ?? '');

/** @param {import('./scale.js').TimeMark[]} marks @param {number} from @param {number} to */
function timeGrid(marks, from, to) {
  return marks.filter(({ line }) => line !== null).map(({ line, minor }) => {
    const node = h('div', { class: 'chart-hour' + (minor ? ' minor' : '') });
    node.style.setProperty('--x', percent(part(Number(line), from, to)));
    return node;
  });
}

/** @param {import('./scale.js').TimeMark[]} marks @param {number} from @param {number} to */
function axis(marks, from, to) {
  return h('div', { class: 'chart-axis', 'aria-hidden': 'true' }, marks.filter(({ label: text }) => text).map(({ at, label: text, more, minor }) => {
    const node = h('span', { class: minor ? 'minor' : '' }, text, more ? h('span', { class: 'more' }, more) : null);
    node.style.setProperty('--x', percent(part(at, from, to)));
    return node;
  }));
}

/** @param {Row[]} rows @param {import('./scale.js').TimeMark[]} marks */
function lines(rows, marks) {
  const heads = rows.map(({ head }) => head);
  const all = rows.flatMap(({ series }) => series.periods);
  if (all.length === 0) return heads;
  const { from, to } = rows[0].series;
  const isLevel = rows.some(({ series }) => series.type === 'regulable');
  const numbers = isLevel ? [0, 25, 50, 75, 100] : numberMarks(Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high)));
  const [low, high] = [numbers[0], numbers[numbers.length - 1]];
  /** @param {number} time */
  const x = (time) => (part(time, from, to) * WIDTH).toFixed(1);
  /** @param {number} value */
  const y = (value) => ((1 - part(value, low, high)) * HEIGHT).toFixed(1);
  const unit = unitOf(rows[0].series);
  const scale = h('div', { class: 'chart-scale', 'aria-hidden': 'true' }, numbers.map((number, index) => {
    const node = h('span', { class: isLevel && index % 2 === 1 ? 'unseen' : '' }, formatNumber(number) + (unit && index === numbers.length - 1 ? ' ' + unit : ''));
    node.style.setProperty('--y', String(1 - part(number, low, high)));
    return node;
  }));
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  for (const number of numbers) drawing.append(svg('path', { class: 'chart-grid', d: `M0 ${y(number)}H${WIDTH}` }));
  for (const row of rows) {
    const runs = connected(row.series.periods);
    const band = runs.map((run) => area(run, x, y)).join('');
    if (band) drawing.append(svg('path', { class: 'chart-band', 'data-colour': row.colour, d: band }));
    drawing.append(svg('path', { class: 'chart-line', 'data-colour': row.colour, d: runs.map((run) => line(run, x, y)).join('') }));
  }
  const dots = rows.map((row) => {
    const dot = h('i', { class: 'chart-dot', 'data-colour': row.colour, hidden: true });
    row.mark = (period) => {
      dot.hidden = !period;
      if (period) dot.style.setProperty('--y', percent(1 - part(Number(period.value), low, high)));
    };
    return dot;
  });
  return [heads, scale, h('div', { class: 'chart-plot chart-lines' }, timeGrid(marks, from, to), drawing, h('div', { class: 'chart-cursor' }), dots)];
}

/** @param {Period[]} all @returns {Period[][]} without gaps inside */
function connected(all) {
  /** @type {Period[][]} */
  const runs = [];
  for (const period of all) {
    const run = runs.at(-1);
    if (run && run[run.length - 1].to === period.from) run.push(period);
    else runs.push([period]);
  }
  return runs;
}

/** @param {Period[]} run @param {(time: number) => string} x @param {(value: number) => string} y */
function line(run, x, y) {
  const last = run[run.length - 1];
  let path = `M${x(run[0].from)} ${y(Number(run[0].value))}`;
  for (const { from, to, value, isMean } of run) {
    path += isMean ? `L${x((from + to) / 2)} ${y(Number(value))}` : `H${x(from)}V${y(Number(value))}H${x(to)}`;
  }
  return path + (last.isMean ? `H${x(last.to)}` : '');
}

/** @param {Period[]} run @param {(time: number) => string} x @param {(value: number) => string} y @returns {string} the range of its values */
function area(run, x, y) {
  if (!run.some(({ low, high }) => high > low)) return '';
  const top = run.map(({ from, to, high }) => `${x(from)} ${y(high)}L${x(to)} ${y(high)}`);
  const bottom = run.map(({ from, to, low }) => `${x(to)} ${y(low)}L${x(from)} ${y(low)}`).reverse();
  return `M${[...top, ...bottom].join('L')}Z`;
}

/** @param {Period[]} all @param {string} word @returns {number} for how long it had this value, in milliseconds */
const total = (all, word) => all.reduce((sum, { from, to, value }) => sum + (value === word ? to - from : 0), 0);

/** @param {Row} row of a switch or of words @param {import('./scale.js').TimeMark[]} marks */
function bands(row, marks) {
  const { kind, from, to, periods } = row.series;
  if (periods.length === 0) return row.head;
  const isLight = row.series.type === 'colour';
  const plot = h('div', { class: 'chart-plot chart-bands chart-' + (isLight ? 'light' : kind), 'data-path': row.series.element.path }, timeGrid(marks, from, to));
  for (const period of periods) {
    const text = kind === 'words' ? row.word(period.value) : '';
    const band = h('div', {
      class: 'chart-part' + (period.assumed ? ' assumed' : ''), 'data-value': period.value,
      'data-colour': kind === 'words' && !isLight ? row.words.indexOf(String(period.value)) % COLOURS : null, title: isLight ? text : null,
    }, isLight ? null : text ? h('span', null, text) : period.value ? h('i', { class: 'chart-bar' }) : null);
    if (isLight) band.style.setProperty('--c', screenColour(period.value));
    band.style.setProperty('--x', percent(part(period.from, from, to)));
    band.style.setProperty('--width', percent(part(period.to - period.from, 0, to - from)));
    if (kind === 'switch') band.style.setProperty('--height', percent(Number(period.value)));
    plot.append(band);
  }
  plot.append(h('div', { class: 'chart-cursor' }));
  // Of many colours, those that were shown for the longest time.
  const listed = isLight ? [...row.words].sort((one, other) => total(periods, other) - total(periods, one)) : row.words;
  const legend = h('p', { class: 'chart-legend' }, listed.slice(0, COLOURS * 2).map((word, index) => {
    const item = h('span', { 'data-colour': isLight ? null : index % COLOURS }, h('i', { class: 'chart-key' }), row.word(word) + ' · ' + duration(total(periods, word) / 1000));
    if (isLight) item.style.setProperty('--c', screenColour(word));
    return item;
  }));
  return [row.head, plot, row.words.length > 1 ? legend : null];
}
