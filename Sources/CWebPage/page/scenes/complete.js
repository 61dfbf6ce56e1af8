/** Suggestions for the next word in a line of a scene. Only the server's checker decides what is valid. */
import * as store from '../core/store.js';

const DAYS = ['mon-fri', 'sat sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holidays', 'except holidays'];
const SUN = ['sunrise', 'sunset', 'dawn', 'dusk'];
const DURATIONS = ['5s', '30s', '1m', '10m', '1h'];
const HEAD = ['name', 'label', 'at', 'every', 'when', 'only if', 'again:', 'at most one of', 'on failure'];
const STEPS = ['set', 'dim', 'toggle', 'off', 'wait', 'if', 'else:', 'in parallel:', 'scene', 'stop scene', 'log'];
const VALUES = { binary: ['on', 'off'], regulable: ['0', '10', '50', '100'], bidirectional: ['up', 'down', 'stop'], value: [], colour: ['red', 'orange', 'green', 'blue', 'warm', 'daylight'] };

/** @param {string} text @returns {string} quoted if the language requires it */
export const quote = (text) => (/^[^\s"'\\#:]+$/.test(text) ? text : '"' + text.replace(/(["\\])/g, '\\$1') + '"');

/** @param {string} line @returns {{ words: string[], rest: string }} the complete words before the caret, and the unfinished one */
export function split(line) {
  const words = [];
  let word = '';
  let open = '';
  let any = false;
  for (let index = 0; index < line.length; index += 1) {
    const sign = line[index];
    if (open) {
      if (sign === '\\' && open === '"') word += line[(index += 1)] ?? '';
      else if (sign === open) open = '';
      else word += sign;
    } else if (sign === '"' || sign === "'") {
      open = sign;
      any = true;
    } else if (/\s/.test(sign)) {
      if (word || any) words.push(word);
      word = '';
      any = false;
    } else word += sign;
  }
  return { words, rest: word };
}

/**
 * The shortest unique suffix of an element's path.
 * @param {store.Element} element
 */
export function shortName(element) {
  const parts = element.path.split('/');
  for (let count = 1; count < parts.length; count += 1) {
    const tail = parts.slice(-count).join('/');
    if ([...store.elements.values()].filter((other) => other.path === tail || other.path.endsWith('/' + tail)).length === 1) return tail;
  }
  return element.path;
}

/** @param {(element: store.Element) => boolean} [matches] */
const names = (matches = () => true) => [...store.elements.values()].filter(matches).map((element) => quote(shortName(element)));

/** @param {string} name */
const find = (name) => [...store.elements.values()].find((element) => element.path === name || element.path.endsWith('/' + name));

/** @param {string} name @param {boolean} condition */
function values(name, condition) {
  const element = find(name);
  if (!element) return [];
  const all = element.types.flatMap((type) => (type === 'binary' && element.button && !condition ? ['press'] : VALUES[type]));
  return condition ? [...all, ...(element.types.some((type) => type === 'regulable' || type === 'value') ? ['above', 'below'] : [])] : all;
}

/** @param {string[]} words @param {string[]} sceneNames @param {boolean} first whether no step precedes the line @returns {string[]} */
function next(words, sceneNames, first) {
  const [verb, ...rest] = words;
  if (verb === undefined) return first ? [...HEAD, ...STEPS] : STEPS;
  const condition = () => (rest.length === 0 ? names() : rest.length === 1 ? values(rest[0], true) : ['for']);
  switch (verb) {
    case 'set': return rest.length === 0 ? names((element) => element.readOnly !== true) : rest.length === 1 ? values(rest[0], false) : ['--deadline', '--as'];
    case 'toggle': return rest.length === 0 ? names((element) => element.types.includes('binary')) : [];
    case 'off': return rest.length === 0 ? [...store.places.values()].map((place) => quote(place.path)) : [];
    case 'dim': return rest.length === 0 ? names((element) => element.types.includes('regulable')) : rest.length === 1 ? VALUES.regulable : rest.length === 2 ? ['over'] : rest[2] === 'over' && rest.length === 3 ? DURATIONS : [];
    case 'wait':
      if (rest.length === 0) return [...DURATIONS, 'until'];
      if (rest[0] !== 'until') return [];
      return rest.length === 1 ? names() : rest.length === 2 ? values(rest[1], true) : ['for', 'at most'];
    case 'if': return condition();
    case 'when': return rest.length === 1 ? [...values(rest[0], true), 'changes'] : rest.length === 0 ? [...names(), 'telegram'] : ['for'];
    case 'only':
      if (rest.length === 0) return ['if'];
      if (rest.length === 1) return [...names(), 'between', ...DAYS];
      return rest[1] === 'between' ? ['22:00', ...SUN, 'and'] : values(rest[1], true);
    case 'at': return rest.length === 0 ? ['07:00', '23:30', ...SUN, 'start', 'most one of'] : [...DAYS, 'not before', 'not after'];
    case 'every': return rest.length === 0 ? ['15m', '1h'] : [];
    case 'again:': return ['restart', 'skip', 'queue'];
    case 'on': return rest.length === 0 ? ['failure'] : ['continue', 'stop'];
    case 'scene': return rest.length === 0 ? sceneNames.map(quote) : [];
    case 'stop': return rest.length === 0 ? ['scene'] : rest.length === 1 ? sceneNames.map(quote) : [];
    case 'in': return rest.length === 0 ? ['parallel:'] : [];
    default: return [];
  }
}

/**
 * @param {string} text @param {number} caret @param {string[]} sceneNames
 * @returns {{ from: number, words: string[] }} the words that may replace the text from `from` to the caret
 */
export function complete(text, caret, sceneNames) {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  let line = text.slice(start, caret);
  if (/(^|\s)#/.test(line)) return { from: caret, words: [] };
  const first = !text.slice(0, start).split('\n').some((above) => STEPS.includes(above.trim().split(/\s+/)[0] ?? ''));
  const colon = /^\s*(?:if\b[^"']*?|else):\s+/.exec(line);
  const cut = colon ? colon[0].length : 0;
  line = line.slice(cut);
  const { words, rest } = split(line);
  const tail = /("[^"]*|'[^']*|\S+)$/.exec(line);
  const from = caret - (rest !== '' || (tail && /^["']/.test(tail[0])) ? (tail?.[0].length ?? 0) : 0);
  const wanted = rest.toLowerCase();
  const found = next(words, sceneNames, first && cut === 0).filter((word) => word.replace(/^"/, '').toLowerCase().includes(wanted) && word !== rest);
  found.sort((one, other) => Number(!one.replace(/^"/, '').toLowerCase().startsWith(wanted)) - Number(!other.replace(/^"/, '').toLowerCase().startsWith(wanted)));
  return { from, words: [...new Set(found)].slice(0, 12) };
}
