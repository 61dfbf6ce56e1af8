/** The link in a message: acknowledges its notice, on a click, without signing in. */
import { explain, hasKey, Problem, read } from '../core/api.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { address } from '../core/router.js';
import { t } from '../core/words.js';

/** @param {string} fragment `#/notices/NUMBER/CODE` */
export function acknowledgeView(fragment) {
  const [, number = '', code = ''] = /^#\/notices\/(\d{1,19})\/(\w{1,200})$/.exec(fragment) ?? [];
  const title = h('h1', { tabindex: -1 }, number ? t('notice.link', { number }) : t('notice.link.bad'));
  const text = h('p', { role: 'status' }, number ? t('notice.link.text') : t('notice.link.refused'));
  const button = h('button', { type: 'button', class: 'button', 'data-acknowledge': '' }, icon('check'), t('notice.acknowledge'));
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const { notices } = await read(`notices/${number}/acknowledgement`, { method: 'POST', body: { code } });
      text.replaceChildren(h('strong', null, t('notice.acknowledged')), notices[0] ? ': ' + notices[0].text : '');
      text.className = '';
      button.remove();
    } catch (problem) {
      text.textContent = problem instanceof Problem && problem.status === 403 ? t('notice.link.refused') : explain(problem);
      text.className = 'error';
      button.disabled = false;
    }
  });
  return h('div', { class: 'view view-signin view-acknowledge' },
    h('div', { class: 'signin-head' }, h('span', { class: 'badge huge on' }, icon('bell')), title),
    h('div', { class: 'card signin-form' }, text, number ? button : null, hasKey() ? h('a', { class: 'button quiet', href: address('notices') }, t('notices.show')) : null));
}
