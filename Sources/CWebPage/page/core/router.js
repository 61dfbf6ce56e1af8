/** The page's URLs. Back works; each place, element and scene has its own URL. */

/** Where the page is: `/`, or `/house/ID/` behind that of a fleet. */
export const base = new URL('../../', import.meta.url).pathname;

/** @typedef {{ view: string, path: string }} Route */

/** @param {string} view @param {string} [path] @returns {string} */
export function address(view, path = '') {
  if (view === 'home') return base;
  if (!path) return base + view;
  const parts = path.split('/');
  if (parts.some((part) => part === '.' || part === '..')) return `${base}${view}/?path=` + encodeURIComponent(path);
  return `${base}${view}/` + parts.map(encodeURIComponent).join('/');
}

/** @param {{ pathname: string, search: string }} location @returns {Route} */
export function parse({ pathname, search }) {
  const [view, ...rest] = pathname.slice(base.length).split('/');
  let path = new URLSearchParams(search).get('path') ?? '';
  try {
    path = path || rest.map(decodeURIComponent).join('/');
  } catch {
    // Not a URL of this page.
  }
  return { view: view || 'home', path };
}

/** @type {(route: Route, back: boolean) => void} */
let show = () => {};
const positions = new Map();

/** @returns {number} the index of this history entry */
const entry = () => history.state?.entry ?? 0;

/** @param {string} target @param {boolean} [replace] */
export function go(target, replace = false) {
  positions.set(entry(), scrollY);
  const next = replace ? entry() : entry() + 1;
  const from = replace ? history.state?.from : location.pathname + location.search;
  history[replace ? 'replaceState' : 'pushState']({ entry: next, from }, '', target);
  show(parse(location), false);
}

/** The scroll position when this history entry was left. */
export const scrollPosition = () => positions.get(entry()) ?? 0;

/** @param {(route: Route, back: boolean) => void} listener */
export function start(listener) {
  show = listener;
  history.scrollRestoration = 'manual';
  if (!history.state) history.replaceState({ entry: 0 }, '', location.href);
  addEventListener('scroll', () => positions.set(entry(), scrollY), { passive: true });
  addEventListener('popstate', () => {
    show(parse(location), true);
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest(`a[href^="${base}"]`) : null;
    if (!link || link.hasAttribute('download') || link.hasAttribute('target')) return;
    event.preventDefault();
    const target = link.getAttribute('href') ?? base;
    // If the user came from the arrow's target, go back, so that the history stays short.
    if (link.classList.contains('back') && history.state?.from === target) history.back();
    else if (target !== location.pathname + location.search) go(target, link.hasAttribute('data-replace'));
    else show(parse(location), false);
  });
}
