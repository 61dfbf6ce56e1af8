/** Who or what caused something, in words for the people who live there. */
import { t } from '../core/words.js';

const SCENE = 'scene ';

/**
 * @param {{ by?: string, byKind?: string, origin?: string }} cause as in the API: `by` contains names of the machine
 * @returns {string} "from my phone"; '' if nothing is known
 */
export function causeText({ by = '', byKind, origin }) {
  const scene = by.startsWith(SCENE) ? by.slice(SCENE.length) : by;
  switch (byKind) {
    case 'token': return t('by.token', { name: by });
    case 'scene': return t(origin === 'schedule' ? 'by.scene.schedule' : 'by.scene', { scene });
    case 'trigger': return t('by.trigger', { trigger: by });
    case 'bus': return t('by.bus');
    case 'hook': return t('by.hook', { name: by });
    case 'house': return t('by.house');
    default: return by === 'root' ? t('by.administrator') : by && t('by.user', { name: by });
  }
}
