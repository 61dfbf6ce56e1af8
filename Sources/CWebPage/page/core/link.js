/** Keeps the page up to date: first a GET, then the event stream, and a snapshot whenever events may have been missed. */
import { hasKey, listeners, Problem, read, request } from './api.js';
import { advanceServerTime, serverNow, setServerTime } from './clock.js';
import { readEvents } from './events.js';
import { keep, recall } from './preferences.js';
import * as store from './store.js';

/** The stream is dead after this many milliseconds without a heartbeat; they come every 15 s. */
const HEARTBEAT_TIMEOUT = 35000;
const MAX_PAUSE = 8000;
/** Requests for a snapshot within this time are combined, in milliseconds. */
const SNAPSHOT_DELAY = 50;

/** @type {Map<string, Set<(data: any, id: string) => void>>} */
const handlers = new Map();

/** @param {string} kind of event @param {(data: any, id: string) => void} handler @returns {() => void} removes the handler */
export function onEvent(kind, handler) {
  const set = handlers.get(kind) ?? new Set();
  handlers.set(kind, set.add(handler));
  return () => set.delete(handler);
}

let loaded = false;
let ended = false;
let daemonLost = false;
let attempt = 0;
let lastEvent = '';
/** @type {AbortController | null} */
let current = null;
/** @type {any} */
let heartbeatTimer;
/** @type {any} */
let retryTimer;

/** @param {(data: any, id: string) => void} handler for each event */
export const onEveryEvent = (handler) => onEvent('*', handler);

const fetchAll = () => Promise.all([read('model'), read('places'), read('session')]);
/** @type {ReturnType<typeof fetchAll> | null} */
let prefetched = null;
/** Requests the houses while the rest of the page is still loading. */
export function prefetch() {
  prefetched = fetchAll();
  prefetched.catch(() => {});
}

/**
 * Reads the houses and their readings.
 * @returns {Promise<boolean>} whether there is something to show, including the copy on this device
 * @throws {Problem} if the session is invalid
 */
export async function load() {
  try {
    ended = false;
    const pending = prefetched ?? fetchAll();
    prefetched = null;
    const [model, snapshot, session] = await pending;
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
  store.applySnapshot(snapshot);
}

/** Notifies the views, then publishes the ID of the event that they show. */
function rendered() {
  store.flush();
  if (lastEvent) document.body.dataset.eventId = lastEvent;
}

/**
 * Opens the stream.
 * @param {string} [after] the last event received; without it, the stream begins with a snapshot
 */
async function connect(after) {
  if (!hasKey() || document.hidden) return;
  current?.abort();
  clearTimeout(retryTimer);
  const stream = new AbortController();
  current = stream;
  resetHeartbeat();
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

/** Part of the stream has arrived. */
function resetHeartbeat() {
  clearTimeout(heartbeatTimer);
  heartbeatTimer = setTimeout(resume, HEARTBEAT_TIMEOUT);
}

/** @param {import('./types.js').PageEvent[]} events */
function deliver(events) {
  resetHeartbeat();
  for (const event of events) {
    if (event.kind === 'snapshot') {
      takeSnapshot(event.data);
      daemonLost = false;
      store.setConnection('online');
      // Houses may have been loaded before the stream began.
      reloadModel(false);
    } else if (event.kind === 'reading') {
      advanceServerTime(event.data.time);
      store.applyReading(event.data.path, event.data.reading, event.data.cover);
      if (!store.elements.has(event.data.path)) reloadModel();
    } else if (event.kind === 'daemon') {
      // When the daemon is back, a snapshot follows; only that makes the readings current again.
      if (event.data.connected === false) {
        daemonLost = true;
        store.setConnection('daemon');
      }
    } else if (event.kind === 'reload') {
      reloadModel();
    } else if (event.kind === 'server') {
      // Its elements become stale or known again, without an event for each of them.
      requestSnapshot();
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
let snapshotTimer;
/** Requests a snapshot in the stream, in order with the events: the response to a GET may be older than an event. */
function requestSnapshot() {
  clearTimeout(snapshotTimer);
  snapshotTimer = setTimeout(() => {
    if (current) connect();
  }, SNAPSHOT_DELAY);
}

/** @type {Promise<void> | null} */
let reading = null;
let again = false;
/** Whether a snapshot has to follow. */
let unknown = false;
/**
 * Reads the model again, after houses were loaded or an unknown element was named.
 * @param {boolean} [snapshot] whether the readings are requested, too, even if the model is the same
 */
export function reloadModel(snapshot = true) {
  unknown ||= snapshot;
  // If it changes while it is being read, read it once more.
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
      if (store.applyModel(model)) unknown = true;
      rendered();
    } while (again);
    if (unknown) requestSnapshot();
    unknown = false;
  } catch {
    // A snapshot would not tell which elements are gone.
    setTimeout(() => loaded && !ended && reloadModel(false), MAX_PAUSE / 4);
  } finally {
    reading = null;
  }
}

function retry() {
  clearTimeout(retryTimer);
  clearTimeout(heartbeatTimer);
  current = null;
  const pause = attempt === 0 ? 0 : Math.min(MAX_PAUSE, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
  attempt += 1;
  retryTimer = setTimeout(() => {
    if (document.hidden) return;
    if (!loaded) load().then((shown) => shown && rendered(), () => listeners.unauthorized?.());
    else connect(attempt <= 1 ? lastEvent : undefined);
  }, pause);
}

/** Requests a snapshot immediately: events may have been missed. */
export function resume() {
  // Each attempt would count as a guess.
  if (ended) return;
  attempt = 0;
  if (!loaded) retry();
  else {
    if (store.connection === 'online') store.setConnection('connecting');
    connect();
  }
}

/** Closes the stream, as of a hidden page. */
export function pause() {
  clearTimeout(retryTimer);
  clearTimeout(heartbeatTimer);
  current?.abort();
  current = null;
}

/** Follows the page's visibility: hidden pages close their stream, visible pages start with a snapshot. */
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

/** Saves a copy for when the server is unreachable. Orders are never saved. */
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

/** @param {any} item a place or an element @returns {any} */
const toSnapshot = (item) => ({
  ...item,
  readings: Object.values(item.readings ?? {}),
  elements: (item.elements ?? item.parts).map(toSnapshot),
  sectors: item.sectors?.map(toSnapshot),
});

/** Forgets everything, on sign-out. */
export function forget() {
  pause();
  loaded = false;
  ended = true;
  lastEvent = '';
  keep('copy', null);
  store.applyModel({ houses: [] });
  store.setSession(null);
  store.setConnection('online');
}
