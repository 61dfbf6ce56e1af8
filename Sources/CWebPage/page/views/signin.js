/** Sign-in with a typed code, or with the code in a link. */
import { explain, hasKey, Problem, read, setKey } from '../core/api.js';
import { ask } from '../core/dialog.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { forget } from '../core/link.js';
import { t } from '../core/words.js';

/**
 * @param {{ code?: string, token?: string }} secret
 * @returns {Promise<any>} the problem, or null
 */
export async function signInWith(secret) {
  if (hasKey()) {
    const session = await read('session').catch(() => null);
    if (session && !(await ask(t('signin.replace'), t('signin.replace.text', { name: session.name }), t('signin.replace.yes'), t('signin.replace.no')))) return null;
  }
  try {
    const answer = await read('session', { method: 'POST', body: secret });
    forget();
    setKey(answer.key);
    return null;
  } catch (problem) {
    return problem;
  }
}

/** @param {() => void} begin @param {any} problem why sign-in failed or the session ended */
export function signInView(begin, problem) {
  const note = h('p', { class: 'note error', role: 'alert', hidden: true });
  /** @param {any} failure */
  const showProblem = (failure) => {
    note.textContent = failure instanceof Problem && failure.status === 401 ? t('signin.refused') : explain(failure);
    note.hidden = false;
  };
  const input = h('input', { type: 'text', id: 'code', class: 'code-input', autocomplete: 'one-time-code', autocapitalize: 'off', spellcheck: 'false', required: true });
  const button = h('button', { type: 'submit', class: 'button' }, t('signin.button'));
  const form = h('form', {
    class: 'card signin-form', novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const code = input.value.trim();
      if (!code) return input.focus();
      button.disabled = true;
      const failure = await signInWith({ [code.length > 40 ? 'token' : 'code']: code });
      button.disabled = false;
      if (failure) showProblem(failure);
      else begin();
    },
  }, h('label', { for: 'code' }, t('signin.code')), input, note, button, h('p', { class: 'note' }, t('signin.hint'), ' ', h('code', null, 'domo token new Phone --code')));
  if (problem) {
    if (problem.code === 'ended') {
      note.textContent = t('signin.ended');
      note.hidden = false;
    } else showProblem(problem);
  }
  return h('div', { class: 'view view-signin' }, h('div', { class: 'signin-head' }, h('span', { class: 'badge huge on' }, icon('home')), h('h1', { tabindex: -1 }, 'domo'), h('p', { class: 'muted' }, t('signin.title'))), form);
}
