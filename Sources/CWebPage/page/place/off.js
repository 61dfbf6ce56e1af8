/** "Devices off": lists what it will switch, asks, and reports what became of each. */
import { explain, read } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { elementIcon, icon } from '../core/icons.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';
import { dialog } from '../core/dialog.js';

/** @param {store.Place} place */
export async function switchOff(place) {
  /** @type {string[]} */
  let paths;
  const { open, body, actions, close } = dialog(t('off.question', { place: label(place) }));
  try {
    paths = (await read('orders', { method: 'POST', body: { place: place.path, value: 'off', explain: true } })).elements;
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
  const cancel = h('button', { type: 'button', class: 'button quiet', onclick: close }, t('cancel'));
  const confirm = h('button', { type: 'button', class: 'button', 'data-confirm': '' }, t('off.confirm', { count: paths.length }));
  confirm.addEventListener('click', async () => {
    confirm.disabled = true;
    try {
      const answer = await read('orders', { method: 'POST', body: { place: place.path, value: 'off' }, patience: 60000 });
      const failed = (answer?.orders ?? []).filter((/** @type {any} */ order) => order.problem);
      if (failed.length === 0) {
        announce(t('off.done'));
        return close();
      }
      for (const order of failed) {
        const item = items.find((candidate) => candidate.path === order.element);
        if (!item) continue;
        item.result.textContent = explain(order.problem);
        item.node.dataset.state = 'failed';
      }
      announce(t('off.failed', { count: failed.length }));
      confirm.hidden = true;
      cancel.textContent = t('close');
    } catch (problem) {
      confirm.disabled = false;
      body.append(h('p', { class: 'note error', role: 'alert' }, explain(problem)));
    }
  });
  actions.append(cancel, ...(paths.length > 0 ? [confirm] : []));
  open();
}
