/** Line icons on a 24 × 24 grid. */
import { svg } from './dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  home: 'M4 11l8-7 8 7v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19zM9.5 20.5V14h5v6.5',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  scene: 'M6 4.5l13 7.5-13 7.5z',
  log: 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.01M4 12h.01M4 18h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  back: 'M14.5 5l-7 7 7 7',
  up: 'M6 14.5l6-6 6 6',
  down: 'M6 9.5l6 6 6-6',
  stop: 'M7.5 7.5h9v9h-9z',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  check: 'M5 12.5l4.5 4.5L19 7',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.2v.01',
  power: 'M12 3.5v8M7 6.5a7.5 7.5 0 1 0 10 0',
  lamp: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.7 10.7c.5.5.9 1.2 1 1.8v.5h5.4v-.5c.1-.6.5-1.3 1-1.8A6 6 0 0 0 12 3z',
  blind: 'M4 4h16M5.5 4v15.5M18.5 4v15.5M5.5 8h13M5.5 12h13M5.5 16h13M12 16v4.5',
  thermometer: 'M14 14.2V5.5a2 2 0 0 0-4 0v8.7a4 4 0 1 0 4 0zM12 10v7',
  gauge: 'M4.5 17.5a8.5 8.5 0 1 1 15 0M12 14l4-4.5M12 14v.01',
  message: 'M4 5.5h16v11H11l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.8h5',
  shield: 'M12 3.5l7.5 2.7v5.3c0 4.5-3.1 7.7-7.5 9-4.4-1.3-7.5-4.5-7.5-9V6.2zM9 12l2.2 2.2L15.2 10',
  drop: 'M12 3.5c3.5 4 6 7 6 10.5a6 6 0 0 1-12 0c0-3.5 2.5-6.5 6-10.5z',
  flood: 'M12 3c2 2.5 3.5 4.3 3.5 6.3a3.5 3.5 0 0 1-7 0C8.5 7.3 10 5.5 12 3zM3 16.5c1.5-1.3 3-1.3 4.5 0s3 1.3 4.5 0 3-1.3 4.5 0 3 1.3 4.5 0M3 20.5c1.5-1.3 3-1.3 4.5 0s3 1.3 4.5 0 3-1.3 4.5 0 3 1.3 4.5 0',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  climate: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 6.5l2.5-2M9.5 19.5l2.5-2 2.5 2',
  person: 'M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20.5c.7-4 3.6-6 7.5-6s6.8 2 7.5 6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  bed: 'M3.5 19V6M3.5 15.5h17V19M20.5 15.5V12a2.5 2.5 0 0 0-2.5-2.5h-7.5v6M7 12.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  kitchen: 'M5 10h14v6.5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM5 12.5H3M19 12.5h2M9 4.5v2.5M12 3.5V7M15 4.5v2.5',
  sofa: 'M6 11V8a2.5 2.5 0 0 1 2.5-2.5h7A2.5 2.5 0 0 1 18 8v3M3.5 12.5a2 2 0 0 1 4 0V14h9v-1.5a2 2 0 0 1 4 0v5h-17zM6 17.5v2M18 17.5v2',
  bath: 'M3.5 12h17v2.5a4.5 4.5 0 0 1-4.5 4.5H8a4.5 4.5 0 0 1-4.5-4.5zM6 12V6.5a2 2 0 0 1 4 0M7.5 19v1.5M16.5 19v1.5',
  desk: 'M3.5 6h17v9.5h-17zM12 15.5V19M8 19.5h8',
  tree: 'M12 21v-7M12 3.5a5 5 0 0 1 4.7 6.7A3.5 3.5 0 0 1 15.5 17h-7a3.5 3.5 0 0 1-1.2-6.8A5 5 0 0 1 12 3.5z',
  garage: 'M3.5 20V9.5L12 4l8.5 5.5V20M7 20v-8h10v8M7 15h10M7 17.5h10',
  door: 'M6 20.5V4.5h12v16M3.5 20.5h17M14.5 12.5v.01',
  plan: 'M4 4h16v16H4zM4 11h6M13.5 11H20M12 11V4M12 15v5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  plug: 'M9 3.5V8M15 3.5V8M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v3.5',
  fan: 'M12 12c-4.5-1-5.5-7.5-1-8 3 0 3 4 1 8zM12 12c4.5 1 5.5 7.5 1 8-3 0-3-4-1-8zM12 12c-1 4.5-7.5 5.5-8 1 0-3 4-3 8-1zM12 12c1-4.5 7.5-5.5 8-1 0 3-4 3-8 1z',
};

