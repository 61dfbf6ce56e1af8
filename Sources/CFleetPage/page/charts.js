/** A chart of one element in several houses: the mean of each hour. */
import { read } from '../core/api.js';
import { moment, serverNow } from '../core/clock.js';
import { dialog } from '../core/dialog.js';
import { h, setText, svg } from '../core/dom.js';
import { formatNumber } from '../core/words.js';
import { explain, t } from './words.js';

const MAX_HOUSES = 10;
const HOUR = 3600000;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 260, 48, 24];

/** @typedef {{ house: string, name: string, hours: { time: string, mean?: number }[] }} Series */

/** @param {import('./list.js').Choice} choice */
export async function openChart(choice) {
  const houses = [...choice.houses.keys()];
  const { node, body, actions, close, open } = dialog(t('chart.title'));
  node.classList.add('wide');
  const note = h('p', { class: 'note', role: 'status' });
  const picture = h('div', { 'data-picture': '' });
  const options = h('datalist', { id: 'elements' });
  const element = h('input', { type: 'text', class: 'text-input', id: 'element', list: 'elements', autocomplete: 'off', spellcheck: 'false' });
  const range = h('select', { class: 'field', id: 'range' }, ['2', '7', '30'].map((days) => h('option', { value: days }, t('chart.' + days))));
  const form = h('form', {
    id: 'chart', class: 'form', novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!element.value.trim()) return element.focus();
      const to = serverNow();
      const words = new URLSearchParams({
        houses: houses.join(','), element: element.value.trim(), from: new Date(to - Number(range.value) * 24 * HOUR).toISOString(), to: new Date(to).toISOString(),
      });
      try {
        const answer = await read('charts?' + words);
        const has = answer.series.some((/** @type {Series} */ series) => series.hours.some((hour) => hour.mean !== undefined));
        setText(note, has ? '' : t('chart.none'));
        picture.replaceChildren(...(has ? drawn(answer) : []));
      } catch (problem) {
        setText(note, explain(/** @type {any} */ (problem)));
      }
    },
  }, h('label', { for: 'element' }, t('chart.element')), element, options, h('label', { for: 'range' }, t('chart.range')), range);
  const show = h('button', { type: 'submit', class: 'button', form: 'chart', 'data-show': '' }, t('chart.show'));
  body.append(form, note, picture);
  actions.append(h('button', { type: 'button', class: 'button quiet', 'data-close': '', onclick: close }, t('order.close')), show);
  if (houses.length > MAX_HOUSES) {
    show.disabled = true;
    setText(note, t('chart.limit'));
  }
  open();
  element.focus();
  const { elements } = await read(`houses/${houses[0]}/elements`).catch(() => ({ elements: [] }));
  options.replaceChildren(...elements.map((/** @type {string} */ name) => h('option', { value: name })));
}

/** @param {{ element: string, from: string, to: string, series: Series[] }} chart @returns {Node[]} */
function drawn({ element, from, to, series }) {
  const means = series.flatMap(({ hours }) => hours.flatMap(({ mean }) => (mean === undefined ? [] : [mean])));
  let [low, high] = [Math.min(...means), Math.max(...means)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const x = (/** @type {string} */ time) => LEFT + ((WIDTH - LEFT - 8) * (Date.parse(time) + HOUR / 2 - start)) / (end - start);
  const y = (/** @type {number} */ value) => 8 + ((HEIGHT - BOTTOM - 8) * (high - value)) / (high - low);
  const lines = series.map(({ hours }, index) => {
    let path = '';
    let last = 0;
    for (const { time, mean } of hours) {
      if (mean === undefined) continue;
      const now = Date.parse(time);
      // Where hours are missing, nothing is known: no line crosses them.
      path += `${path && now - last === HOUR ? 'L' : 'M'}${x(time).toFixed(1)} ${y(mean).toFixed(1)}`;
      if (now - last !== HOUR) path += 'h.1';
      last = now;
    }
    return svg('path', { class: `line s${index}`, d: path, 'stroke-linecap': 'round' });
  });
  const marks = [high, (high + low) / 2, low].flatMap((value) => [
    svg('path', { class: 'grid', d: `M${LEFT} ${y(value)}H${WIDTH - 8}`, stroke: 'currentColor' }),
    svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, formatNumber(Math.round(value * 100) / 100)),
  ]);
  const times = [start, (start + end) / 2, end].map((time, index) =>
    svg('text', { x: LEFT + ((WIDTH - LEFT - 8) * index) / 2, y: HEIGHT - 4, 'text-anchor': ['start', 'middle', 'end'][index] }, moment(time)));
  const legend = h('div', { class: 'legend' }, series.map(({ name }, index) => h('div', { class: 's' + index }, h('i'), h('span', null, name))));
  return [svg('svg', { class: 'chart-fleet', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': element }, ...marks, ...times, ...lines), legend, table(series)];
}

/** @param {Series[]} series */
function table(series) {
  const times = [...new Set(series.flatMap(({ hours }) => hours.map(({ time }) => time)))].sort();
  const values = series.map(({ hours }) => new Map(hours.map(({ time, mean }) => [time, mean])));
  return h('details', null, h('summary', null, t('chart.table')), h('table', { class: 'chart-table' },
    h('tr', null, h('th', { scope: 'col' }, t('chart.time')), series.map(({ name }) => h('th', { scope: 'col' }, name))),
    times.map((time) => h('tr', null, h('th', { scope: 'row' }, moment(time)), values.map((map) => {
      const value = map.get(time);
      return h('td', null, value === undefined ? '–' : formatNumber(Math.round(value * 100) / 100));
    })))));
}
