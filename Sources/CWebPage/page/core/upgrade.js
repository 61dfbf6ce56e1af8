/** The shell for offline use, and the reload after an upgrade, which waits until the user is idle. */
import { listeners, serverVersion } from './api.js';
import { base } from './router.js';
import { anyRunning } from './orders.js';

/** The page is idle after this time without input, in milliseconds. */
const IDLE = 4000;

/** The version of the running page. */
let version = '';
let newer = '';
let lastTouch = 0;
/** @type {any} */
let timer;

/** The key of the reason why the page can't be installed, or '' if it can. */
export const obstacle = () => (base !== '/' ? 'install.fleet' : !window.isSecureContext ? 'install.insecure' : !('serviceWorker' in navigator) ? 'install.unsupported' : '');

export async function watch() {
  for (const type of ['pointerdown', 'keydown', 'input']) addEventListener(type, () => (lastTouch = performance.now()), { passive: true });
  if (navigator.serviceWorker?.controller && 'caches' in window) {
    // A page served by the worker has the version of the worker's copy.
    version = (await caches.keys()).find((name) => name.startsWith('shell-'))?.slice(6) ?? '';
  }
  listeners.version = (seen) => {
    if (version === '') version = seen;
    else if (seen !== version && seen !== newer && !tried(seen)) {
      newer = seen;
      prepare();
    }
  };
  if (serverVersion) listeners.version(serverVersion);
  document.addEventListener('visibilitychange', () => newer && document.hidden && reload());
  if (!obstacle()) navigator.serviceWorker.register('/sw.js').catch(() => {});
}

/**
 * Whether a reload for this version was tried already: repeating it might never end.
 * @param {string} seen
 */
function tried(seen) {
  try {
    return sessionStorage.getItem('domo.upgrade') === seen;
  } catch {
    return false;
  }
}

/** Has the worker fetch the new shell before the reload, so that the new page is complete. */
async function prepare() {
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    const answer = new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      worker.postMessage('refresh', [channel.port2]);
      setTimeout(resolve, 10000);
    });
    await answer;
  }
  reload();
}

function reload() {
  clearTimeout(timer);
  const field = document.activeElement;
  const writing = (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '' && field.type !== 'range';
  const busy = writing || anyRunning() || document.querySelector('dialog, [data-dirty]') || performance.now() - lastTouch < IDLE;
  if (busy && (!document.hidden || document.querySelector('[data-dirty]'))) timer = setTimeout(reload, 1000);
  else {
    try {
      sessionStorage.setItem('domo.upgrade', newer);
    } catch {
      // Without storage there is no worker either, and the reload gets the new page.
    }
    location.reload();
  }
}
