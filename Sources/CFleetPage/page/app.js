/** Assembles the page of many houses: the session, the list, and what is done with the chosen ones. */
import { hasKey, listeners, Problem, read, setKey } from '../core/api.js';
import { h, setText } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { forgetAll } from '../core/preferences.js';
import { loadLanguage, preferredLanguage } from '../core/words.js';
import { Choice, listView } from './list.js';
import { explain, number, t } from './words.js';

const main = /** @type {HTMLElement} */ (document.getElementById('list'));

/** @type {ReturnType<typeof listView> | null} */
let list = null;

function end() {
  list?.close();
  list = null;
  document.querySelector('.chosen')?.remove();
  delete document.body.dataset.ready;
}

/** @param {any} [problem] why the session ended */
function showSignIn(problem) {
  end();
  document.body.dataset.view = 'sign-in';
  const note = h('p', { class: 'note error', role: 'alert', hidden: !problem }, problem ? explain(problem) : '');
  const input = h('input', { type: 'password', id: 'token', class: 'code-input', autocomplete: 'current-password', required: true });
  const button = h('button', { type: 'submit', class: 'button' }, t('signin'));
  const form = h('form', {
    class: 'card signin-form', novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!input.value.trim()) return input.focus();
      button.disabled = true;
      try {
        const { key, session } = await read('session', { method: 'POST', body: { token: input.value.trim() } });
        setKey(key);
        begin(session);
      } catch (failure) {
        note.textContent = failure instanceof Problem && failure.status === 401 ? t('signin.refused') : explain(/** @type {any} */ (failure));
        note.hidden = false;
      } finally {
        button.disabled = false;
      }
    },
  }, h('label', { for: 'token' }, t('signin.token')), input, note, button,
  h('p', { class: 'note' }, t('signin.hint'), ' ', h('code', null, 'domo-fleet person token NAME')));
  main.replaceChildren(h('div', { class: 'view view-signin' },
    h('div', { class: 'signin-head' }, h('span', { class: 'badge huge on' }, icon('home')), h('h1', { tabindex: -1 }, 'domo'), h('p', { class: 'muted' }, t('signin.title'))), form));
}

async function signOut() {
  await read('session', { method: 'DELETE' }).catch(() => {});
  setKey(null);
  forgetAll();
  showSignIn();
}

/** @param {{ name: string }} session */
function begin(session) {
  end();
  const choice = new Choice();
  const trouble = h('p', { class: 'note error', role: 'alert', hidden: true });
  const shown = listView(choice, (problem) => {
    if (problem instanceof Problem && problem.status === 401) return;
    trouble.hidden = !problem;
    if (problem) setText(trouble, explain(problem));
  });
  list = shown;
  const counted = h('span', { role: 'status' });
  const chart = h('button', { type: 'button', class: 'button quiet', 'data-chart': '', onclick: async () => (await import('./charts.js')).openChart(choice) }, t('chart'));
  const chosen = h('div', { class: 'chosen', hidden: true }, counted, chart,
    h('button', { type: 'button', class: 'button', 'data-order': '', onclick: async () => (await import('./orders.js')).openOrder(choice) }, t('order')),
    h('button', { type: 'button', class: 'button quiet', 'data-clear': '', onclick: () => choice.setAll(null) }, t('clear')));
  choice.changed = () => {
    chosen.hidden = choice.count === 0;
    chart.hidden = choice.matching !== null;
    setText(counted, t('chosen', { count: number(choice.count) }));
    shown.redraw();
  };
  main.replaceChildren(
    h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('title')), h('p', { class: 'muted' }, session.name)),
      h('button', { type: 'button', class: 'button quiet', 'data-sign-out': '', onclick: signOut }, t('signout'))),
    trouble, shown.view);
  document.body.append(chosen);
  document.body.dataset.view = 'fleet';
  shown.first.then(() => {
    if (performance.getEntriesByName('first-view').length === 0) performance.mark('first-view');
    document.body.dataset.ready = 'true';
  });
}

async function start() {
  const session = hasKey() ? read('session') : null;
  session?.catch(() => {});
  await loadLanguage(preferredLanguage());
  setText(/** @type {Element} */ (document.querySelector('.skip')), t('skip'));
  listeners.unauthorized = () => {
    setKey(null);
    showSignIn(new Problem({ status: 401, detail: t('signin.refused') }));
  };
  if (!session) return showSignIn();
  try {
    begin(await session);
  } catch (problem) {
    if (problem instanceof Problem && (problem.status === 401 || problem.status === 403)) {
      setKey(null);
      return showSignIn(problem.status === 401 ? null : problem);
    }
    main.replaceChildren(h('div', { class: 'empty' }, icon('plug'), h('p', null, explain(/** @type {any} */ (problem))),
      h('button', { type: 'button', class: 'button', onclick: () => location.reload() }, t('retry'))));
  }
}

start();
