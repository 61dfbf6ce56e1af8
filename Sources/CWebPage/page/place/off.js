/** "Turn devices off": lists the devices, asks for confirmation, and reports the failures. */
import { explain, read } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { elementIcon, icon } from '../core/icons.js';
import * as store from '../core/store.js';
import { label, moreWords, t } from '../core/words.js';
import { dialog } from '../core/dialog.js';
import { onEvent } from '../core/link.js';

// Its strings are not those of the first view.
await moreWords();

/** How long to wait for events, in milliseconds; orders end within their deadline. */
const TIMEOUT = 30000;
const UNDER_WAY = new Set(['requested', 'sent']);
const FAILED = new Set(['failed', 'expired', 'mismatch', 'not-confirmed']);

/** @param {store.Element | undefined} element @param {string} reason in English @returns {string} why it is left out */
function reasonText(element, reason) {
  if (!element) return reason;
  const key = element.kind === 'service' ? 'service' : element.owner ? 'part' : element.virtual ? 'virtual' : element.button ? 'button' : element.class ? 'class' : '';
  return key ? t('off.reason.' + key) : t('off.reason');
}

/** @param {store.Place} place */
export async function switchOff(place) {
  /** @type {string[]} */
  let paths;
  /** @type {{ element: string, reason: string }[]} */
  let leftOut;
  const { open, body, actions, close } = dialog(t('off.question', { place: label(place) }));
  try {
    ({ elements: paths, leftOut = [] } = await read('orders', { method: 'POST', body: { place: place.path, value: 'off', explain: true } }));
  } catch (problem) {
    body.append(h('p', { class: 'note error' }, explain(problem)));
    actions.append(h('button', { type: 'button', class: 'button', onclick: close }, t('close')));
    return open();
  }
  const items = paths.map((path) => {
    const element = store.elements.get(path);
    const result = h('span', { class: 'state' });
    return {
      path, result,
      node: h('li', { class: 'row plain', 'data-path': path },
        h('span', { class: 'badge' }, icon(element ? elementIcon(element) : 'power')),
        h('span', { class: 'row-text' }, h('span', { class: 'row-name' }, element ? label(element) : path),
          h('span', { class: 'row-place' }, element ? label(store.places.get(element.parent) ?? { name: '' }) : ''), result)),
    };
  });
  body.append(paths.length === 0 ? h('p', { class: 'note' }, t('off.none')) : h('ul', { class: 'rows off-list' }, items.map((item) => item.node)));
  if (leftOut.length > 0) {
    body.append(h('details', { class: 'left-out' }, h('summary', null, t('off.leftOut', { count: leftOut.length })),
      h('ul', null, leftOut.map(({ element: path, reason }) => {
        const element = store.elements.get(path);
        return h('li', { 'data-path': path }, (element ? label(element) : path) + ': ' + reasonText(element, reason));
      }))));
  }
  const cancel = h('button', { type: 'button', class: 'button quiet', onclick: close }, t(paths.length > 0 ? 'cancel' : 'close'));
  const confirm = h('button', { type: 'button', class: 'button', 'data-confirm': '' }, t('off.confirm', { count: paths.length }));
  confirm.addEventListener('click', async () => {
    confirm.disabled = true;
    // Events of an order may arrive before the response with its number.
    /** @type {Map<number, any>} */
    const stages = new Map();
    /** @type {any[] | null} */
    let orders = null;
    const unfollow = onEvent('order', (event) => {
      stages.set(event.order, event);
      show();
    });
    const timer = setTimeout(end, TIMEOUT);
    function end() {
      clearTimeout(timer);
      unfollow();
      confirm.hidden = true;
      cancel.textContent = t('close');
    }
    function show() {
      if (!orders) return;
      let [open, failed] = [0, 0];
      for (const order of orders) {
        const event = stages.get(order.id);
        if (!event || UNDER_WAY.has(event.stage)) open += 1;
        const item = items.find((candidate) => candidate.path === order.element);
        if (!event || !FAILED.has(event.stage) || !item) continue;
        failed += 1;
        item.result.textContent = explain(event);
        item.node.dataset.state = 'failed';
      }
      if (open > 0) return;
      end();
      announce(failed > 0 ? t('off.failed', { count: failed }) : t('off.done'));
      if (failed === 0) close();
    }
    try {
      orders = (await read('orders', { method: 'POST', body: { place: place.path, value: 'off' } }))?.orders ?? [];
      show();
    } catch (problem) {
      clearTimeout(timer);
      unfollow();
      confirm.disabled = false;
      body.append(h('p', { class: 'note error', role: 'alert' }, explain(problem)));
    }
  });
  actions.append(cancel, ...(paths.length > 0 ? [confirm] : []));
  open();
}
