/** Keeps what is shown true: first a GET, then the stream of events, and a snapshot whenever something may have been missed. */
import { hasKey, listeners, Problem, read, request } from './api.js';
import { advanceServerTime, serverNow, setServerTime } from './clock.js';
import { readEvents } from './events.js';
import { keep, recall } from './preferences.js';
import * as store from './store.js';

/** Without a heartbeat for this long the stream is dead: they come every 15 s. */
const SILENCE = 35000;
const LONGEST_PAUSE = 8000;
/** Several causes for one snapshot come together, in milliseconds. */
const TOGETHER = 50;

/** @type {Map<string, Set<(data: any, id: string) => void>>} */
const handlers = new Map();

/** @param {string} kind of event @param {(data: any, id: string) => void} handler @returns {() => void} ends it */
export function onEvent(kind, handler) {
  const set = handlers.get(kind) ?? new Set();
  handlers.set(kind, set.add(handler));
  return () => set.delete(handler);
}

let loaded = false;
let daemonLost = false;
/** The last snapshot named what the model lacks. */
let incomplete = false;
let attempt = 0;
let lastEvent = '';
/** @type {AbortController | null} */
let current = null;
/** @type {any} */
let silenceTimer;
/** @type {any} */
let retryTimer;

/** @param {(data: any, id: string) => void} handler called with each event, whatever its kind */
export const onEveryEvent = (handler) => onEvent('*', handler);

const ask = () => Promise.all([read('model'), read('places'), read('session')]);
/** @type {ReturnType<typeof ask> | null} */
let ahead = null;
/** Asks for the houses while the rest of the page still gets ready. */
export function askAhead() {
  ahead = ask();
  ahead.catch(() => {});
}

/**
 * Reads the houses and what is known of them.
 * @returns {Promise<boolean>} whether there is something to show, be it what this device kept
 * @throws {Problem} of the session
 */
export async function load() {
  try {
    const asked = ahead ?? ask();
    ahead = null;
    const [model, snapshot, session] = await asked;
    store.setSession(session);
    store.applyModel(model);
    takeSnapshot(snapshot, snapshot.event);
    daemonLost = false;
    store.setConnection('online');
    loaded = true;
    attempt = 0;
    rendered();
    setTimeout(keepCopy, 2000);
    connect(lastEvent);
    return true;
  } catch (failure) {
    if (failure instanceof Problem && (failure.status === 401 || failure.status === 403)) throw failure;
    store.setConnection(failure instanceof Problem && failure.status >= 500 ? 'daemon' : 'offline');
    retry();
    return loaded || showCopy();
  }
}

/** @param {any} snapshot @param {string} [id] */
function takeSnapshot(snapshot, id) {
  setServerTime(snapshot.time);
  store.setKnownAt(serverNow());
  if (id) lastEvent = id;
  return store.applySnapshot(snapshot);
}

/** Notifies the views, then publishes the event that they show. */
function rendered() {
  store.flush();
  if (lastEvent) document.body.dataset.eventId = lastEvent;
}

/**
 * Opens the stream.
 * @param {string} [after] the last event that was seen; without it a snapshot comes first
 */
async function connect(after) {
  if (!hasKey() || document.hidden) return;
  current?.abort();
  clearTimeout(retryTimer);
  const stream = new AbortController();
  current = stream;
  heard();
  try {
    const response = await request('events' + (after ? '?after=' + encodeURIComponent(after) : ''), {
      signal: stream.signal, headers: { Accept: 'text/event-stream' },
    });
    if (!response.body) throw new Problem({ status: 0 });
    if (after && !daemonLost) store.setConnection('online');
    attempt = 0;
    await readEvents(response.body, (events) => {
      if (stream === current) deliver(events);
    });
    if (stream === current) retry();
  } catch (failure) {
    if (stream !== current || stream.signal.aborted) return;
    if (failure instanceof Problem && failure.status === 401) return;
    if (failure instanceof Problem && failure.status >= 500) {
      store.setConnection('daemon');
      attempt = Math.max(attempt, 1);
    } else if (failure instanceof Problem) {
      store.setConnection('offline');
      attempt = Math.max(attempt, 1);
    }
    retry();
  }
}

/** A piece of the stream arrived, be it a heartbeat. */
function heard() {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(resume, SILENCE);
}

