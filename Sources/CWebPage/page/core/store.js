/** The houses and their readings. A batch of events notifies each view once. */

/** @typedef {Omit<import('./types.js').ModelElement, 'parts'> & { parent: string, owner?: string, parts: Element[], readings: Record<string, import('./types.js').Reading>, cover?: import('./types.js').Cover }} Element `owner` is the path of a part's device */
/** @typedef {'connecting'|'online'|'offline'|'daemon'} Connection */
/** @typedef {Omit<import('./types.js').ModelPlace, 'elements'|'sectors'> & { parent: string | null, elements: Element[], sectors: Place[] }} Place */

/** @type {Map<string, Element>} */
export const elements = new Map();
/** @type {Map<string, Place>} */
export const places = new Map();
/** @type {Place[]} */
export let houses = [];

/**
 * The session; null until it is known.
 * @type {import('./types.js').Session | null}
 */
export let session = null;
/** @param {import('./types.js').Session | null} value */
export function setSession(value) {
  session = value;
}
export const mayAct = () => session !== null && session.role !== 'read';
export const mayManage = () => session?.role === 'manage';

/** @type {Connection} `daemon`: the server responds, but has lost the daemon */
export let connection = 'connecting';
/** When the page was last up to date, in ms by the server's clock. */
export let knownAt = 0;
/** @type {Partial<import('../classes/classes.js').Kinds>} loaded once a house needs them */
export const kinds = {};
export let hasKinds = false;
/** @param {Connection} value */
export function setConnection(value) {
  if (connection === value) return;
  connection = value;
  touchAll();
}
/** @param {number} time */
export function setKnownAt(time) {
  knownAt = time;
}

/** @type {Map<string, Set<() => void>>} */
const subscribers = new Map();
/** @type {Set<string>} */
const touched = new Set();

/** The pseudo-paths for all changes, and for changes to the tree of places and elements. */
export const EVERYTHING = '*';
export const SHAPE = '/';

/**
 * @param {string} path @param {() => void} listener
 * @returns {() => void} ends the subscription
 */
export function subscribe(path, listener) {
  const set = subscribers.get(path) ?? new Set();
  subscribers.set(path, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0 && subscribers.get(path) === set) subscribers.delete(path);
  };
}

/**
 * Marks an element and what contains it as changed.
 * @param {string} path
 */
export function touch(path) {
  const element = elements.get(path);
  touched.add(path);
  if (element?.owner) touched.add(element.owner);
  for (let place = element?.parent ?? null; place; place = places.get(place)?.parent ?? null) touched.add(place);
}

/** Marks everything as changed, and notifies. */
export function touchAll() {
  for (const path of [...subscribers.keys()]) if (path !== SHAPE) touched.add(path);
  flush();
}

/** Notifies the subscribers of everything marked as changed. */
export function flush() {
  if (touched.size === 0) return;
  const paths = [...touched, EVERYTHING];
  touched.clear();
  for (const path of new Set(paths)) for (const listener of [...(subscribers.get(path) ?? [])]) listener();
}

let shape = '';

/**
 * Applies a model, and keeps the readings of remaining elements. If it changed, views are rebuilt.
 * @param {{ houses: import('./types.js').ModelPlace[] }} model
 * @returns {boolean} whether it changed
 */
export function applyModel(model) {
  const text = JSON.stringify(model.houses ?? []);
  if (text === shape) return false;
  shape = text;
  const before = new Map(elements);
  elements.clear();
  places.clear();
  /** @param {import('./types.js').ModelElement} item @param {string} parent @param {string} [owner] @returns {Element} */
  const add = (item, parent, owner) => {
    const known = before.get(item.path);
    const element = { ...item, readings: known?.readings ?? {}, cover: known?.cover, parent, owner, parts: (item.parts ?? []).map((part) => add(part, parent, item.path)) };
    elements.set(item.path, element);
    hasKinds ||= Boolean(item.class ?? item.role ?? item.light);
    return element;
  };
  /** @param {import('./types.js').ModelPlace} source @param {string | null} parent @returns {Place} */
  const build = (source, parent) => {
    const place = { ...source, parent, elements: /** @type {Element[]} */ ([]), sectors: /** @type {Place[]} */ ([]) };
    places.set(place.path, place);
    place.elements = (source.elements ?? []).map((item) => add(item, place.path));
    place.sectors = (source.sectors ?? []).map((sector) => build(sector, place.path));
    return place;
  };
  houses = (model.houses ?? []).map((house) => build(house, null));
  touched.add(SHAPE);
  return true;
}

/** @param {any} snapshot as returned by `GET places` */
export function applySnapshot(snapshot) {
  /** @param {any} place a place, or an element with parts */
  const walk = ({ elements: own, parts, sectors }) => {
    for (const item of own ?? parts ?? []) {
      applyElement(item.path, item);
      walk(item);
    }
    for (const sector of sectors ?? []) walk(sector);
  };
  for (const place of snapshot.places ?? []) walk(place);
  walk(snapshot);
}

/** The number of readings of each element: a response to an earlier request is outdated. */
const revisions = new Map();

/** @param {string} path @returns {number} */
export const revision = (path) => revisions.get(path) ?? 0;

/** @param {string} path @param {{ readings?: import('./types.js').Reading[], cover?: import('./types.js').Cover }} item all that is known of it */
export function applyElement(path, { readings, cover }) {
  const element = elements.get(path);
  if (element) element.cover = cover;
  for (const reading of readings ?? []) applyReading(path, reading, cover);
}

/** @param {string} path @param {import('./types.js').Reading} reading @param {import('./types.js').Cover} [cover] */
export function applyReading(path, reading, cover) {
  const element = elements.get(path);
  if (!element) return;
  revisions.set(path, revision(path) + 1);
  // A value with a unit is a number.
  if (element.unit && /^-?\d+(\.\d+)?$/.test(String(reading.value))) reading.value = Number(reading.value);
  element.readings[reading.type] = reading;
  if (cover) element.cover = cover;
  touch(path);
}

/** @param {Place} place @returns {Generator<Element>} its elements and those of its sectors */
export function* elementsBelow(place) {
  yield* place.elements;
  for (const sector of place.sectors) yield* elementsBelow(sector);
}