/**
 * Additional icon names that models may use.
 * @type {Record<string, string>}
 */
const SYNONYMS = {
  house: 'home', light: 'lamp', bulb: 'lamp', dimmer: 'lamp', shutter: 'blind', cover: 'blind', curtain: 'blind', temperature: 'thermometer',
  alarm: 'shield', security: 'shield', water: 'drop', heating: 'thermometer', ac: 'climate', snowflake: 'climate', siren: 'bell',
  living: 'sofa', bedroom: 'bed', bathroom: 'bath', office: 'desk', garden: 'tree', socket: 'plug', outlet: 'plug', presence: 'person',
};

// Models choose names, such as constructor.
for (const table of [PATHS, SYNONYMS]) Object.setPrototypeOf(table, null);

/**
 * Icons by name, for elements without an icon in the model: Spanish, Catalan, English.
 * @type {[RegExp, string][]}
 */
const ELEMENT_HINTS = [
  [/flood|inund|leak|fuga/, 'flood'], [/water|agua|aigua|riego|\breg\b/, 'drop'], [/secur|alarm|intru/, 'shield'],
  [/buzz|siren|bell|timbre|notif|zumb|brunz/, 'bell'], [/messag|mensa|missat|aviso|avis_|tablon/, 'message'], [/presenc|presencia|motion|movim/, 'person'], [/intensity|lux|lumin/, 'sun'],
  [/lamp|light|luz|llum|lampara|bombeta/, 'lamp'], [/louver|blind|persian|shutter|toldo|estor|cortin/, 'blind'],
  [/fan\b|ventil/, 'fan'], [/air|clima|condic|aire/, 'climate'], [/temp|consigna|heat|calef/, 'thermometer'],
  [/plug|enchufe|endoll|socket/, 'plug'], [/door|puerta|porta\b|gate/, 'door'], [/lock|cerra|pany/, 'lock'],
];
/** @type {[RegExp, string][]} */
const PLACE_HINTS = [
  [/dorm|bed|habitac|cuarto/, 'bed'], [/cocina|cuina|kitchen/, 'kitchen'], [/salon|sala|living|estar|menjador|comedor/, 'sofa'],
  [/bano|bany|bath|aseo|lavabo/, 'bath'], [/office|despa|estudi|study/, 'desk'], [/garaje|garatge|garage/, 'garage'],
  [/jardin|jardi|garden|terra|patio|pati\b/, 'tree'],
];
const BY_TYPE = { binary: 'power', regulable: 'lamp', bidirectional: 'blind', value: 'gauge', colour: 'lamp' };

/** @param {string} text @returns {string} without case and accents */
export const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

/** @param {string | undefined} name @returns {string | undefined} */
const named = (name) => (name ? (PATHS[name] ? name : SYNONYMS[plain(name)]) : undefined);

/** @type {Record<string, string>} the icons of classes and roles */
const KINDS = {};

/** @param {Record<string, string>} paths more icons @param {Record<string, string>} [kinds] */
export function addIcons(paths, kinds = {}) {
  Object.assign(PATHS, paths);
  Object.assign(KINDS, kinds);
}

/** @param {import('./types.js').ModelElement} element */
export function elementIcon(element) {
  const name = plain(element.name + ' ' + Object.values(element.labels ?? {}).join(' '));
  return named(element.icon) ?? KINDS[element.class ?? element.role ?? ''] ?? ELEMENT_HINTS.find(([hint]) => hint.test(name))?.[1] ?? (element.unit?.includes('°') ? 'thermometer' : BY_TYPE[element.types[0]]);
}

/** @param {{ name: string, kind: string, icon?: string, labels?: Record<string, string> }} place */
export function placeIcon(place) {
  const name = plain(place.name + ' ' + Object.values(place.labels ?? {}).join(' '));
  return named(place.icon) ?? (place.kind === 'house' ? 'home' : PLACE_HINTS.find(([hint]) => hint.test(name))?.[1] ?? 'door');
}

/** @param {string} name @returns {SVGElement} */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'icon icon-' + name, 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: PATHS[name] ?? PATHS.power }));
}
