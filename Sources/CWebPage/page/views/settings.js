/** Settings: this device, the session, the connections, and for administrators also reload, backup and tokens. */
import { explain, read, request, setKey } from '../core/api.js';
import { moment } from '../core/clock.js';
import { until } from '../core/dates.js';
import { ask, dialog } from '../core/dialog.js';
import { announce, h, setAttribute } from '../core/dom.js';
import { forget } from '../core/link.js';
import { forgetAll, keep, recall } from '../core/preferences.js';
import * as store from '../core/store.js';
import { obstacle } from '../core/upgrade.js';
import { LANGUAGES, label, language, loadLanguage, t } from '../core/words.js';

/** @param {string} title @param {any} detail @param {any} [control] */
const setting = (title, detail, control) => h('div', { class: 'setting' },
  h('div', { class: 'setting-text' }, h('p', { class: 'row-name' }, title), detail ? h('p', { class: 'muted state' }, detail) : null), control ?? null);

/**
 * @param {string} name @param {Record<string, string>} choices by value @param {string} current @param {(value: string) => void} choose
 */
function segments(name, choices, current, choose) {
  const buttons = Object.entries(choices).map(([value, text]) => h('button', {
    type: 'button', class: 'segment', 'data-choice': value, 'aria-pressed': String(value === current),
    onclick: () => {
      for (const button of buttons) setAttribute(button, 'aria-pressed', String(button.dataset.choice === value));
      choose(value);
    },
  }, text));
  return h('div', { class: 'segments', role: 'group', 'aria-label': name }, buttons);
}

/** @param {string} title @param {...any} children */
const section = (title, ...children) => h('section', { class: 'group' }, h('h2', null, title), h('div', { class: 'card' }, children));

/** @param {import('../core/dom.js').Scope} scope @param {() => void} redraw */
export function settingsView(scope, redraw) {
  const { session } = store;
  const theme = recall('theme') ?? 'system';
  const why = obstacle();
  const view = h('div', { class: 'view view-settings' },
    h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('nav.settings')))),
    section(t('settings.device'),
      setting(t('settings.language'), '', segments(t('settings.language'), LANGUAGES, language(), async (name) => {
        keep('language', name);
        await loadLanguage(name);
        store.touchAll();
        redraw();
      })),
      setting(t('settings.theme'), '', segments(t('settings.theme'), { system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') }, theme, (name) => {
        keep('theme', name === 'system' ? null : name);
        if (name === 'system') delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = name;
      })),
      setting(t('install.title'), why ? t(why) : t('install.hint'))),
    section(t('settings.session'),
      setting(session?.name ?? '', [t('role.' + (session?.role ?? 'read')), session?.role === 'act' && session.doors ? t('token.doors.right') : '', session?.places ? session.places.map((path) => label(store.places.get(path) ?? { name: path })).join(', ') : '', session?.expires ? t('session.expires', { time: until(session.expires) }) : ''].filter(Boolean).join(' · '),
        h('button', { type: 'button', class: 'button quiet', 'data-sign-out': '', onclick: signOut }, t('signout')))));
  const messages = h('div', null);
  const rest = h('div', null);
  view.append(messages, rest);
  import('./messages.js').then((loaded) => loaded.messagesSection(messages, scope));
  statusSections(rest, scope);
  return view;
}

async function signOut() {
  if (!(await ask(t('signout.question'), t('signout.text'), t('signout'), t('cancel')))) return;
  await (await import('./messages.js')).forgetMessages();
  await request('session', { method: 'DELETE' }).catch(() => {});
  forget();
  setKey(null);
  forgetAll();
  location.assign('/');
}

