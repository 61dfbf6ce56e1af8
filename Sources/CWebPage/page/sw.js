/** Caches the page's shell, complete and from a single version; never readings or orders. Shows messages to this browser. */
const SHELL = [
  '/', '/manifest.webmanifest', '/assets/app.css', '/assets/app.js', '/assets/appearance.js', '/assets/more.css',
  '/assets/controls/choice.js', '/assets/controls/cover.js', '/assets/controls/dimmer.js', '/assets/controls/facet.js', '/assets/controls/number.js', '/assets/controls/press.js', '/assets/controls/slider.js', '/assets/controls/switch.js', '/assets/controls/text.js',
  '/assets/charts/chart.js', '/assets/charts/compare.js', '/assets/charts/picture.js', '/assets/charts/scale.js', '/assets/charts/series.js',
  '/assets/classes/band.js', '/assets/classes/card.js', '/assets/classes/classes.js', '/assets/classes/colours.js', '/assets/classes/icons.js', '/assets/classes/picker.js', '/assets/classes/ring.js', '/assets/classes/slats.js', '/assets/classes/thermostat.js',
  '/assets/core/api.js', '/assets/core/clock.js', '/assets/core/dates.js', '/assets/core/dialog.js', '/assets/core/dom.js', '/assets/core/events.js', '/assets/core/guard.js', '/assets/core/hold.js', '/assets/core/icons.js',
  '/assets/core/link.js', '/assets/core/more-icons.js', '/assets/core/notices.js', '/assets/core/orders.js', '/assets/core/outage.js', '/assets/core/preferences.js', '/assets/core/router.js', '/assets/core/states.js', '/assets/core/store.js',
  '/assets/core/upgrade.js', '/assets/core/words.js',
  '/assets/icons/icon.svg', '/assets/icons/icon-192.png', '/assets/icons/icon-512.png',
  '/assets/place/lists.js', '/assets/place/off.js', '/assets/place/place.js', '/assets/place/row.js', '/assets/place/search.js', '/assets/place/tile.js',
  '/assets/scenes/calendar.js', '/assets/scenes/complete.js', '/assets/scenes/scene.js', '/assets/scenes/scenes.js',
  '/assets/views/acknowledge.js', '/assets/views/audit.js', '/assets/views/cause.js', '/assets/views/element.js', '/assets/views/favourites.js', '/assets/views/log.js', '/assets/views/messages.js', '/assets/views/notices.js', '/assets/views/order.js', '/assets/views/plan.js', '/assets/views/plan-edit.js', '/assets/views/qr.js', '/assets/views/refresh.js',
  '/assets/views/settings.js', '/assets/views/signin.js', '/assets/views/tokens.js',
  '/assets/words/ca.js', '/assets/words/en.js', '/assets/words/es.js', '/assets/words/more-ca.js', '/assets/words/more-en.js', '/assets/words/more-es.js',
];
const PREFIX = 'shell-';
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Fetches the whole shell, and caches it only if all files are from the same version. */
async function fill() {
  const answers = await Promise.all(SHELL.map(async (path) => {
    const response = await fetch(path, { cache: 'no-cache', credentials: 'same-origin' });
    if (!response.ok) throw new Error(path + ': ' + response.status);
    return { path, response };
  }));
  const versions = new Set(answers.map(({ response }) => response.headers.get('Domo-Version') ?? ''));
  if (versions.size !== 1) throw new Error('the server was upgraded in the meantime');
  const name = PREFIX + [...versions][0];
  await caches.delete(name);
  const cache = await caches.open(name);
  await Promise.all(answers.map(({ path, response }) => cache.put(path, response)));
  for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'refresh') event.waitUntil(fill().catch(() => {}).then(() => event.ports[0]?.postMessage('done')));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  const path = request.mode === 'navigate' ? '/' : url.pathname;
  if (!SHELL.includes(path) || (request.mode === 'navigate' && /^\/(assets|healthz|readyz|metrics|openapi)/.test(url.pathname))) return;
  event.respondWith(caches.match(path).then((kept) => kept ?? fetch(request)));
});

/** @param {unknown} url @returns {string} an address of this page; that of all messages instead of any other */
function ownAddress(url) {
  try {
    const found = new URL(String(url), location.origin);
    if (found.origin === location.origin) return found.href;
  } catch {
    // Not an address.
  }
  return location.origin + '/notices';
}

worker.addEventListener('push', (event) => {
  /** @type {any} */
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // A browser requires that something is shown.
  }
  const { title, body, urgent, notice, url } = message;
  event.waitUntil(worker.registration.showNotification(String(title || 'domo'), /** @type {any} */ ({
    body: body ? String(body) : undefined, icon: '/assets/icons/icon-192.png', badge: '/assets/icons/icon-192.png',
    // A repeat takes the place of the message before it, and rings again.
    tag: notice ? 'notice-' + notice : undefined, renotify: Boolean(notice), requireInteraction: urgent === true, data: { url: ownAddress(url ?? '/notices') },
  })));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownAddress(event.notification.data?.url ?? '/notices')));
});

/** @param {string} address */
async function open(address) {
  for (const client of await worker.clients.matchAll({ type: 'window' })) {
    const shown = await client.focus().catch(() => client).then((found) => found.navigate(address)).catch(() => null);
    if (shown) return;
  }
  await worker.clients.openWindow(address);
}

/** The browser has replaced or ended its subscription: the gateway gets the new one, with the key that the page has left here. */
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => event.waitUntil(replace(event)));

/** @param {any} event */
async function replace({ oldSubscription, newSubscription }) {
  const key = await (await caches.match('/push-key', { cacheName: 'push' }))?.text();
  if (!key) return;
  /** @param {string} method @param {any} body */
  const send = (method, body) => fetch('/api/v1/push', { method, headers: { 'Domo-Key': key, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const options = oldSubscription?.options;
  const { endpoint, keys } = (newSubscription ?? (options && await worker.registration.pushManager.subscribe(options)))?.toJSON() ?? {};
  if (endpoint && keys) await send('POST', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  if (oldSubscription) await send('DELETE', { endpoint: oldSubscription.endpoint });
}
