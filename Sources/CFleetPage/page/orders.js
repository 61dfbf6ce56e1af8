/** An order to the chosen houses, and its progress in each. */
import { Problem, read } from '../core/api.js';
import { dialog } from '../core/dialog.js';
import { announce, h, setText } from '../core/dom.js';
import { explain, number, t } from './words.js';

/** Orders to more houses must be confirmed with their number; the server insists on it. */
const UNCONFIRMED = 10;
/** In milliseconds. */
const POLL = 500;

/** @param {import('./list.js').Choice} choice */
export function openOrder(choice) {
  const { count, request } = choice;
  const { node, body, actions, close, open } = dialog(t('order.title', { count: count === 1 ? 1 : number(count) }));
  node.classList.add('wide');
  const line = h('input', { type: 'text', class: 'text-input', id: 'line', autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false', required: true });
  const confirm = h('input', { type: 'text', class: 'text-input', id: 'confirm', inputmode: 'numeric', autocomplete: 'off' });
  const note = h('p', { class: 'note error', role: 'alert', hidden: true });
  const give = h('button', { type: 'submit', class: 'button', form: 'order', 'data-give': '' }, t('order.give'));
  const needed = count > UNCONFIRMED;
  const check = () => {
    give.disabled = !line.value.trim() || (needed && confirm.value.trim() !== String(count));
  };
  const form = h('form', {
    id: 'order', class: 'form', novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (give.disabled) return;
      give.disabled = true;
      try {
        const order = await read('orders', { method: 'POST', body: { ...request, line: line.value.trim(), ...(needed ? { confirm: count } : {}) } });
        close();
        showProgress(order);
      } catch (problem) {
        setText(note, explain(/** @type {any} */ (problem)));
        note.hidden = false;
        check();
      }
    },
  }, h('label', { for: 'line' }, t('order.line')), line, h('p', { class: 'note' }, t('order.hint')),
  needed ? [h('label', { for: 'confirm' }, t('order.confirm', { count })), confirm] : null, note);
  line.addEventListener('input', check);
  confirm.addEventListener('input', check);
  check();
  body.append(form);
  actions.append(h('button', { type: 'button', class: 'button quiet', onclick: close }, t('order.cancel')), give);
  open();
  line.focus();
}

/** @param {any} order */
function showProgress(order) {
  const { node, body, actions, close, open } = dialog(order.line);
  node.classList.add('wide');
  node.dataset.progress = '';
  const summary = h('p', { role: 'status' });
  const done = h('i');
  const failed = h('i', { class: 'failed' });
  const list = h('ul', { class: 'outcomes' });
  const stop = h('button', {
    type: 'button', class: 'button danger', 'data-stop': '',
    onclick: () => read('orders/' + order.number, { method: 'DELETE' }).then(show, () => {}),
  }, t('order.stop'));
  /** @type {Map<string, any>} */
  const rows = new Map();
  let changes = 0;

  function show(/** @type {any} */ answer) {
    changes = Math.max(changes, answer.changes);
    const { counts } = answer;
    const share = (/** @type {number} */ part) => `width: ${(100 * part) / counts.all}%`;
    // The policy of the page forbids attributes of style, but not their properties.
    done.style.cssText = share(counts.done);
    failed.style.cssText = share(counts.failed);
    const values = { done: number(counts.done), failed: number(counts.failed), stopped: number(counts.stopped), left: number(counts.waiting + counts.sent) };
    setText(summary, t(answer.over ? 'order.over' : 'order.progress', values));
    for (const house of answer.houses) {
      const found = rows.get(house.id) ?? h('li', { 'data-id': house.id }, h('b', null, house.name), h('span'));
      found.dataset.state = house.state;
      setText(found.lastChild, house.state === 'failed' ? explain(house) : t('state.' + house.state));
      if (!rows.has(house.id)) list.append(found);
      // What failed is what people look for.
      else if (house.state === 'failed') list.prepend(found);
      rows.set(house.id, found);
    }
    stop.hidden = answer.over;
    node.dataset.over = String(answer.over);
    if (answer.over) announce(summary.textContent ?? '');
  }

  async function follow() {
    while (node.isConnected && node.dataset.over !== 'true') {
      await new Promise((resolve) => setTimeout(resolve, POLL));
      try {
        show(await read(`orders/${order.number}?after=${changes}`));
      } catch (problem) {
        if (problem instanceof Problem && problem.status >= 400 && problem.status < 500) {
          setText(summary, explain(problem));
          return;
        }
      }
    }
  }

  body.append(summary, h('div', { class: 'progress' }, done, failed), list);
  actions.append(stop, h('button', { type: 'button', class: 'button', 'data-close': '', onclick: close }, t('order.close')));
  open();
  show(order);
  follow();
}
