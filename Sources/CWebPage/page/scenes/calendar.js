/** The scenes scheduled for the next seven days. */
import { explain, read } from '../core/api.js';
import { clockTime, serverNow } from '../core/clock.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import '../core/more-icons.js';
import { address } from '../core/router.js';
import { language, t } from '../core/words.js';

/** @param {import('../core/dom.js').Scope} scope */
export function calendarView(scope) {
  const body = h('div', null);
  read('calendar?for=7d').then(({ entries }) => {
    if (scope.ended) return;
    if (entries.length === 0) return body.append(h('div', { class: 'empty' }, icon('history'), h('p', null, t('calendar.empty'))));
    /** @type {Map<string, any[]>} */
    const days = new Map();
    for (const entry of entries) {
      // In the house's local time. An entry without a time on its day has a note with the reason.
      const day = new Date((entry.local ?? entry.time).slice(0, 10) + 'T12:00:00').toDateString();
      days.set(day, [...(days.get(day) ?? []), entry]);
    }
    for (const [day, items] of days) {
      body.append(h('section', { class: 'group' }, h('h3', { class: 'day' }, dayName(day)),
        h('ul', { class: 'card' }, items.map((entry) => h('li', { class: 'entry', 'data-scene': entry.scene },
          h('time', { class: 'entry-time', datetime: entry.time ?? entry.local }, localTime(entry)),
          h('div', { class: 'entry-text' }, h('p', null, h('a', { href: address('scene', entry.scene) }, entry.scene)), h('p', { class: 'entry-stage' }, [entry.trigger, entry.note].filter(Boolean).join(' · '))))))));
    }
  }, (problem) => body.append(h('p', { class: 'note' }, explain(problem))));
  return h('div', { class: 'view view-calendar' }, h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h2', { class: 'title' }, t('calendar')))), body);
}

/** @param {{ local?: string, time?: string }} entry @returns {string} in the house's local time, if the server sends it */
const localTime = (entry) => /(?:^|[T ])(\d\d:\d\d)/.exec(entry.local ?? '')?.[1] ?? (entry.time ? clockTime(entry.time) : '–');

/** @param {string} day */
function dayName(day) {
  const today = new Date(serverNow());
  if (day === today.toDateString()) return t('day.today');
  if (day === new Date(today.getTime() + 86400000).toDateString()) return t('day.tomorrow');
  return new Date(day).toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long' });
}
