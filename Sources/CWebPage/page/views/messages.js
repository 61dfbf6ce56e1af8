/** Settings of messages to people: to this browser, by Web Push, and a test of each target for who manages the house. */
import { explain, read } from '../core/api.js';
import { announce, h, setAttribute, setText } from '../core/dom.js';
import { keep, recall } from '../core/preferences.js';
import * as store from '../core/store.js';
import { obstacle } from '../core/upgrade.js';
import { t } from '../core/words.js';
import { sendingText } from './notices.js';

/** A test waits for its outcome as long as the gateway does. */
const TEST_TIMEOUT = 70000;
/** The cache in which the service worker finds the key of the session, to replace a subscription that the browser has ended. */
const CACHE = 'push';

/** @param {string | undefined} key of the notifier @returns {string} the key of why this browser can't get messages, or '' */
function reason(key) {
  if (obstacle() === 'install.insecure') return 'push.insecure';
  // Only iPhones and iPads have this property, and only their installed pages have a PushManager.
  if (!('PushManager' in window) && /** @type {any} */ (navigator).standalone === false) return 'push.install';
  if (obstacle() || !('PushManager' in window) || !('Notification' in window)) return 'push.unsupported';
  if (Notification.permission === 'denied') return 'push.denied';
  return key ? '' : 'push.none';
}

/** @returns {Promise<PushSubscription | null>} what this browser has */
const subscription = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription() ?? null;

/** @param {PushSubscription} found */
async function register(found) {
  const { endpoint, keys } = found.toJSON();
  await read('push', { method: 'POST', body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } });
  keep('push', found.endpoint);
  await (await caches.open(CACHE)).put('/push-key', new Response(recall('key') ?? ''));
}

/** @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const found = await pushManager.subscribe(options).catch(async (failure) => {
    // One for another key, of before the notifier was set up anew.
    if (failure.name !== 'InvalidStateError') throw failure;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await register(found);
}

async function unsubscribe() {
  const found = await subscription();
  await forgetMessages();
  if (found) await read('push', { method: 'DELETE', body: { endpoint: found.endpoint } });
}

/** Ends the subscription of this browser, as on sign-out: the gateway drops it with the token. */
export async function forgetMessages() {
  keep('push', null);
  if ('caches' in window) await caches.delete(CACHE).catch(() => {});
  await subscription().then((found) => found?.unsubscribe()).catch(() => {});
}

/** @param {any} report of the gateway @returns {Promise<boolean>} whether this browser gets messages */
async function isOn({ subscriptions }) {
  const found = await subscription().catch(() => null);
  if (!found || !subscriptions.some((/** @type {any} */ { token }) => token === store.session?.name)) return false;
  const registered = recall('push');
  // The browser has replaced it.
  if (registered && registered !== found.endpoint) await register(found);
  return Boolean(registered);
}

/** @param {string} name @param {any} state @param {...any} controls */
const setting = (name, state, ...controls) => h('div', { class: 'setting' }, h('div', { class: 'setting-text' }, h('p', { class: 'row-name' }, name), state), controls);

/** @param {HTMLElement} rest @param {import('../core/dom.js').Scope} scope */
export async function messagesSection(rest, scope) {
  const card = h('div', { class: 'card' });
  rest.append(h('section', { class: 'group messages' }, h('h2', null, t('nav.notices')), card));
  const button = h('button', { type: 'button', class: 'button quiet', 'data-push': '', hidden: true });
  const state = h('p', { class: 'muted state', role: 'status', 'data-push-state': '' });
  card.append(setting(t('push.title'), state, button));
  async function show() {
    const report = await read('push');
    const why = reason(report.key);
    const on = !why && await isOn(report);
    if (scope.ended) return;
    setText(state, why ? t(why) : t(on ? 'push.on' : 'push.off', { name: store.session?.name ?? '' }));
    setAttribute(state, 'data-push-state', why || (on ? 'on' : 'off'));
    button.hidden = Boolean(why);
    setText(button, t(on ? 'push.disable' : 'push.enable'));
    button.onclick = async () => {
      button.disabled = true;
      try {
        await (on ? unsubscribe() : subscribe(report.key));
        await show();
      } catch (problem) {
        setText(state, t('push.failed', { reason: explain(problem) }));
      }
      button.disabled = false;
    };
  }
  try {
    await show();
    if (store.mayManage() && !store.session?.places) await targets(card, scope);
  } catch (problem) {
    if (!scope.ended) setText(state, explain(problem));
  }
}

/** @param {HTMLElement} card @param {import('../core/dom.js').Scope} scope */
async function targets(card, scope) {
  const { targets: names } = await read('notices?last=1');
  if (scope.ended) return;
  if (!names?.length) card.append(setting(t('targets.title'), h('p', { class: 'muted state', 'data-no-notifier': '' }, t(names ? 'targets.empty' : 'targets.none'))));
  for (const name of names ?? []) {
    const result = h('p', { class: 'muted state', role: 'status' });
    const button = h('button', { type: 'button', class: 'button quiet', 'aria-label': t('targets.test') + ': ' + name, onclick: () => test(name, button, result) }, t('targets.test'));
    const row = setting(name, result, button);
    setAttribute(row, 'data-target', name);
    card.append(row);
  }
}

/** @param {string} name @param {HTMLButtonElement} button @param {HTMLElement} result */
async function test(name, button, result) {
  button.disabled = true;
  setText(result, t('targets.sending'));
  result.className = 'muted state';
  try {
    const { notices } = await read('notices', { method: 'POST', body: { text: t('targets.text'), to: [name] }, timeout: TEST_TIMEOUT });
    const deliveries = notices[0]?.deliveries ?? [];
    const isSent = deliveries.every((/** @type {any} */ { state }) => state === 'sent');
    setText(result, (isSent ? '' : '! ') + deliveries.map(sendingText).join('; '));
    if (!isSent) result.className = 'state error';
  } catch (problem) {
    setText(result, explain(problem));
    result.className = 'state error';
  }
  announce(result.textContent ?? '');
  button.disabled = false;
}
