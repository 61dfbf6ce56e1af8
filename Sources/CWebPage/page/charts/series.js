/** The history of an element, as periods in which it had one value or of which only a summary is left. */
import { read, resource } from '../core/api.js';
import { serverNow } from '../core/clock.js';
import { isNumber } from '../controls/facet.js';

/** @typedef {'day'|'week'|'year'} Span */
/** @type {Record<Span, string>} */
const SINCE = { day: '1d', week: '7d', year: '365d' };
const POINTS = 200;

/**
 * @typedef {object} Period times in milliseconds since 1970
 * @property {number} from
 * @property {number} to
 * @property {number | string} value a number; of a switch, the fraction of the time that it was on; of a direction or a text, the word
 * @property {number} low the smallest and the largest value in the period
 * @property {number} high
 * @property {boolean} isMean whether `value` is the mean of the period
 * @property {boolean} assumed
 */
/**
 * @typedef {object} Series
 * @property {import('../core/store.js').Element} element
 * @property {import('../core/types.js').FacetType} type
 * @property {'numbers'|'switch'|'words'} kind
 * @property {number} from
 * @property {number} to
 * @property {Period[]} periods without the times of which nothing is known
 */

/** @param {import('../core/store.js').Element} element @returns {import('../core/types.js').FacetType} */
export const chartedType = (element) => element.types.find((type) => type === 'regulable' || type === 'value') ?? element.types[0];

/**
 * @param {import('../core/store.js').Element} element @param {Span} span
 * @param {import('../core/types.js').FacetType} [wanted]
 * @returns {Promise<Series>}
 */
export async function loadSeries(element, span, wanted = chartedType(element)) {
  const history = resource('history', element.path);
  const address = history + (history.includes('?') ? '&' : '?') + 'since=' + SINCE[span];
  // Each change, unless there are more than one answer holds; of numbers over a long time, a summary says more.
  const isLong = span !== 'day' && (wanted === 'regulable' || (wanted === 'value' && !element.options && isNumber(element)));
  const changes = isLong ? null : await read(address);
  const answer = changes && !changes.next ? changes : await read(address + '&points=' + POINTS);
  const all = /** @type {any[]} */ (answer.entries ?? []);
  // Only one type has a chart: the numbers, or else the first that has entries.
  const others = all.filter((entry) => entry.type !== 'colour');
  const type = wanted === 'colour' || others.some((entry) => !entry.type || entry.type === wanted) ? wanted : others[0]?.type ?? wanted;
  return series(element, type, all.filter((entry) => !entry.type || entry.type === type), answer);
}

/**
 * @param {import('../core/store.js').Element} element @param {import('../core/types.js').FacetType} type @param {any[]} entries
 * @param {{ from?: string, to?: string }} range
 * @returns {Series}
 */
export function series(element, type, entries, range) {
  const to = range.to ? Date.parse(range.to) : serverNow();
  const from = range.from ? Date.parse(range.from) : entries.length > 0 ? Date.parse(entries[0].time) : to - 1;
  const kind = kindOf(element, type, entries);
  return { element, type, kind, from, to, periods: periods(kind, entries, from, to) };
}

/** @param {import('../core/store.js').Element} element @param {import('../core/types.js').FacetType} type @param {any[]} entries @returns {Series['kind']} */
function kindOf(element, type, entries) {
  if (type === 'binary') return 'switch';
  if (type === 'bidirectional' || type === 'colour' || element.options) return 'words';
  const known = entries.filter(({ value, summary }) => summary || value !== '');
  const isNumeric = known.length > 0 && known.every(({ value, summary }) => summary || Number.isFinite(Number(value)));
  return type === 'regulable' || isNumber(element) || isNumeric ? 'numbers' : 'words';
}

/** @param {Series['kind']} kind @param {any} value as in the API @returns {number | string | null} null if it is unknown */
function parsed(kind, value) {
  if (value === '' || value === null || value === undefined) return null;
  if (kind === 'words') return String(value);
  const number = kind === 'switch' ? { on: 1, off: 0 }[String(value)] : Number(value);
  return number !== undefined && Number.isFinite(number) ? number : null;
}

/** @param {Series['kind']} kind @param {any[]} entries @param {number} from @param {number} to @returns {Period[]} */
function periods(kind, entries, from, to) {
  /** @type {Period[]} */
  const found = [];
  /** @param {Period} period */
  const add = (period) => {
    const [start, end] = [Math.max(period.from, from), Math.min(period.to, to)];
    if (end <= start) return;
    const last = found.at(-1);
    if (last?.to === start && !last.isMean && !period.isMean && last.value === period.value && last.assumed === period.assumed) last.to = end;
    else found.push({ ...period, from: start, to: end });
  };
  for (const [index, { time, value, certainty, summary }] of entries.entries()) {
    const end = index + 1 < entries.length ? Date.parse(entries[index + 1].time) : to;
    const assumed = certainty === 'assumed';
    let start = Date.parse(time);
    if (summary && kind !== 'words') {
      // Lengths are rounded to seconds.
      const summarised = end - start < summary.seconds * 1000 + 2000 ? end : start + summary.seconds * 1000;
      add({ from: start, to: summarised, value: summary.mean, low: summary.minimum, high: summary.maximum, isMean: true, assumed });
      start = summarised;
    }
    const known = certainty === 'unknown' ? null : parsed(kind, value);
    if (known !== null) add({ from: start, to: end, value: known, low: Number(known), high: Number(known), isMean: false, assumed });
  }
  return found;
}

/** @param {Series} series @param {number} time @returns {Period | undefined} */
export const periodAt = ({ periods: all }, time) => all.find(({ from, to }) => from <= time && time < to);
