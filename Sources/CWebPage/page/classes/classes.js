/**
 * What classes of elements and roles of parts look like: icons, words, colours, and what the tile of a room says of them.
 * Loaded once a house has any; `store.kinds` makes it known to the modules of the first view.
 */
import { setAttribute } from '../core/dom.js';
import { addIcons } from '../core/icons.js';
import { facet, isOfCover, stateText, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { moreWords, t } from '../core/words.js';
import { colourName, colourText, lamps, tint } from './colours.js';
import { ICONS, PATHS } from './icons.js';

// Its strings are not those of the first view.
await moreWords();

/** @typedef {'alert'|'warn'} Tone */
/**
 * @typedef {object} Kinds
 * @property {(element: store.Element, type: import('../core/types.js').FacetType, value: any) => string | undefined} word
 * @property {(element: store.Element, type: import('../core/types.js').FacetType, text: string, hasControl: boolean) => string | undefined} line all of an element in one line
 * @property {(element: store.Element) => boolean} isCover whether it is one by its class, also without a direction
 * @property {(element: store.Element) => string} barred the reason why this session may not order it, after its state; '' if it may
 * @property {(node: HTMLElement, element: store.Element) => void} paint gives a node the tone of an element, and the colour of a lamp
 * @property {(node: HTMLElement, place: store.Place) => void} lamps shows on the tile of a room the colours of its lamps that are on
 * @property {(place: store.Place) => { alert: string, open: string[] }} summary
 */

/**
 * How a class is shown. `on` and `off` are the keys of the words of a switch or sensor: on is open, wet, seen.
 * @typedef {object} Kind
 * @property {string} [on]
 * @property {string} [off]
 * @property {Tone} [tone] its colour while on
 * @property {boolean} [covers] whether its level is the position of a cover
 * @property {boolean} [opens] whether a room says that it is open
 * @property {(level: number) => Tone | null} [judge] the colour of a value
 */
const COVERS = { covers: true };
const OPENS = { ...COVERS, on: 'state.open', off: 'state.closed', opens: true };

/** @param {number} level in % */
const charge = (level) => (level <= 20 ? 'warn' : null);

/** @type {Record<string, Kind>} every class of the model */
export const CLASSES = {
  light: {}, socket: {}, shutter: COVERS, blind: COVERS, awning: COVERS, fan: {}, thermostat: {},
  gate: OPENS, garage: OPENS, window: OPENS, door: OPENS,
  lock: { on: 'class.unlocked', off: 'class.locked' },
  siren: { on: 'class.siren', off: 'class.siren.off', tone: 'alert' },
  valve: { on: 'state.open', off: 'state.closed' },
  contact: { on: 'class.contact', off: 'class.contact.off' },
  motion: { on: 'class.motion', off: 'class.motion.off' },
  presence: { on: 'class.presence', off: 'class.presence.off' },
  rain: { on: 'class.rain', off: 'class.rain.off' },
  smoke: { on: 'class.smoke', off: 'class.smoke.off', tone: 'alert' },
  gas: { on: 'class.gas', off: 'class.gas.off', tone: 'alert' },
  leak: { on: 'class.leak', off: 'class.leak.off', tone: 'alert' },
  battery: { on: 'class.battery', off: 'class.battery.off', tone: 'warn', judge: charge },
  co2: { judge: (level) => (level >= 2000 ? 'alert' : level >= 1000 ? 'warn' : null) },
  temperature: {}, humidity: {}, illuminance: {}, wind: {}, power: {}, energy: {}, water: {},
};

/** @type {Record<string, Kind>} roles whose words are not those of a class */
const ROLES = { valve: { on: 'climate.heating', off: 'climate.idle' }, battery: CLASSES.battery };

/** @param {store.Element} element @returns {Kind} */
const kindOf = (element) => (element.class ? CLASSES[element.class] : ROLES[element.role ?? '']) ?? {};

/** @type {Kinds['isCover']} */
const isCover = (element) => kindOf(element).covers === true;

/** The classes that need the right to doors, as in the engine. */
const DOORS = ['lock', 'gate', 'garage', 'door'];

/** @type {Kinds['barred']} */
const barred = (element) => (store.session?.doors === false && element.writable?.length !== 0
  && [element, store.elements.get(element.owner ?? '')].some((one) => DOORS.includes(one?.class ?? '')) ? ' · ' + t('state.barred') : '');

/** @param {store.Element} device @param {string} role */
export const partOf = (device, role) => device.parts.find((part) => part.role === role);

/** @param {store.Element} element a cover or its slats @param {number} level @returns {number} how far it is closed, in %: servers count from either end, and slats like their cover */
export const closedPart = (element, level) => ((element.openAt ?? store.elements.get(element.owner ?? '')?.openAt) === 100 ? 100 - level : level);

/** @type {Kinds['word']} */
function word(element, type, value) {
  if (type === 'colour') return colourText(value);
  const { on, off } = kindOf(element);
  if (type === 'binary') {
    const key = value === 'on' ? on : value === 'off' ? off : undefined;
    return key && t(key);
  }
  if (type !== 'regulable' || typeof value !== 'number') return undefined;
  if (element.role === 'slats') {
    const closed = closedPart(element, value);
    return closed === 0 ? t('slats.open') : closed === 100 ? t('slats.closed') : undefined;
  }
  if (element.role === 'valve' && on && off) return value > 0 ? t(on) + ' ' + t('state.level', { value }) : t(off);
}

/** @param {store.Element} part @returns {string} what is known of it and how; '' if it is unknown */
export function known(part) {
  const type = part.types[0];
  const state = facet(part, type);
  return state.value === null ? '' : stateText(part, type, state);
}

/** @type {Kinds['line']} */
function line(element, type, text, hasControl) {
  if (element.class === 'thermostat') {
    const [measured, mode, valve] = ['temperature', 'mode', 'valve'].map((role) => partOf(element, role));
    const target = facet(element, type);
    const isPlain = text === valueText(element, type, target.value) && target.value !== null;
    const parts = [
      measured ? t('climate.now', { value: known(measured) || t('state.unknown') }) : '',
      // The control beside it has the number, but not how certain it is.
      isPlain && measured && hasControl ? '' : t('climate.target', { value: text }),
      valve ? known(valve) : '', mode ? known(mode) : '',
    ];
    return parts.filter(Boolean).join(' · ');
  }
  if (element.light && type !== 'colour') {
    const light = facet(element, 'colour');
    return light.value === null ? text : text + ' · ' + colourName(light.value) + (light.reading?.certainty === 'confirmed' && !light.reading.stale ? '' : '?');
  }
  const slats = partOf(element, 'slats');
  const angle = slats ? known(slats) : '';
  return angle && text + ' · ' + t('slats.line', { value: angle });
}

/** @param {store.Element} element @returns {Tone | null} what is not known now is no alert, but may have been one */
function tone(element) {
  const kind = kindOf(element);
  if (!kind.tone && !kind.judge) return null;
  for (const type of element.types) {
    const { value, reading } = facet(element, type);
    if (value === null) continue;
    const found = type === 'binary' ? (value === 'on' && kind.tone) || null : kind.judge?.(Number(value)) ?? null;
    if (found) return reading?.stale || reading?.reachable === false ? 'warn' : found;
  }
  return null;
}

/** @type {Kinds['paint']} */
function paint(node, element) {
  setAttribute(node, 'data-tone', tone(element));
  if (element.light) tint(node, element);
}

/** @param {store.Element} element @returns {{ isOpen: boolean, isSure: boolean } | null} null if nothing is known */
function opening(element) {
  for (const type of element.types) {
    const { value, reading } = facet(element, type);
    if (value === null || reading?.reachable === false || type === 'value') continue;
    const isOpen = type === 'binary' ? value === 'on' : isOfCover(element, type) ? element.cover ? element.cover.state !== 'closed' : value !== 'down' && closedPart(element, Number(value)) !== 100 : Number(value) > 0;
    return { isOpen, isSure: reading?.certainty === 'confirmed' && !reading.stale };
  }
  return null;
}

/** @type {Kinds['summary']} */
function summary(place) {
  /** @type {Map<string, boolean[]>} for each class, whether each that is on is certain */
  const alerts = new Map();
  /** @type {typeof alerts} */
  const open = new Map();
  /** @param {typeof alerts} all @param {string} name @param {boolean} isSure */
  const add = (all, name, isSure) => all.set(name, [...(all.get(name) ?? []), isSure]);
  for (const element of store.elementsBelow(place)) {
    const name = element.class ?? '';
    if (CLASSES[name]?.tone === 'alert') {
      const state = facet(element, 'binary');
      if (state.value === 'on') add(alerts, name, tone(element) === 'alert' && state.reading?.certainty === 'confirmed');
    } else if (CLASSES[name]?.opens) {
      const found = opening(element);
      if (found?.isOpen) add(open, name, found.isSure);
    }
  }
  /** @param {typeof alerts} all */
  const texts = (all) => [...all].map(([name, sure]) => (sure.every(Boolean) ? '' : '~') + t('place.' + name, { count: sure.length }));
  return { alert: texts(alerts).join(' · '), open: texts(open) };
}

addIcons(PATHS, ICONS);
Object.assign(store.kinds, { word, line, isCover, barred, paint, lamps, summary });
