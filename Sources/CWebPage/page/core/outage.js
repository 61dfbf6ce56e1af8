/**
 * Shows on the home page that a link to the house is down, that its files can't be loaded, and, to who manages all, that
 * there is no fresh backup.
 */
import { hasKey, read } from './api.js';
import { base } from './router.js';
import { moment } from './clock.js';
import { announce, h, setText } from './dom.js';
import { icon } from './icons.js';
import { onEvent } from './link.js';
import * as notices from './notices.js';
import * as store from './store.js';
import { t } from './words.js';

const notice = /** @type {HTMLElement} */ (document.getElementById('outage'));
const text = h('span', null);
/** @type {string[]} the names of the links that are down */
let lost = [];
/** @type {any} what stands in for files that can't be loaded */
let standIn = null;
/** @type {any} what is known of backups */
let backups = null;

/** After this many milliseconds a backup is old, as in `domo doctor`: eight days. */
const maxAge = 8 * 86_400_000;

/** Whether they were read since the sign-in. */
let known = false;

/** Reads which links are down. */
async function check() {
  try {
    const status = await read('status');
    standIn = status.standIn ?? null;
    // Only who manages the whole house is told of files.
    backups = status.files && status.memory ? { ...status.memory, since: status.since } : null;
    /** @param {any} link */
    const names = ({ key, endpoints }) => {
      const down = endpoints.filter((/** @type {any} */ { reachable }) => reachable === false);
      return down.length === 0 ? [] : down.length === endpoints.length ? [key] : down.map((/** @type {any} */ { endpoint }) => endpoint);
    };
    lost = (status.links ?? []).flatMap(names);
  } catch {
    [lost, standIn, backups] = [[], null, null];
  }
  show();
}

/** What is wrong with backups; empty if nothing is. */
function backupProblem() {
  if (!backups) return '';
  const { lastBackup: last, failedBackup: failed, since } = backups;
  if (failed) return t('backup.failed', { time: moment(failed) });
  if (Date.now() - Date.parse(last ?? since) < maxAge) return '';
  return last ? t('backup.old', { time: moment(last) }) : t('backup.none');
}

function show() {
  const isSignedOut = !hasKey() || document.body.dataset.view === 'sign-in';
  if (isSignedOut) known = false;
  else if (!known) {
    known = true;
    check();
  }
  let count = 0;
  for (const { readings } of store.elements.values()) if (Object.values(readings).some(({ reachable }) => reachable === false)) count += 1;
  const wasHidden = notice.hidden;
  // Without a connection to the gateway, the banner says so.
  const backup = backupProblem();
  notice.hidden = isSignedOut || store.connection !== 'online' || (count === 0 && lost.length === 0 && !standIn && !backup);
  if (notice.hidden) return;
  const link = lost.length > 0 ? t('outage', { links: lost.join(', ') }) : count > 0 ? t('outage.some') : '';
  const files = !standIn ? '' : standIn.since ? t('standin', { time: moment(standIn.since) }) : t('standin.none');
  setText(text, [files, link, count > 0 ? t('outage.elements', { count }) : '', backup].filter(Boolean).join(' '));
  const more = h('a', { href: base + 'settings' }, t('outage.more'));
  if (wasHidden || notice.lastChild?.textContent !== more.textContent) notice.replaceChildren(icon('plug'), text, more);
  if (wasHidden) announce(text.textContent);
}

export function watch() {
  notices.watch(notice);
  // A snapshot follows each event about a link.
  onEvent('snapshot', check);
  onEvent('reload', check);
  store.subscribe(store.EVERYTHING, show);
  show();
}
