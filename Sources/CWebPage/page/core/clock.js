/** The server's clock: ages must be correct even if the clock of this device is wrong. */
import { t, language } from './words.js';

let offset = 0;

/** @param {string | undefined} time the server's current time, RFC 3339 */
export function setServerTime(time) {
  const value = time ? Date.parse(time) : NaN;
  if (!Number.isNaN(value)) offset = value - Date.now();
}

/** @param {string | undefined} time of an event, which may arrive late but never early */
export function advanceServerTime(time) {
  const value = time ? Date.parse(time) : NaN;
  if (!Number.isNaN(value)) offset = Math.max(offset, value - Date.now());
}

/** @returns {number} milliseconds since 1970 by the server's clock */
export const serverNow = () => Date.now() + offset;

/** @param {string} time @returns {string} "3 h ago" */
export function age(time) {
  const seconds = Math.max(0, (serverNow() - Date.parse(time)) / 1000);
  if (seconds < 45) return t('age.now');
  if (seconds < 3600) return t('age.minutes', { count: Math.max(1, Math.round(seconds / 60)) });
  if (seconds < 86400) return t('age.hours', { count: Math.round(seconds / 3600) });
  return t('age.days', { count: Math.round(seconds / 86400) });
}

/** @param {string | number | Date} time @returns {string} "21:04" */
export const clockTime = (time) => new Date(time).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit', hour12: false });

/** @param {string | number | Date} time @returns {string} "21:04", with the date unless it is today */
export function moment(time) {
  const date = new Date(time);
  if (date.toDateString() === new Date(serverNow()).toDateString()) return clockTime(date);
  return date.toLocaleDateString(language(), { weekday: 'short', day: 'numeric', month: 'short' }) + ' ' + clockTime(date);
}

/**
 * Formats a local time of the house, whose time zone may differ from this device's.
 * @param {string} local RFC 3339, as `2026-11-21T23:30:00+01:00`
 */
export const houseMoment = (local) => moment(local.slice(0, 19));

/** @param {number} milliseconds @returns {string} "380 ms", "1.2 s" */
export const shortDuration = (milliseconds) =>
  milliseconds < 1000 ? Math.round(milliseconds) + ' ms' : (milliseconds / 1000).toLocaleString(language(), { maximumFractionDigits: 1 }) + ' s';

/** @param {number} seconds @returns {string} "2 h 5 min", from a week on "363 days" */
export function duration(seconds) {
  if (seconds >= 7 * 86400) return (seconds / 86400).toLocaleString(language(), { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 0 });
  if (seconds < 60) return Math.round(seconds) + ' s';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes + ' min';
  return Math.floor(minutes / 60) + ' h' + (minutes % 60 ? ' ' + (minutes % 60) + ' min' : '');
}
