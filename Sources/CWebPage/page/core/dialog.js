/** A modal dialog that is removed when it is closed. */
import { h } from './dom.js';

/** @param {string} title */
export function dialog(title) {
  const body = h('div', { class: 'dialog-body' });
  const actions = h('div', { class: 'dialog-actions' });
  const node = h('dialog', { class: 'dialog', 'aria-label': title }, h('h2', null, title), body, actions);
  node.addEventListener('close', () => node.remove());
  node.addEventListener('click', (/** @type {MouseEvent} */ event) => {
    if (event.target === node) node.close();
  });
  return {
    node, body, actions,
    close: () => node.close(),
    open: () => {
      document.body.append(node);
      node.showModal();
      // Scrollable content must be reachable by keyboard.
      if (body.scrollHeight > body.clientHeight) body.tabIndex = 0;
    },
  };
}

/**
 * @param {string} title @param {string} text @param {string} confirm @param {string} cancel
 * @returns {Promise<boolean>} whether it was confirmed
 */
export function ask(title, text, confirm, cancel) {
  return new Promise((resolve) => {
    const { node, body, actions, close, open } = dialog(title);
    let answer = false;
    body.append(h('p', null, text));
    actions.append(
      h('button', { type: 'button', class: 'button quiet', 'data-cancel': '', onclick: close }, cancel),
      h('button', { type: 'button', class: 'button', 'data-confirm': '', onclick: () => { answer = true; close(); } }, confirm));
    node.addEventListener('close', () => resolve(answer));
    open();
  });
}