/** @param {HTMLElement} rest @param {import('../core/dom.js').Scope} scope */
async function statusSections(rest, scope) {
  /** @type {any} */
  let status;
  try {
    status = await read('status');
  } catch (problem) {
    if (!scope.ended) rest.append(section(t('settings.gateway'), setting(explain(problem), '')));
    return;
  }
  if (scope.ended) return;
  /** @param {any} link */
  const connection = (link) => {
    const endpoints = /** @type {any[]} */ (link.endpoints ?? []);
    const waiting = (status.servers ?? []).filter((/** @type {any} */ server) => endpoints.some(({ endpoint }) => endpoint === server.server)).reduce((/** @type {number} */ sum, /** @type {any} */ server) => sum + server.waiting, 0);
    // It is not known whether an unused endpoint is reachable.
    const state = endpoints.some(({ reachable }) => reachable === false) ? 'lost' : endpoints.some(({ reachable }) => reachable === true) ? 'works' : 'unused';
    const other = endpoints.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint !== link.key);
    return h('div', { class: 'setting', 'data-link': link.key, 'data-reachable': state }, h('div', { class: 'setting-text' },
      h('p', { class: 'row-name' }, link.key), other.length > 0 ? h('p', { class: 'muted state' }, other.join(', ')) : null,
      h('p', { class: 'state' + (state === 'lost' ? ' error' : ' muted') }, [t('link.' + state), link.problem, waiting ? t('link.waiting', { count: waiting }) : ''].filter(Boolean).join(' · '))),
    h('span', { class: 'dot ' + state, 'aria-hidden': 'true' }));
  };
  const connections = (status.links ?? []).map(connection);
  if (connections.length > 0) rest.append(section(t('settings.links'), connections));
  const memory = status.memory;
  rest.append(section(t('settings.gateway'),
    setting('domo ' + (status.version ?? ''), t('status.loaded', { time: moment(status.loaded ?? status.since) })),
    memory ? setting(t('settings.memory'), [t('memory.' + memory.state), memory.bytes ? (memory.bytes / 1048576).toFixed(1) + ' MiB' : '', memory.problem].filter(Boolean).join(' · '),
      store.mayManage() ? h('button', { type: 'button', class: 'button quiet', onclick: backup }, t('backup')) : null) : null,
    setting(t('settings.files'), (status.houses ?? []).map((/** @type {any} */ house) => `${house.name}: ${t('place.elements', { count: house.elements })}`).join(' · '),
      store.mayManage() ? h('button', { type: 'button', class: 'button quiet', 'data-reload': '', onclick: (/** @type {any} */ event) => reload(event.currentTarget, rest, scope) }, t('reload')) : null),
    (status.warnings ?? []).map((/** @type {string} */ warning) => h('p', { class: 'setting note warning' }, warning))));
  if (!store.mayManage()) return;
  const { tokensSection } = await import('./tokens.js');
  await tokensSection(rest, scope);
  if (store.session?.places || scope.ended) return;
  const { auditSection } = await import('./audit.js');
  await auditSection(rest, scope);
}

/** @param {HTMLButtonElement} button @param {HTMLElement} rest @param {import('../core/dom.js').Scope} scope */
async function reload(button, rest, scope) {
  button.disabled = true;
  try {
    const answer = await read('reload', { method: 'POST', body: {}, timeout: 60000 });
    announce(answer?.message ?? t('reload.done'));
    rest.textContent = '';
    await statusSections(rest, scope);
  } catch (problem) {
    const { body, actions, close, open } = dialog(t('reload.failed'));
    const diagnostics = /** @type {any} */ (problem).body?.diagnostics;
    body.append(h('p', { class: 'error' }, explain(problem)), diagnostics ? h('ul', null, diagnostics.map((/** @type {any} */ item) => h('li', { class: 'note' }, [item.file, item.line, item.column].filter(Boolean).join(':') + ' ' + item.message))) : '');
    actions.append(h('button', { type: 'button', class: 'button', onclick: close }, t('close')));
    open();
  }
  button.disabled = false;
}

/** @param {Event} event */
async function backup(event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    // A plain link can't send the key, so fetch the file and save it from memory.
    const data = await (await request('backup', { timeout: 60000 })).blob();
    const link = h('a', { href: URL.createObjectURL(data), download: `domo-${new Date().toISOString().slice(0, 10)}.sqlite` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  } catch (problem) {
    announce(explain(problem));
  }
  button.disabled = false;
}
