/** The screen of an element in a house with classes: a thermostat, or a blind with slats, is one card; a lamp has its light. */
import { choice } from '../controls/choice.js';
import { h } from '../core/dom.js';
import { label, t } from '../core/words.js';
import { cause, elementView as view, facetView } from '../views/element.js';
import { closedPart, partOf } from './classes.js';
import { picker } from './picker.js';
import { blindPicture } from './slats.js';
import { thermostat } from './thermostat.js';

/** @param {string} path @param {import('../core/dom.js').Scope} scope */
export const elementView = (path, scope) => view(path, scope, card);

/** @type {NonNullable<Parameters<typeof view>[2]>} */
function card(element, scope) {
  if (element.class === 'thermostat') {
    // The measured temperature and the valve have screens of their own.
    return { facets: thermostat(element, scope, cause, choice), others: element.parts.filter(({ role, options }) => role !== 'mode' || !options) };
  }
  const slats = partOf(element, 'slats');
  const facets = element.types.map((type) => type === 'colour' && element.light ? picker(element, scope, cause) : facetView(element, type, scope, slats && type === 'regulable' ? t('slats.position') : ''));
  if (slats) {
    facets[0].querySelector('.facet-head').prepend(blindPicture(element, slats, scope));
    const angle = facetView(slats, 'regulable', scope, label(slats));
    if (angle.querySelector('.slider')) angle.append(h('p', { class: 'slats-ends', 'aria-hidden': 'true' }, [0, 100].map((end) => h('span', null, t(closedPart(slats, end) ? 'slats.closed' : 'slats.open')))));
    facets.push(angle);
  }
  return { facets, others: element.parts.filter((part) => part !== slats) };
}