/** @param {import('./types.js').PageEvent[]} events */
function deliver(events) {
  heard();
  for (const event of events) {
    if (event.kind === 'snapshot') {
      const complete = takeSnapshot(event.data);
      daemonLost = false;
      store.setConnection('online');
      // Not for ever, should the two never agree.
      if (!complete && !incomplete) reloadModel();
      incomplete = !complete;
    } else if (event.kind === 'reading') {
      advanceServerTime(event.data.time);
      store.applyReading(event.data.path, event.data.reading);
      if (!store.elements.has(event.data.path)) reloadModel();
    } else if (event.kind === 'daemon') {
      // Where it is back a snapshot follows, and only that makes the page believe again.
      if (event.data.connected === false) {
        daemonLost = true;
        store.setConnection('daemon');
      }
    } else if (event.kind === 'reload') {
      reloadModel();
    } else if (event.kind === 'server') {
      // What it moves is stale from now on, or known again, without an event for each.
      startAnew();
    }
    for (const kind of [event.kind, '*']) {
      for (const handler of [...(handlers.get(kind) ?? [])]) handler(kind === '*' ? event : event.data, event.id);
    }
    if (event.id) lastEvent = event.id;
  }
  if (store.connection === 'online') store.setKnownAt(serverNow());
  rendered();
}

/** @type {any} */
let anewTimer;
/** A snapshot, in its place among the events: what a GET brings may be older than an event that came meanwhile. */
function startAnew() {
  clearTimeout(anewTimer);
  anewTimer = setTimeout(() => {
    if (current) connect();
  }, TOGETHER);
}

/** @type {Promise<void> | null} */
let reading = null;
let again = false;
/** Reads the model anew: houses were loaded, or something is unknown here. */
export function reloadModel() {
  // What changes while it is read is read once more.
  again = reading !== null;
  reading ??= readModel();
  return reading;
}

async function readModel() {
  try {
    do {
      again = false;
      const model = await read('model');
      if (!loaded) return;
      store.applyModel(model);
      rendered();
    } while (again);
    startAnew();
  } catch {
    // The stream notices what is wrong, and a snapshot follows.
  } finally {
    reading = null;
  }
}

function retry() {
  clearTimeout(retryTimer);
  clearTimeout(silenceTimer);
  current = null;
  const pause = attempt === 0 ? 0 : Math.min(LONGEST_PAUSE, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
  attempt += 1;
  retryTimer = setTimeout(() => {
    if (document.hidden) return;
    if (!loaded) load().then((shown) => shown && rendered(), () => listeners.unauthorized?.());
    else connect(attempt <= 1 ? lastEvent : undefined);
  }, pause);
}

/** Something may have been missed: a snapshot, at once. */
export function resume() {
  attempt = 0;
  if (!loaded) retry();
  else {
    if (store.connection === 'online') store.setConnection('connecting');
    connect();
  }
}

/** Ends the stream, as while the page is hidden. */
export function pause() {
  clearTimeout(retryTimer);
  clearTimeout(silenceTimer);
  current?.abort();
  current = null;
}

/** Follows the page's life: hidden pages close their stream, shown ones begin with a snapshot. */
export function follow() {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      pause();
      keepCopy();
    } else resume();
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) resume();
  });
  window.addEventListener('pagehide', () => {
    keepCopy();
    pause();
  });
  window.addEventListener('online', resume);
  window.addEventListener('offline', resume);
}

/** Keeps a copy for a visit without the server. Orders are never kept. */
function keepCopy() {
  if (!loaded || !hasKey()) return;
  /** @param {store.Place} place @returns {any} */
  const strip = ({ parent, elements, sectors, ...place }) => ({
    ...place,
    elements: elements.map(({ parent: _, ...element }) => element),
    sectors: sectors.map(strip),
  });
  keep('copy', JSON.stringify({ time: store.knownAt, session: store.session, houses: store.houses.map(strip) }));
}

/** @returns {boolean} whether there was a copy */
function showCopy() {
  try {
    const copy = JSON.parse(recall('copy') ?? 'null');
    if (!copy) return false;
    store.setSession(copy.session);
    store.applyModel(copy);
    store.setKnownAt(copy.time);
    store.applySnapshot({ places: copy.houses.map(toSnapshot) });
    return true;
  } catch {
    return false;
  }
}

/** @param {any} place @returns {any} */
const toSnapshot = (place) => ({
  elements: place.elements.map((/** @type {any} */ element) => ({ path: element.path, readings: Object.values(element.readings) })),
  sectors: place.sectors.map(toSnapshot),
});

/** Forgets all at sign-out. */
export function forget() {
  pause();
  loaded = false;
  lastEvent = '';
  keep('copy', null);
  store.applyModel({ houses: [] });
  store.setSession(null);
}
