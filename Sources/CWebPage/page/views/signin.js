/** Sign-in with a typed code, or with the code in a link. */
import { explain, hasKey, Problem, read, setKey } from '../core/api.js';
import { until } from '../core/dates.js';
import { ask, dialog } from '../core/dialog.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { forget } from '../core/link.js';
import { t } from '../core/words.js';
import { acknowledgeView } from './acknowledge.js';

/**
 * @param {{ code?: string, token?: string }} secret
 * @returns {Promise<any>} the problem, or null
 */
async function signInWith(secret) {
  try {
    const answer = await read('session', { method: 'POST', body: secret });
    forget();
    setKey(answer.key);
    return null;
  } catch (problem) {
    return problem;
  }
}

/** @param {any} failure @returns {string} */
const explainSignIn = (failure) => (failure instanceof Problem && failure.status === 401 ? t('signin.refused') : explain(failure));

/** @param {string} text @returns {string} */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} code @returns {Promise<boolean>} whether the user wants to sign in with it: a link may be an attacker's, who wants to see what is done as him */
async function confirmed(code) {
  const found = await read('session', { method: 'POST', body: { code, look: true } });
  const session = hasKey() ? await read('session').catch(() => null) : null;
  const right = [t('role.' + found.role), found.role === 'act' && found.doors ? t('token.doors.right') : '', found.places?.join(', '), found.expires ? t('session.expires', { time: until(found.expires) }) : ''].filter(Boolean).join(' · ');
  const lines = [t('signin.as.text', { right }), session ? t('signin.replace.text', { name: session.name }) : ''];
  return ask(t('signin.as', { name: found.name }), lines.join(' ').trim(), t('signin.button'), t(session ? 'signin.replace.no' : 'cancel'));
}

/**
 * Signs in with the code in a link, after a question. A token is refused: the history of browsers keeps the link.
 * @param {string} fragment
 * @returns {Promise<any>} the problem, or null
 */
export async function followLink(fragment) {
  const [, kind, text] = /^#(code|token)=(.*)$/.exec(fragment) ?? [];
  let failure = null;
  if (kind === 'code') {
    const code = decoded(text);
    try {
      failure = (await confirmed(code)) ? await signInWith({ code }) : null;
    } catch (problem) {
      failure = problem;
    }
  } else failure = new Problem({ status: 400, detail: t('signin.token') });
  if (failure && hasKey()) {
    const { node, body, actions, close, open } = dialog(t('signin.failed'));
    body.append(h('p', { role: 'alert' }, explainSignIn(failure)));
    actions.append(h('button', { type: 'button', class: 'button', 'data-close': '', onclick: close }, t('close')));
    const end = new Promise((resolve) => node.addEventListener('close', resolve));
    open();
    await end;
  }
  return failure;
}

/** @param {() => void} begin @param {any} problem why sign-in failed or the session ended, or the link in a message, which needs no sign-in */
export function signInView(begin, problem) {
  if (typeof problem === 'string') return acknowledgeView(problem);
  const note = h('p', { class: 'note error', role: 'alert', hidden: true });
  /** @param {any} failure */
  const showProblem = (failure) => {
    note.textContent = explainSignIn(failure);
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
  }, h('label', { for: 'code' }, t('signin.code')), input, note, button, h('p', { class: 'note' }, t('signin.hint')),
    h('p', { class: 'note muted' }, t('signin.admin'), ' ', h('code', null, 'domo token new Phone --code')));
  if (problem) {
    if (problem.code === 'ended') {
      note.textContent = t('signin.ended');
      note.hidden = false;
    } else showProblem(problem);
  }
  return h('div', { class: 'view view-signin' }, h('div', { class: 'signin-head' }, h('span', { class: 'badge huge on' }, icon('home')), h('h1', { tabindex: -1 }, 'domo'), h('p', { class: 'muted' }, t('signin.title'))), form);
}
