/** The marks on the axes of a chart. */
import { language } from '../core/words.js';

const HOUR = 3600e3;

/**
 * @param {number} low @param {number} high
 * @param {number} [count] about how many marks
 * @returns {number[]} round numbers from the lower to the upper end of the scale, which hold both values
 */
export function numberMarks(low, high, count = 4) {
  // A value that hardly changes is not shown as a storm.
  const least = Math.max(Math.abs(low), Math.abs(high)) * 0.02 || 1;
  if (high - low < least) [low, high] = [(low + high - least) / 2, (low + high + least) / 2];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const marks = [];
  for (let index = Math.floor(low / step + 1e-6); index <= Math.ceil(high / step - 1e-6); index += 1) marks.push(Number((index * step).toPrecision(12)));
  return marks;
}

/**
 * @typedef {object} TimeMark
 * @property {number | null} line where the grid has a line; null for none
 * @property {number} at where the label stands
 * @property {string} label
 * @property {string} more what follows the label if there is room
 * @property {boolean} minor whether the label is left out if there is little room
 */

/**
 * Hours, days or months by the clock of this device.
 * @param {number} from @param {number} to in milliseconds since 1970
 * @returns {TimeMark[]}
 */
export function timeMarks(from, to) {
  const days = (to - from) / (24 * HOUR);
  return days <= 2 ? hours(from, to) : days <= 31 ? intervals(from, to, 'day') : intervals(from, to, 'month');
}

/** @param {number} from @param {number} to */
function hours(from, to) {
  const length = to - from;
  // Of a short time, more than one mark.
  const step = [1, 3].find((candidate) => length / (candidate * HOUR) <= 9) ?? 3;
  const date = new Date(from);
  date.setMinutes(0, 0, 0);
  /** @type {TimeMark[]} */
  const marks = [];
  for (; date.getTime() <= to; date.setHours(date.getHours() + 1)) {
    const [time, hour] = [date.getTime(), date.getHours()];
    if (time < from || hour % step !== 0) continue;
    const label = hour === 0 ? date.toLocaleDateString(language(), { weekday: 'short', day: 'numeric' }) : date.toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit', hour12: false });
    const isAtEdge = time - from < length * 0.04 || to - time < length * 0.04;
    marks.push({ line: time, at: time, label: isAtEdge ? '' : label, more: '', minor: hour % (step * 2) !== 0 });
  }
  return marks;
}

/** @param {number} from @param {number} to @param {'day'|'month'} unit the label stands in the middle of its day or month */
function intervals(from, to, unit) {
  const date = new Date(from);
  date.setHours(0, 0, 0, 0);
  if (unit === 'month') date.setDate(1);
  /** @type {TimeMark[]} */
  const marks = [];
  while (date.getTime() < to) {
    const start = date.getTime();
    const name = date.toLocaleDateString(language(), unit === 'day' ? { weekday: 'short' } : { month: 'short' });
    const more = unit === 'day' ? ' ' + date.getDate() : date.getMonth() === 0 ? ' ' + date.getFullYear() : '';
    const minor = unit === 'month' && date.getMonth() % 2 !== 0;
    if (unit === 'day') date.setDate(date.getDate() + 1);
    else date.setMonth(date.getMonth() + 1);
    const [left, right] = [Math.max(start, from), Math.min(date.getTime(), to)];
    const isWhole = right - left > (date.getTime() - start) * 0.6;
    marks.push({ line: start > from ? start : null, at: (left + right) / 2, label: isWhole ? name : '', more, minor });
  }
  return marks;
}
