/** The scenes: run and stop buttons, current steps, and the next scheduled start. */
import { explain, read, resource } from '../core/api.js';
import { houseMoment, moment } from '../core/clock.js';
import { dialog } from '../core/dialog.js';
import { announce, h, setAttribute, setText } from '../core/dom.js';
import { icon } from '../core/icons.js';
import '../core/more-icons.js';
import { onEvent } from '../core/link.js';
import { address, go } from '../core/router.js';
import * as store from '../core/store.js';
import { has, label, t } from '../core/words.js';

/** @param {string} name @param {'run'|'stop'} verb */
export const command = (name, verb) => read(resource('scenes', name) + '/' + verb, { method: 'POST', body: {} });

/** @param {any} scene @returns {string} the current step, else the next start, else the last outcome */
function stateOf(scene) {
  if (scene.live) return t('scene.runs') + (scene.live === true ? '' : ' ' + scene.live);
  if (scene.step) return t('scene.runs') + ' ' + scene.step;
  const parts = [];
  if (scene.next) parts.push(t('scene.next', { time: scene.local ? houseMoment(scene.local) : moment(scene.next) }));
  if (scene.last?.outcome) parts.push((has('outcome.' + scene.last.outcome) ? t('outcome.' + scene.last.outcome) : scene.last.outcome) + (scene.last.ended ? ', ' + moment(scene.last.ended) : ''));
  return parts.join(' · ') || (scene.triggers?.length ? scene.triggers.join(', ') : t('scene.byName'));
}

/**
 * A button that runs a scene, or stops it if it is running.
 * @param {string} name
 */
export function runButton(name) {
  let running = false;
  const button = h('button', { type: 'button', class: 'round' });
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await command(name, running ? 'stop' : 'run');
      announce(t(running ? 'scene.stopped' : 'scene.started', { scene: name }));
    } catch (problem) {
      announce(explain(problem));
      button.dispatchEvent(new CustomEvent('problem', { detail: problem, bubbles: true }));
    }
    button.disabled = false;
  });
  return {
    button,
    /** @param {boolean} value */
    update(value) {
      if (running === value && button.firstChild) return;
      running = value;
      button.classList.toggle('stop', running);
      button.setAttribute('aria-label', t(running ? 'scene.stop' : 'scene.run', { scene: name }));
      button.replaceChildren(icon(running ? 'stop' : 'scene'));
    },
  };
}

/** Asks for the name of a new scene, and opens its text. */
function newScene() {
  const { body, actions, close, open } = dialog(t('scene.new'));
  const name = h('input', { class: 'field', required: true, maxlength: 100, autocomplete: 'off', autofocus: '', 'data-scene-name': '' });
  const note = h('p', { class: 'note error', role: 'alert' });
  const form = h('form', { class: 'form-grid' }, h('label', null, t('scene.name'), name), note);
  const isRefused = () => {
    const value = name.value.trim();
    // The daemon's rule.
    const isFileName = /^(?!\.)[^/\p{Cc}]*$/u.test(value) && new TextEncoder().encode(value).length <= 200;
    setText(note, isFileName ? '' : t('scene.badName'));
    setAttribute(name, 'aria-invalid', isFileName ? null : 'true');
    return !isFileName;
  };
  name.addEventListener('input', isRefused);
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    const value = name.value.trim();
    if (!value || isRefused()) return name.focus();
    close();
    go(address('scene', value));
  });
  body.append(form);
  actions.append(h('button', { type: 'button', class: 'button quiet', onclick: close }, t('cancel')),
    h('button', { type: 'button', class: 'button', 'data-confirm': '', onclick: () => form.requestSubmit() }, t('scene.write')));
  open();
}

/** @param {import('../core/dom.js').Scope} scope */
export function scenesView(scope) {
  const list = h('ul', { class: 'card rows' });
  const empty = h('div', { class: 'empty', hidden: true }, icon('scene'), h('p', null, t('scenes.none')));
  /** @type {Map<string, { scene: any, show: () => void }>} */
  const rows = new Map();
  /** How many were told of scenes. */
  let events = 0;

  /** @param {any} scene */
  function sceneRow(scene) {
    const line = h('span', { class: 'state' });
    const { button, update } = runButton(scene.name);
    const node = h('li', { class: 'row scene-row', 'data-path': scene.name, 'data-scene': scene.name },
      h('a', { class: 'row-link', href: address('scene', scene.name) }, h('span', { class: 'badge' }, icon(scene.triggers?.length ? 'clock' : 'scene')),
        h('span', { class: 'row-text' }, h('span', { class: 'row-name' }, label(scene)), line)),
      store.mayAct() ? h('div', { class: 'row-control' }, button) : null);
    const entry = {
      scene,
      show() {
        const running = Boolean(entry.scene.step || entry.scene.live);
        setText(line, entry.problem ? '! ' + entry.problem : stateOf(entry.scene));
        line.classList.toggle('error', Boolean(entry.problem));
        node.dataset.running = String(running);
        node.classList.toggle('on', running);
        update(running);
      },
      problem: '',
    };
    node.addEventListener('problem', (/** @type {any} */ event) => {
      entry.problem = explain(event.detail);
      entry.show();
    });
    rows.set(scene.name, entry);
    entry.show();
    return node;
  }

  /** @returns {Promise<void>} */
  async function load() {
    const before = events;
    try {
      const { scenes } = await read('scenes');
      if (scope.ended) return;
      // What happened meanwhile may be missing.
      if (events !== before) return load();
      if (scenes.length === rows.size && scenes.every((/** @type {any} */ scene) => rows.has(scene.name))) {
        for (const scene of scenes) {
          const entry = /** @type {any} */ (rows.get(scene.name));
          entry.scene = { ...scene, live: scene.step ? entry.scene.live : undefined };
          entry.show();
        }
      } else {
        rows.clear();
        list.replaceChildren(...scenes.map(sceneRow));
      }
      list.hidden = scenes.length === 0;
      empty.hidden = scenes.length > 0;
    } catch (problem) {
      if (rows.size === 0) list.replaceChildren(h('li', { class: 'entry bad' }, explain(problem)));
    }
  }
  scope.add(onEvent('scene', (event) => {
    const entry = /** @type {any} */ (rows.get(event.scene));
    events += 1;
    if (!entry) return load();
    entry.problem = '';
    // The current step, as written in the scene.
    if (event.progress === 'begins') entry.scene = { ...entry.scene, live: true };
    else if (event.progress === 'step' || event.progress === 'failed') entry.scene = { ...entry.scene, live: event.message || true };
    else if (event.progress === 'ended' || event.progress === 'skipped') {
      entry.scene = { ...entry.scene, step: undefined, live: undefined };
      load();
    }
    entry.show();
  }));
  scope.add(onEvent('reload', load));
  scope.add(onEvent('snapshot', load));
  load();
  return h('div', { class: 'view view-scenes' }, h('header', { class: 'view-header' }, h('div', { class: 'view-title' }, h('h1', { tabindex: -1 }, t('nav.scenes'))),
    store.mayManage() ? h('button', { type: 'button', class: 'round', 'data-new-scene': '', 'aria-label': t('scene.new'), title: t('scene.new'), onclick: newScene }, icon('plus')) : null), list, empty);
}
