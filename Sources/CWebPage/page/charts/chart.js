/** The history of an element over a day, a week or a year, and of others to compare it with. */
import { explain } from '../core/api.js';
import { h, setAttribute } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { keep, recall } from '../core/preferences.js';
import * as store from '../core/store.js';
import { t } from '../core/words.js';
import { refreshed } from '../views/refresh.js';
import { picture } from './picture.js';
import { chartedType, loadSeries } from './series.js';

/** @type {import('./series.js').Span[]} */
const SPANS = ['day', 'week', 'year'];

/** @returns {Record<string, string[]>} the paths that each element was last compared with on this device */
function comparisons() {
  try {
    return Object(JSON.parse(recall('compared') ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Gives all the same times: the answers differ by the moment at which each was asked for.
 * @param {import('./series.js').Series[]} all
 */
function align(all) {
  const [from, to] = [Math.min(...all.map((series) => series.from)), Math.max(...all.map((series) => series.to))];
  for (const series of all) {
    const last = series.periods[series.periods.length - 1];
    if (last?.to === series.to) last.to = to;
    Object.assign(series, { from, to });
  }
}

/** @param {store.Element} element @param {import('../core/dom.js').Scope} scope */
export function chartSection(element, scope) {
  const holder = h('div', { class: 'chart-holder' });
  const segments = SPANS.map((span) =>
    h('button', { type: 'button', class: 'segment', 'data-span': span, onclick: () => load(span) }, t('chart.' + span)));
  const compare = h('button', { type: 'button', class: 'button quiet chart-compare', onclick: choose }, icon('plus'), t('chart.compare'));
  const section = h('section', { class: 'group' }, h('h2', null, t('chart.title')),
    h('div', { class: 'card chart' },
      h('div', { class: 'chart-head' }, h('div', { class: 'segments', role: 'group', 'aria-label': t('chart.span') }, segments), store.elements.size > 1 ? compare : null), holder));
  const kept = comparisons()[element.path];
  // A thermostat's target beside what is measured.
  const usual = element.class === 'thermostat' ? element.parts.filter(({ role }) => role === 'temperature').map(({ path }) => path) : [];
  let others = (Array.isArray(kept) ? kept : usual).flatMap((path) => store.elements.get(path) ?? []);
  let turn = 0;
  let shown = SPANS[0];
  let isHeld = () => false;
  /** @type {() => number | null} */
  let pointedAt = () => null;

  /** @param {import('./series.js').Span} span @param {boolean} [isRefresh] whether what is shown stays if it can't be read */
  async function load(span, isRefresh = false) {
    const mine = ++turn;
    shown = span;
    for (const segment of segments) setAttribute(segment, 'aria-pressed', String(segment.dataset.span === span));
    try {
      const all = (await Promise.all([element, ...others].map((item) => {
        const own = chartedType(item);
        // A lamp's colours beside its level.
        return Promise.all([loadSeries(item, span), ...(item.light && own !== 'colour' ? [loadSeries(item, span, 'colour')] : [])]);
      }))).flat();
      if (mine !== turn || scope.ended) return;
      align(all);
      const isEmpty = all.every(({ periods }) => periods.length === 0);
      // Somebody may have touched it in the meantime.
      if (isRefresh && isHeld()) return;
      if (isEmpty) {
        isHeld = () => false;
        pointedAt = () => null;
        return holder.replaceChildren(h('p', { class: 'note' }, t('chart.empty')));
      }
      const drawn = picture(all, span, isRefresh ? pointedAt() : null);
      isHeld = drawn.isUsed;
      pointedAt = drawn.pointedAt;
      holder.replaceChildren(drawn.figure);
    } catch (problem) {
      if (mine === turn && !isRefresh) holder.replaceChildren(h('p', { class: 'note' }, explain(problem)));
    }
  }

  async function choose() {
    const { chooseElements } = await import('./compare.js');
    chooseElements(element, others, (chosen) => {
      others = chosen;
      const all = comparisons();
      if (chosen.length + usual.length > 0) all[element.path] = chosen.map(({ path }) => path);
      else delete all[element.path];
      keep('compared', JSON.stringify(all));
      load(shown);
    });
  }
  load(shown);
  refreshed(() => [element, ...others].map(({ path }) => path), scope, () => load(shown, true), () => isHeld());
  return section;
}
