/** Shows on the home page that an urgent notice is open, and marks where the notices are. */
import { hasKey, read } from './api.js';
import { base } from './router.js';
import { announce, h, setText } from './dom.js';
import { icon } from './icons.js';
import { onEvent } from './link.js';
import * as store from './store.js';
import { t } from './words.js';

const text = h('span', null);
const more = h('a', { href: base + 'notices' });
const node = h('div', { id: 'urgent', role: 'status', hidden: true }, icon('bell'), text, more);
/** @type {Map<number, string>} the texts of urgent notices that nobody has acknowledged, by number */
let open = new Map();
/** Whether they were read since the sign-in. */
let known = false;
/** @type {any[] | null} what came while they are read, which the list may not have; null if they are not read */
let meanwhile = null;

/** @param {any} notice as in the API */
function take({ number, text, urgent, state }) {
  if (urgent && state === 'open') open.set(number, text);
  else open.delete(number);
}

async function check() {
  /** @type {any[]} */
  const later = [];
  meanwhile = later;
  /** @type {any[]} */
  let list = [];
  try {
    list = (await read('notices?last=100')).notices;
  } catch {
    // Only what came meanwhile is known.
  }
  // They are read anew.
  if (meanwhile !== later) return;
  meanwhile = null;
  open = new Map();
  [...list, ...later].forEach(take);
  show();
}

function show() {
  const isSignedOut = !hasKey() || document.body.dataset.view === 'sign-in';
  if (isSignedOut) known = false;
  else if (!known) {
    known = true;
    check();
  }
  const wasHidden = node.hidden;
  node.hidden = isSignedOut || open.size === 0;
  document.body.toggleAttribute('data-urgent', !node.hidden);
  if (node.hidden) return;
  const newest = open.get(Math.max(...open.keys())) ?? '';
  const line = newest + (open.size > 1 ? ' ' + t('notices.others', { count: open.size - 1 }) : '');
  const isNew = wasHidden || text.textContent !== line;
  setText(text, line);
  setText(more, t('notices.show'));
  if (isNew) announce(line);
}

/** @param {HTMLElement} outage */
export function watch(outage) {
  const above = h('div', { id: 'above' });
  outage.replaceWith(above);
  above.append(node, outage);
  onEvent('snapshot', () => check());
  onEvent('notice', ({ notice }) => {
    meanwhile?.push(notice);
    take(notice);
    show();
  });
  store.subscribe(store.EVERYTHING, show);
  show();
}
