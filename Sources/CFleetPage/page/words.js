/** The strings of the page of many houses; those of problems and ages are the ones of the page of a house. */
import { has, language, t as shared } from '../core/words.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'title': 'Houses', 'skip': 'To the list', 'search': 'Search by name', 'none': 'No house has this name.', 'empty': 'You may not see any house yet.',
    'filter': 'Show', 'filter.all': 'All', 'filter.alarms': 'With alarms', 'filter.stale': 'With stale links', 'filter.away': 'Away',
    'count': '{count} houses', 'count.one': '1 house', 'choose': 'Choose {name}', 'choose.all': 'Choose all {count}', 'chosen': '{count} chosen', 'clear': 'Clear',
    'alarms': '{count} alarms', 'alarms.one': '1 alarm', 'stale': '{count} stale', 'left-out': '{count} records not stored', 'left-out.one': '1 record not stored', 'away': 'away', 'never': 'never connected', 'contact': 'contact {age}', 'online': 'online', 'unknown': 'not known',
    'more': 'More houses', 'signout': 'Sign out', 'signin': 'Sign in', 'signin.title': 'The houses of a fleet', 'signin.token': 'Your token',
    'signin.hint': 'It begins with domofleet_. The operator of the fleet creates it:', 'signin.refused': 'This token is unknown, was revoked or has expired.',
    'order': 'Order', 'order.title': 'Order to {count} houses', 'order.title.one': 'Order to 1 house', 'order.line': 'Order or scene', 'order.hint': 'As after domo: set Salon/Lamp off, or scene Away.',
    'order.confirm': 'This goes to {count} houses. Type {count} to confirm.', 'order.give': 'Give the order', 'order.cancel': 'Cancel', 'order.stop': 'Stop the rest', 'order.close': 'Close',
    'order.progress': '{done} done, {failed} failed, {left} to go', 'order.over': 'Ended: {done} done, {failed} failed, {stopped} stopped',
    'state.waiting': 'waiting', 'state.sent': 'sent', 'state.done': 'done', 'state.stopped': 'not sent', 'offline': 'The server is unreachable.', 'retry': 'Retry',
    'chart': 'Chart', 'chart.title': 'Chart', 'chart.element': 'Element', 'chart.range': 'Time', 'chart.2': '2 days', 'chart.7': '7 days', 'chart.30': '30 days', 'chart.show': 'Show',
    'chart.none': 'There are no numbers in this time.', 'chart.table': 'As a table', 'chart.time': 'Time', 'chart.limit': 'A chart has at most 10 houses.', 'problem.no-house-token': 'No token of this house: open its page once, and enter a code or token.',
    'problem.unreachable': 'Unreachable: {detail}', 'problem.unknown': 'Nobody knows now which houses are connected.',
  },
  es: {
    'title': 'Casas', 'skip': 'A la lista', 'search': 'Buscar por nombre', 'none': 'Ninguna casa se llama así.', 'empty': 'Aún no puedes ver ninguna casa.',
    'filter': 'Mostrar', 'filter.all': 'Todas', 'filter.alarms': 'Con alarmas', 'filter.stale': 'Con enlaces dudosos', 'filter.away': 'Sin contacto',
    'count': '{count} casas', 'count.one': '1 casa', 'choose': 'Elegir {name}', 'choose.all': 'Elegir las {count}', 'chosen': '{count} elegidas', 'clear': 'Quitar',
    'alarms': '{count} alarmas', 'alarms.one': '1 alarma', 'stale': '{count} dudosos', 'left-out': '{count} registros sin guardar', 'left-out.one': '1 registro sin guardar', 'away': 'sin contacto', 'never': 'nunca conectada', 'contact': 'contacto {age}', 'online': 'en línea', 'unknown': 'no se sabe',
    'more': 'Más casas', 'signout': 'Cerrar sesión', 'signin': 'Entrar', 'signin.title': 'Varias casas', 'signin.token': 'Tu token',
    'signin.hint': 'Empieza por domofleet_. Lo crea quien gestiona las casas:', 'signin.refused': 'Este token no existe, se anuló o ha caducado.',
    'order': 'Orden', 'order.title': 'Orden a {count} casas', 'order.title.one': 'Orden a 1 casa', 'order.line': 'Orden o escena', 'order.hint': 'Como tras domo: set Salon/Lamp off, o scene Away.',
    'order.confirm': 'Va a {count} casas. Escribe {count} para confirmar.', 'order.give': 'Dar la orden', 'order.cancel': 'Cancelar', 'order.stop': 'Parar el resto', 'order.close': 'Cerrar',
    'order.progress': '{done} hechas, {failed} fallidas, faltan {left}', 'order.over': 'Fin: {done} hechas, {failed} fallidas, {stopped} paradas',
    'state.waiting': 'en espera', 'state.sent': 'enviada', 'state.done': 'hecha', 'state.stopped': 'no enviada', 'offline': 'No se llega al servidor.', 'retry': 'Reintentar',
    'chart': 'Gráfico', 'chart.title': 'Gráfico', 'chart.element': 'Elemento', 'chart.range': 'Tiempo', 'chart.2': '2 días', 'chart.7': '7 días', 'chart.30': '30 días', 'chart.show': 'Mostrar',
    'chart.none': 'No hay números en este tiempo.', 'chart.table': 'En tabla', 'chart.time': 'Hora', 'chart.limit': 'Un gráfico tiene como mucho 10 casas.', 'problem.no-house-token': 'Falta el token de esta casa: abre su página una vez e introduce un código o token.',
    'problem.unreachable': 'Sin conexión: {detail}', 'problem.unknown': 'Ahora no se sabe qué casas están conectadas.',
  },
  ca: {
    'title': 'Cases', 'skip': 'A la llista', 'search': 'Cerca per nom', 'none': 'Cap casa es diu així.', 'empty': 'Encara no pots veure cap casa.',
    'filter': 'Mostra', 'filter.all': 'Totes', 'filter.alarms': 'Amb alarmes', 'filter.stale': 'Amb enllaços dubtosos', 'filter.away': 'Sense contacte',
    'count': '{count} cases', 'count.one': '1 casa', 'choose': 'Tria {name}', 'choose.all': 'Tria les {count}', 'chosen': '{count} triades', 'clear': 'Treu',
    'alarms': '{count} alarmes', 'alarms.one': '1 alarma', 'stale': '{count} dubtosos', 'left-out': '{count} registres sense desar', 'left-out.one': '1 registre sense desar', 'away': 'sense contacte', 'never': 'mai connectada', 'contact': 'contacte {age}', 'online': 'en línia', 'unknown': 'no se sap',
    'more': 'Més cases', 'signout': 'Tanca la sessió', 'signin': 'Entra', 'signin.title': 'Diverses cases', 'signin.token': 'El teu token',
    'signin.hint': 'Comença per domofleet_. El crea qui gestiona les cases:', 'signin.refused': 'Aquest token no existeix, s’ha anul·lat o ha caducat.',
    'order': 'Ordre', 'order.title': 'Ordre a {count} cases', 'order.title.one': 'Ordre a 1 casa', 'order.line': 'Ordre o escena', 'order.hint': 'Com després de domo: set Salon/Lamp off, o scene Away.',
    'order.confirm': 'Va a {count} cases. Escriu {count} per confirmar.', 'order.give': 'Dona l’ordre', 'order.cancel': 'Cancel·la', 'order.stop': 'Atura la resta', 'order.close': 'Tanca',
    'order.progress': '{done} fetes, {failed} fallides, en falten {left}', 'order.over': 'Fi: {done} fetes, {failed} fallides, {stopped} aturades',
    'state.waiting': 'en espera', 'state.sent': 'enviada', 'state.done': 'feta', 'state.stopped': 'no enviada', 'offline': 'No s’arriba al servidor.', 'retry': 'Torna-hi',
    'chart': 'Gràfic', 'chart.title': 'Gràfic', 'chart.element': 'Element', 'chart.range': 'Temps', 'chart.2': '2 dies', 'chart.7': '7 dies', 'chart.30': '30 dies', 'chart.show': 'Mostra',
    'chart.none': 'No hi ha nombres en aquest temps.', 'chart.table': 'En taula', 'chart.time': 'Hora', 'chart.limit': 'Un gràfic té com a màxim 10 cases.', 'problem.no-house-token': 'Falta el token d’aquesta casa: obre’n la pàgina un cop i introdueix un codi o token.',
    'problem.unreachable': 'Sense connexió: {detail}', 'problem.unknown': 'Ara no se sap quines cases estan connectades.',
  },
};

/**
 * @param {string} key @param {Record<string, string | number>} [values] `count` 1 uses the text of `key.one` if there is one
 * @returns {string}
 */
export function t(key, values = {}) {
  const words = WORDS[language()] ?? WORDS.en;
  const text = (values.count === 1 ? words[key + '.one'] : undefined) ?? words[key];
  if (text === undefined) return shared(key, values);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {{ code?: string, detail?: string, message?: string }} problem @returns {string} for people */
export function explain(problem) {
  const detail = problem.detail || problem.message || '';
  const key = 'problem.' + problem.code;
  const words = WORDS[language()] ?? WORDS.en;
  if (key in words) return t(key, { detail });
  return detail || (has(key) ? shared(key) : t('offline'));
}

/** @param {number} count @returns {string} */
export const number = (count) => count.toLocaleString(language());
