/** The light of a lamp with colours: hue and saturation, or the temperature of its white, and buttons for some of each. */
import { mark, stateLine } from '../controls/facet.js';
import { h, setAttribute, setText } from '../core/dom.js';
import { guarded } from '../core/guard.js';
import { give, runningOrder } from '../core/orders.js';
import { facet, isLit, isWritable, valueText } from '../core/states.js';
import * as store from '../core/store.js';
import { label, t } from '../core/words.js';
import { band } from './band.js';
import { COLOURS, colourName, colourOf, isClose, kelvinColour, kelvinOf, screenColour, shadeOf, tint, WHITES } from './colours.js';

/** The minimum time between orders while a finger moves, in milliseconds, as of the slider of levels. */
const PAUSE = 200;
/** Keys repeat: their value is sent this many milliseconds after the last one. */
const KEY_DELAY = 250;
/** The colours of the band of white. */
const STOPS = 6;

/**
 * @param {store.Element} element @param {import('../core/dom.js').Scope} scope
 * @param {(reading: any) => string} cause who caused a reading, and when
 */
export function picker(element, scope, cause) {
  const isService = element.kind === 'service';
  const hasLevel = element.types.includes('regulable');
  const { line, retry, canRetry, update } = stateLine(element, 'colour', false);
  const value = h('p', { class: 'facet-reading' });
  const note = h('p', { class: 'facet-source' });
  const source = h('p', { class: 'facet-source' });
  const state = () => facet(element, 'colour');

  /** @type {string | null} what the finger or the keys have chosen, before it is ordered */
  let chosen = null;
  /**
   * The hue and saturation that the sliders keep while the lamp shows white, or grey.
   * @type {import('./colours.js').Shade}
   */
  let shade = { hue: 30, saturation: 100, brightness: 100 };
  /** The last colour whose hue and saturation were taken. */
  let taken = '';
  let kelvin = WHITES[0][1];
  let isDragged = false;
  let lastSent = 0;
  /** @type {string | null} */
  let sent = null;
  /** @type {any} */
  let timer;
  scope.add(() => {
    // What was chosen with the last key is ordered even if the view goes.
    if (timer && chosen !== null && !isDragged) give(element.path, 'colour', chosen);
    clearTimeout(timer);
  });

  /** @param {string} next */
  const order = (next) => guarded(element, 'colour', next, valueText(element, 'colour', next), () => give(element.path, 'colour', next));
  /** @param {string} next */
  const send = (next) => {
    lastSent = performance.now();
    if (runningOrder(element.path, 'colour')?.value !== next) order(next);
  };
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    const next = chosen;
    chosen = sent = null;
    isDragged = false;
    if (next !== null) send(next);
    show();
  };
  /** While dragging, sends what is under the finger once the previous order has ended. */
  const sendOnTheWay = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isDragged || chosen === null || chosen === sent || isService) return;
    const wait = lastSent + PAUSE - performance.now();
    if (wait > 0 || runningOrder(element.path, 'colour')?.own) timer = setTimeout(sendOnTheWay, Math.max(wait, 20));
    else {
      sent = chosen;
      send(chosen);
    }
  };
  /** @param {string} next @param {'drag'|'end'|'key'} how */
  const choose = (next, how) => {
    chosen = next;
    isDragged = how === 'drag';
    show();
    if (how === 'end') end();
    else if (how === 'key') {
      clearTimeout(timer);
      timer = setTimeout(end, KEY_DELAY);
    } else if (!timer) sendOnTheWay();
  };

  const { colours = true, white } = element.light ?? {};
  /** @param {'hue'|'saturation'|'brightness'} part @param {number} minimum @param {number} maximum */
  const shadeBand = (part, minimum, maximum) => band(
    { name: label(element) + ': ' + t('colour.' + part), kind: part, title: t('colour.' + part), minimum, maximum, step: 1 }, () => Math.round(shade[part]),
    (next, how) => {
      shade = { ...shade, [part]: next, brightness: hasLevel ? 100 : part === 'brightness' ? next : shade.brightness || 100 };
      taken = colourOf(shade);
      choose(taken, how);
    });
  // Without a switch, black is off.
  const bands = colours ? { hue: shadeBand('hue', 0, 359), saturation: shadeBand('saturation', 0, 100), ...(hasLevel ? {} : { brightness: shadeBand('brightness', element.types.includes('binary') ? 1 : 0, 100) }) } : {};
  const whiteBand = white ? band(
    { name: label(element) + ': ' + t('colour.temperature'), kind: 'white', title: t('colour.temperature'), minimum: white.minimum, maximum: white.maximum, step: white.maximum - white.minimum > 500 ? 50 : 10 }, () => kelvin,
    (next, how) => {
      kelvin = Math.round(next);
      choose(kelvin + 'K', how);
    }) : null;
  if (white && whiteBand) {
    kelvin = Math.min(white.maximum, Math.max(white.minimum, kelvin));
    const stops = Array.from({ length: STOPS }, (_, index) => kelvinColour(white.minimum + ((white.maximum - white.minimum) * index) / (STOPS - 1)));
    whiteBand.track.style.setProperty('--stops', stops.join(', '));
  }

  /** @type {HTMLElement[]} */
  const presets = [];
  /** @param {[string, string][]} all names and values */
  const presetList = (all) => h('div', { class: 'presets', role: 'group', 'aria-label': t('colour.presets') }, all.map(([name, each]) => {
    const button = h('button', { type: 'button', class: 'preset', 'data-choice': each, onclick: () => { chosen = null; order(each); } },
      h('i', { class: 'swatch' }), h('span', null, t('colour.' + name)));
    button.style.setProperty('--tint', screenColour(each) ?? '');
    presets.push(button);
    return button;
  }));
  /** @param {string} kind @param {string} title @param {...any} content */
  const panel = (kind, title, ...content) => {
    const active = h('span', { class: 'panel-active' });
    const node = h('div', { class: 'colour-panel', 'data-panel': kind, role: 'group', 'aria-label': title }, colours && white ? h('h3', { class: 'panel-title' }, title, active) : null, content);
    return { node, active };
  };
  /** @type {[string, string][]} */
  const whites = [];
  for (const [name, each] of WHITES) if (white && each >= white.minimum && each <= white.maximum) whites.push([name, each + 'K']);
  const isWritten = isWritable(element, 'colour');
  const panels = !isWritten ? {} : {
    ...(colours ? { colour: panel('colour', t('colour.colour'), Object.values(bands).map(({ node }) => node), presetList(COLOURS)) } : {}),
    ...(white && whiteBand ? { white: panel('white', t('colour.white'), whiteBand.node, presetList(whites)) } : {}),
  };
  const node = h('section', { class: 'facet facet-colour', 'data-path': element.path, 'data-type': 'colour', 'data-kind': element.kind, 'aria-label': t('type.colour') },
    h('div', { class: 'facet-head' }, h('span', { class: 'swatch large', 'aria-hidden': 'true' }), h('div', { class: 'facet-known' }, value, h('p', { class: 'facet-state' }, line, retry), source, note)),
    Object.values(panels).map((each) => each.node));

  function show() {
    const shown = state();
    const wanted = chosen ?? (typeof shown.wanted === 'string' ? shown.wanted : null);
    const at = wanted ?? shown.value;
    const colour = kelvinOf(at) === null ? screenColour(at) : null;
    // Rounded values come back: the hue that a finger chose stays, and that of white is no hue.
    if (colour && !isClose(colour, taken)) {
      const found = shadeOf(colour);
      shade = { hue: found.saturation > 0 ? found.hue : shade.hue, saturation: found.saturation, brightness: hasLevel ? 100 : found.brightness };
      taken = colour;
    }
    kelvin = kelvinOf(at) ?? kelvin;
    mark(node, shown);
    tint(node, element);
    update(shown);
    node.classList.toggle('ordering', wanted !== null);
    node.style.setProperty('--chosen', wanted === null ? '' : screenColour(wanted));
    node.style.setProperty('--hue', colourOf({ hue: shade.hue, saturation: 100, brightness: 100 }));
    node.style.setProperty('--shade', colourOf({ ...shade, brightness: 100 }));
    setText(value, chosen !== null ? '→ ' + valueText(element, 'colour', chosen) : valueText(element, 'colour', shown.value));
    line.parentElement?.toggleAttribute('hidden', line.textContent === value.textContent && !canRetry());
    setText(source, cause(shown.reading));
    setText(note, isLit(element) || !isWritten ? '' : t('colour.off'));

    const known = typeof shown.value === 'string' ? shown.value : null;
    const text = valueText(element, 'colour', at);
    for (const [name, each] of Object.entries(bands)) {
      const part = /** @type {keyof typeof shade} */ (name);
      /** @param {string | null} each @param {number} kept */
      const own = (each, kept) => (each === null || kelvinOf(each) !== null ? null : each === taken || isClose(each, taken) ? kept : Math.round(shadeOf(each)[part]));
      const place = own(at === null ? null : String(at), Math.round(shade[part]));
      const percent = place === null || part === 'hue' ? '' : t('state.level', { value: place });
      each.update({
        known: own(known, Math.round(shade[part])), wanted: wanted === null ? null : place, enabled: shown.enabled,
        spoken: percent ? percent + ', ' + text : text, written: percent || (place === null ? '' : colourName(at)),
      });
    }
    whiteBand?.update({ known: kelvinOf(known), wanted: kelvinOf(wanted), enabled: shown.enabled, spoken: text, written: kelvinOf(at) === null ? '' : kelvinOf(at) + '\u00a0K' });
    const active = known === null ? '' : kelvinOf(known) !== null ? 'white' : 'colour';
    for (const [name, each] of Object.entries(panels)) {
      each.node.classList.toggle('active', name === active);
      setText(each.active, name === active ? t('colour.active') : '');
    }
    for (const button of presets) {
      const own = button.dataset.choice;
      setAttribute(button, 'aria-pressed', String(isClose(known, own)));
      button.classList.toggle('ordered', isClose(wanted, own));
      button.classList.toggle('armed', shown.armed === own);
      /** @type {HTMLButtonElement} */ (button).disabled = !shown.enabled;
    }
  }
  scope.add(store.subscribe(element.path, show));
  show();
  return node;
}
