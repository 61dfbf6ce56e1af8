/** A scene: its steps as they run, and its text with the checker's diagnostics. */
import { explain, Problem, read, request, resource } from '../core/api.js';
import { houseMoment, moment } from '../core/clock.js';
import { ask } from '../core/dialog.js';
import { announce, h, setText } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { onEvent } from '../core/link.js';
import { keep, recall } from '../core/preferences.js';
import { address, go } from '../core/router.js';
import * as store from '../core/store.js';
import { has, t } from '../core/words.js';
import { complete } from './complete.js';
import { runButton } from './scenes.js';

/** The text is checked this many milliseconds after the last change. */
const CHECK_DELAY = 500;

/** @param {string} name @param {import('../core/dom.js').Scope} scope */
export function sceneView(name, scope) {
  const { button, update } = runButton(name);
  update(false);
  const state = h('p', { class: 'state', role: 'status' });
  const steps = h('ol', { class: 'card live-steps', hidden: true });
  const text = h('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('scene.text'), readonly: !store.mayManage(), 'aria-describedby': 'diagnostics' });
  const suggestions = h('div', { class: 'suggestions', role: 'group', 'aria-label': t('scene.suggestions') });
  const diagnostics = h('div', { class: 'card diagnostics', id: 'diagnostics', hidden: true });
  const note = h('p', { class: 'note', role: 'alert', hidden: true });
  const save = h('button', { type: 'button', class: 'button', disabled: true, 'data-save': '' }, t('save'));
  const remove = h('button', { type: 'button', class: 'button danger', hidden: true, 'data-remove': '' }, t('scene.remove'));
  const discard = h('button', { type: 'button', class: 'button quiet', hidden: true }, t('scene.discard'));
  const view = h('div', { class: 'view view-scene', 'data-scene': name },
    h('header', { class: 'view-header' }, h('a', { class: 'round back', href: address('scenes'), 'aria-label': t('back') }, icon('back')),
      h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, name), state), store.mayAct() ? h('div', { class: 'scene-row' }, button) : null),
    steps, note,
    // What the checker finds comes last: the buttons stay where they are when it answers.
    h('section', { class: 'group' }, h('h2', null, t('scene.text')), h('div', { class: 'editor' }, text), store.mayManage() ? suggestions : null,
      store.mayManage() ? h('div', { class: 'toolbar' }, save, discard, remove) : null, diagnostics));

  const draftName = 'draft.' + name;
  let stored = '';
  let etag = '';
  /** Whether the scene has never been saved. */
  let isNew = false;
  /** @type {string[]} */
  let sceneNames = [];
  /** @type {any} */
  let timer;
  let checks = 0;

  /** @param {string} message @param {boolean} [bad] */
  function showNote(message, bad = false) {
    setText(note, message);
    note.hidden = message === '';
    note.classList.toggle('error', bad);
  }

  function changed() {
    text.rows = Math.min(30, text.value.split('\n').length + 1);
    const dirty = text.value !== stored;
    view.toggleAttribute('data-dirty', dirty);
    save.disabled = !dirty;
    remove.hidden = button.hidden = isNew;
    discard.hidden = !dirty;
    keep(draftName, dirty ? JSON.stringify({ text: text.value, etag }) : null);
  }

  async function load(keepDraft = true) {
    try {
      const response = await request(resource('scenes', name));
      const answer = await response.json();
      if (scope.ended) return;
      stored = answer.text;
      etag = response.headers.get('ETag') ?? answer.etag ?? '';
      isNew = false;
      const draft = keepDraft ? JSON.parse(recall(draftName) ?? 'null') : null;
      text.value = draft?.text ?? stored;
      if (draft && draft.text !== stored) {
        // A draft of an older version would overwrite what somebody else has saved since.
        const isOld = draft.etag !== undefined && draft.etag !== etag;
        showNote(t(isOld ? 'scene.clash' : 'scene.draft'), isOld);
        if (isOld) showNewer(stored);
      }
      changed();
      if (store.mayManage()) check();
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404 && store.mayManage() && !scope.ended) return begin();
      showNote(explain(problem), true);
      save.disabled = true;
    }
  }

  function begin() {
    isNew = true;
    stored = etag = '';
    text.value = JSON.parse(recall(draftName) ?? 'null')?.text ?? '';
    showNote(t('scene.isNew'));
    changed();
    suggest();
  }

  /** @param {any[]} items */
  function showDiagnostics(items) {
    diagnostics.hidden = items.length === 0;
    diagnostics.replaceChildren(...items.map((item) => h('button', {
      type: 'button', class: 'diagnostic' + (item.severity === 'warning' ? ' warning' : ''), 'data-line': item.line,
      onclick: () => {
        const start = text.value.split('\n').slice(0, item.line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ line) => sum + line.length + 1, 0) + (item.column ?? 1) - 1;
        text.focus();
        text.setSelectionRange(start, start);
      },
    }, h('span', { class: 'where' }, t('line', { line: item.line })), h('span', null, item.message, item.hint ? h('span', { class: 'muted' }, '; ' + item.hint) : null))));
  }

  async function check() {
    const mine = ++checks;
    try {
      const answer = await read('scenes/check', { method: 'POST', body: { text: text.value, name } });
      if (mine === checks) showDiagnostics(answer?.diagnostics ?? []);
    } catch (problem) {
      const found = problem instanceof Problem ? problem.body?.diagnostics : null;
      if (mine === checks && found) showDiagnostics(found);
    }
  }

  function suggest() {
    const { from, words } = complete(text.value, text.selectionEnd, sceneNames);
    suggestions.replaceChildren(...words.map((word) => h('button', {
      type: 'button', class: 'suggestion',
      onclick: () => {
        const gap = word.endsWith(':') ? '' : ' ';
        text.focus();
        text.setRangeText(word + gap, from, text.selectionEnd, 'end');
        text.dispatchEvent(new Event('input'));
      },
    }, has('insert.' + word) ? h('span', { class: 'meaning' }, t('insert.' + word)) : null, word)));
  }

  text.addEventListener('input', () => {
    changed();
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_DELAY);
    if (store.mayManage()) suggest();
  });
  for (const type of ['click', 'keyup', 'focus']) text.addEventListener(type, () => store.mayManage() && suggest());
  text.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!save.disabled) save.click();
    }
  });
  save.addEventListener('click', async () => {
    save.disabled = true;
    showNote('');
    try {
      const response = await request(resource('scenes', name), { method: 'PUT', body: { text: text.value }, headers: isNew ? { 'If-None-Match': '*' } : { 'If-Match': etag } });
      const answer = await response.json().catch(() => ({}));
      stored = text.value;
      etag = response.headers.get('ETag') ?? answer?.etag ?? etag;
      isNew = false;
      changed();
      showDiagnostics(answer?.diagnostics ?? []);
      announce(t('saved'));
    } catch (problem) {
      save.disabled = false;
      const failure = problem instanceof Problem ? problem : null;
      if (failure?.status === 412) {
        showNote(t('scene.clash'), true);
        await loadNewer();
      } else if (failure?.body?.diagnostics) {
        showDiagnostics(failure.body.diagnostics);
        showNote(t('scene.faults'), true);
      } else showNote(explain(problem), true);
    }
  });

  /** After a conflict, keeps the draft and shows the newer version for comparison; the next save replaces it. */
  async function loadNewer() {
    const response = await request(resource('scenes', name)).catch(() => null);
    if (!response) return;
    const answer = await response.json();
    stored = answer.text;
    etag = response.headers.get('ETag') ?? answer.etag ?? '';
    isNew = false;
    showNewer(stored);
    changed();
  }

  /** @param {string} newer */
  function showNewer(newer) {
    view.querySelector('.theirs')?.remove();
    diagnostics.after(h('details', { class: 'card theirs', open: true }, h('summary', null, t('scene.theirs')), h('pre', null, newer)));
  }

  discard.addEventListener('click', () => {
    text.value = stored;
    view.querySelector('.theirs')?.remove();
    showNote('');
    changed();
    check();
  });
  remove.addEventListener('click', async () => {
    if (!(await ask(t('scene.remove.question', { scene: name }), t('scene.remove.text'), t('scene.remove'), t('cancel')))) return;
    remove.disabled = true;
    try {
      await request(resource('scenes', name), { method: 'DELETE', headers: { 'If-Match': etag } });
      keep(draftName, null);
      announce(t('scene.removed', { scene: name }));
      go(address('scenes'));
    } catch (problem) {
      remove.disabled = false;
      if (problem instanceof Problem && problem.status === 412) {
        showNote(t('scene.clash'), true);
        await loadNewer();
      } else showNote(explain(problem), true);
    }
  });
  scope.add(() => clearTimeout(timer));

  let running = false;
  /** @param {any} event */
  function follow(event) {
    if (event.scene !== name) return;
    if (event.progress === 'begins') {
      running = true;
      steps.textContent = '';
    } else if (event.progress === 'step' || event.progress === 'failed' || event.progress === 'log') {
      running = true;
      steps.hidden = false;
      steps.append(h('li', { class: 'live-step' + (event.progress === 'failed' ? ' bad' : ''), 'data-line': event.line }, icon(event.progress === 'failed' ? 'warning' : 'check'), h('span', null, event.message ?? '')));
    } else if (event.progress === 'ended' || event.progress === 'skipped') running = false;
    setText(state, running ? t('scene.runs') : has('outcome.' + event.outcome) ? t('outcome.' + event.outcome) : event.message ?? '');
    update(running);
  }
  scope.add(onEvent('scene', follow));
  read('scenes').then(({ scenes }) => {
    sceneNames = scenes.map((/** @type {any} */ scene) => scene.name);
    const scene = scenes.find((/** @type {any} */ one) => one.name === name);
    if (!scene || running) return;
    running = Boolean(scene.step);
    setText(state, running ? t('scene.runs') : scene.next ? t('scene.next', { time: scene.local ? houseMoment(scene.local) : moment(scene.next) }) : scene.triggers?.length ? scene.triggers.join(', ') : t('scene.byName'));
    update(running);
  }, () => {});
  load();
  return view;
}
