/** The log of access, for those who manage everything: who signed in, what changed rights and files, what was refused. */
import { explain, read } from '../core/api.js';
import { moment } from '../core/clock.js';
import { h } from '../core/dom.js';
import { t } from '../core/words.js';
import { causeText } from './cause.js';

const PAGE = 20;

/** @param {any} entry as in the API @returns {string} the last of equal events, or when somebody signed in and was last seen */
function when({ kind, time, last }) {
  const [first, end] = [moment(time), moment(last)];
  return (kind === 'sign-in' || kind === 'new-address') && first !== end ? first + ' · ' + t('token.used', { time: end }) : end;
}

/** @param {any} entry as in the API */
const row = (entry) => h('div', { class: 'setting', 'data-audit': entry.kind },
  h('div', { class: 'setting-text' },
    h('p', { class: 'row-name' }, [t('audit.' + entry.kind), entry.subject].filter(Boolean).join(': ') + (entry.count > 1 ? ' ×' + entry.count : '')),
    h('p', { class: 'muted state' }, [when(entry), causeText(entry), entry.from, entry.message].filter(Boolean).join(' · '))));

/** @param {HTMLElement} rest @param {import('../core/dom.js').Scope} scope */
export async function auditSection(rest, scope) {
  const card = h('div', { class: 'card' });
  rest.append(h('section', { class: 'group' }, h('h2', null, t('audit')), card));
  const more = h('button', { type: 'button', class: 'button quiet', 'data-more': '', onclick: load }, t('audit.more'));
  let before = '';
  async function load() {
    try {
      const { entries } = await read(`audit?last=${PAGE}` + before);
      if (scope.ended) return;
      more.remove();
      card.append(...entries.map(row));
      if (entries.length === PAGE) {
        before = '&before=' + entries[PAGE - 1].number;
        card.append(more);
      }
    } catch (problem) {
      card.append(h('p', { class: 'setting note error' }, explain(problem)));
    }
  }
  await load();
}
