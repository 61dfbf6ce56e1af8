/** The devices, guests and programs with access, for administrators: giving access to some places and for some time, and revoking it. */
import { explain, read, resource } from '../core/api.js';
import { base } from '../core/router.js';
import { moment } from '../core/clock.js';
import { until } from '../core/dates.js';
import { ask, dialog } from '../core/dialog.js';
import { announce, h, setText } from '../core/dom.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';

/** The choices of how long a new access lasts, as the API takes them. */
const LIFETIMES = { day: '1d', weekend: '3d', week: '7d', month: '30d', year: '365d' };

/** @param {any} token as in the API @returns {string} "Can operate · with doors · Living room, Kitchen · until Sun, 29 Nov 18:00" */
const right = ({ role, doors, places, expires }) => [
  t('role.' + role), role === 'act' && doors ? t('token.doors.right') : '', (places ?? []).map((/** @type {string} */ path) => label(store.places.get(path) ?? { name: path })).join(', '),
  expires ? t('session.expires', { time: until(expires) }) : '',
].filter(Boolean).join(' · ');

/** @param {HTMLElement} rest @param {import('../core/dom.js').Scope} scope */
export async function tokensSection(rest, scope) {
  const card = h('div', { class: 'card' });
  rest.append(h('section', { class: 'group tokens' }, h('h2', null, t('tokens')), card));
  /** @param {any} token */
  const row = (token) => h('div', { class: 'setting', 'data-token': token.name },
    h('div', { class: 'setting-text' }, h('p', { class: 'row-name' }, token.name), h('p', { class: 'muted state' }, right(token.isCode ? { ...token, expires: undefined } : token)),
      h('p', { class: 'muted state' }, [token.isCode ? t('token.code', { time: moment(token.expires) }) : token.lastUsed ? t('token.used', { time: moment(token.lastUsed) }) : t('token.unused'), token.from].filter(Boolean).join(' · '))),
    h('button', { type: 'button', class: 'button danger', 'aria-label': t('token.revoke') + ': ' + token.name, onclick: () => revoke(token.name) }, t('token.revoke')));
  async function load() {
    try {
      const { tokens } = await read('tokens');
      if (scope.ended) return;
      card.replaceChildren(...tokens.map(row),
        h('div', { class: 'setting' }, h('div', { class: 'setting-text' }, h('p', { class: 'muted state' }, t('token.hint'))), h('button', { type: 'button', class: 'button', 'data-new-token': '', onclick: () => create(load, tokens) }, t('token.new'))));
    } catch (problem) {
      card.replaceChildren(h('div', { class: 'setting' }, h('p', { class: 'row-name' }, explain(problem))));
    }
  }

  /** @param {string} name */
  async function revoke(name) {
    if (!(await ask(t('token.revoke.question', { name }), t('token.revoke.text'), t('token.revoke'), t('cancel')))) return;
    try {
      await read(resource('tokens', name), { method: 'DELETE' });
    } catch (problem) {
      await revokeTree(name, problem);
    }
    load();
  }
  await load();
}

/**
 * Tokens that it has made end with it.
 * @param {string} name @param {any} problem
 */
async function revokeTree(name, problem) {
  if (problem?.code !== 'has-descendants') return announce(explain(problem));
  if (!(await ask(t('token.revoke.tree', { name }), problem.detail ?? '', t('token.revoke'), t('cancel')))) return;
  await read(resource('tokens', name) + '?descendants=end', { method: 'DELETE' }).catch((later) => announce(explain(later)));
}

/**
 * The dialog that gives access.
 * @param {() => void} done @param {any[]} tokens what has access already
 */
function create(done, tokens) {
  const { body, actions, close, open, node } = dialog(t('token.new'));
  const name = h('input', { class: 'field', required: true, maxlength: 60, autocomplete: 'off' });
  const role = h('select', { class: 'field' }, ['act', 'read', 'manage'].map((value) => h('option', { value }, t('role.' + value))));
  const doors = h('input', { type: 'checkbox', name: 'doors' });
  // An administrator always may, and who can only view never.
  role.addEventListener('change', () => { doors.disabled = role.value !== 'act' || store.session?.doors === false; });
  doors.disabled = store.session?.doors === false;
  const lifetime = h('select', { class: 'field', name: 'expires' }, Object.entries(LIFETIMES).map(([key, value]) => h('option', { value, selected: key === 'year' }, t('token.' + key))));
  const boxes = [...store.places.values()].map((place) => h('input', { type: 'checkbox', value: place.path }));
  const places = h('fieldset', { class: 'places' }, h('legend', null, t('token.places')),
    h('div', { class: 'places-list' }, boxes.map((box) => {
      const line = h('label', { class: 'check' }, box, h('span', null, label(store.places.get(box.value) ?? { name: box.value })));
      line.style.setProperty('--depth', String(box.value.split('/').length - 1));
      return line;
    })), h('p', { class: 'note' }, t('token.places.all')));
  const note = h('p', { class: 'note error', role: 'alert' });
  const nameNote = h('p', { class: 'note', role: 'status' });
  const taken = new Set(tokens.filter(({ isCode }) => !isCode).map((token) => token.name.toLowerCase()));
  name.addEventListener('input', () => {
    const wanted = name.value.trim();
    const isTaken = (/** @type {string} */ text) => taken.has(text.toLowerCase());
    let number = 2;
    while (isTaken(wanted + ' ' + number)) number += 1;
    setText(nameNote, isTaken(wanted) ? t('token.taken', { name: wanted, other: wanted + ' ' + number }) : '');
  });
  const submit = h('button', { type: 'button', class: 'button', 'data-confirm': '' }, t('token.create'));
  body.append(h('div', { class: 'form-grid' }, h('label', null, t('token.name'), name), nameNote, h('label', null, t('token.role'), role), h('label', { class: 'check' }, doors, h('span', null, t('token.doors'))), h('label', null, t('token.expires'), lifetime), places, note));
  actions.append(h('button', { type: 'button', class: 'button quiet', onclick: close }, t('cancel')), submit);
  submit.addEventListener('click', async () => {
    if (!name.value.trim()) return name.focus();
    submit.disabled = true;
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    try {
      const answer = await read('tokens', { method: 'POST', body: { name: name.value.trim(), role: role.value, ...(doors.checked && !doors.disabled ? { doors: true } : {}), ...(chosen.length > 0 ? { places: chosen } : {}), expires: lifetime.value, code: true } });
      const link = location.origin + base + '#code=' + encodeURIComponent(answer.code);
      const { qrCode } = await import('./qr.js');
      body.replaceChildren(h('p', { class: 'given' }, h('strong', null, answer.name), ': ' + right(answer)), h('p', null, t('token.made')), qrCode(link, t('token.qr')) ?? '', h('code', { class: 'secret' }, link), h('p', { class: 'note' }, t('signin.code') + ': ', h('code', null, answer.code)));
      actions.replaceChildren(h('button', { type: 'button', class: 'button', onclick: close }, t('close')));
      body.scrollTop = 0;
    } catch (problem) {
      note.textContent = explain(problem);
      submit.disabled = false;
    }
  });
  node.addEventListener('close', done);
  open();
  name.focus();
}
