/** Requests to the server. Each has the key as a header: a cookie alone is rejected. */
import { base } from './router.js';
import { keep, recall } from './preferences.js';
import { t, has } from './words.js';

const BASE = base + 'api/v1/';
/** How long to wait for a response to begin, in milliseconds. The server waits up to 5 s for an order. */
const TIMEOUT = 12000;

/** An error response, or a failure to reach the server (`status` 0). */
export class Problem extends Error {
  /** @param {{ status: number, code?: string, detail?: string, title?: string, hint?: string, body?: any }} parts */
  constructor({ status, code = '', detail = '', title = '', hint = '', body }) {
    super(detail || title || code);
    this.status = status;
    this.code = code;
    this.detail = detail || title;
    this.hint = hint;
    this.body = body;
  }
}

/**
 * Called when a response ends the session, or has the version of the server.
 * @type {{ unauthorized: (() => void) | null, version: ((version: string) => void) | null }}
 */
export const listeners = { unauthorized: null, version: null };

/** The server's version from its last response, or ''. */
export let serverVersion = '';

let key = recall('key');

/** @returns {boolean} */
export const hasKey = () => key !== null;

/** @param {string | null} value */
export function setKey(value) {
  key = value;
  keep('key', value);
}

/**
 * @param {string} collection `elements`, `places`, …
 * @param {string} path
 * @returns {string} its URL; paths with `.` or `..`, which browsers would resolve, become a query parameter
 */
export function resource(collection, path) {
  const parts = path.split('/');
  if (parts.some((part) => part === '.' || part === '..')) return collection + '?path=' + encodeURIComponent(path);
  return collection + '/' + parts.map(encodeURIComponent).join('/');
}

/**
 * @param {string} address below api/v1/
 * @param {{ method?: string, body?: any, headers?: Record<string, string>, signal?: AbortSignal, timeout?: number }} options
 *   `timeout`: how long to wait for the response to begin, in milliseconds
 * @returns {Promise<Response>} a successful response
 * @throws {Problem}
 */
export async function request(address, { method = 'GET', body, headers = {}, signal, timeout = TIMEOUT } = {}) {
  const all = { ...headers };
  if (key) all['Domo-Key'] = key;
  if (body !== undefined) all['Content-Type'] = 'application/json';
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), timeout);
  signal?.addEventListener('abort', () => end.abort());
  if (signal?.aborted) end.abort();
  let response;
  try {
    response = await fetch(BASE + address, {
      method, signal: end.signal, headers: all, credentials: 'same-origin',
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Problem({ status: 0, code: 'offline' });
  } finally {
    clearTimeout(timer);
  }
  const version = response.headers.get('Domo-Version');
  if (version) {
    serverVersion = version;
    listeners.version?.(version);
  }
  if (response.ok) return response;
  const parts = await response.json().catch(() => ({}));
  if (response.status === 401 && address !== 'session') listeners.unauthorized?.();
  throw new Problem({ ...parts, status: response.status, code: parts.code ?? '', body: parts });
}

/** @param {string} address @param {Parameters<typeof request>[1]} [options] @returns {Promise<any>} */
export async function read(address, options) {
  const response = await request(address, options);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/** @param {any} problem a Problem, one of a response, or a text @returns {string} for people */
export function explain(problem) {
  if (!problem) return t('problem.unknown');
  if (typeof problem === 'string') return has('problem.' + problem) ? t('problem.' + problem) : problem;
  if (problem.code && has('problem.' + problem.code)) return t('problem.' + problem.code, { detail: problem.message, ...problem });
  return problem.detail || problem.title || problem.message || t('problem.unknown');
}
