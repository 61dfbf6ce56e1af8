/** Dates that may be far away: with their year. */
import { moment, serverNow } from './clock.js';
import { language } from './words.js';

/** Beyond this many milliseconds, a date without a year is ambiguous. */
const FAR = 200 * 864e5;

/** @param {string | number} time @returns {string} "26 Nov 2026" */
export const dateText = (time) => new Date(time).toLocaleDateString(language(), { day: 'numeric', month: 'short', year: 'numeric' });

/** @param {string} time @returns {string} "Thu, 26 Nov 21:04"; far away "26 Nov 2027" */
export const until = (time) => (Math.abs(Date.parse(time) - serverNow()) > FAR ? dateText(time) : moment(time));
