/** Assembles the page: the session, the navigation bar, the list and the detail beside it. */
import { explain, hasKey, listeners, Problem } from './core/api.js';
import { clockTime } from './core/clock.js';
import { announce, h, Scope, setAttribute, setText } from './core/dom.js';
import { icon } from './core/icons.js';
import * as link from './core/link.js';
import * as orders from './core/orders.js';
import { keep, recall } from './core/preferences.js';
import * as router from './core/router.js';
import * as store from './core/store.js';
import { stateText } from './core/states.js';
import { label, loadLanguage, moreWords, preferredLanguage, t } from './core/words.js';
import { missing, placeView, select } from './place/place.js';

const list = /** @type {HTMLElement} */ (document.getElementById('list'));
const detail = /** @type {HTMLElement} */ (document.getElementById('detail'));
const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
const banner = /** @type {HTMLElement} */ (document.getElementById('banner'));
const wide = matchMedia('(min-width: 840px)');

let listScope = new Scope();
let detailScope = new Scope();
let listKey = '';
let detailKey = '';
let started = false;
/** Counts navigations, so that a slow module does not replace a newer view. */
let turn = 0;

/** @type {Promise<void> | null} */
let styles = null;
/** Loads the styles that the first view does not need. */
function moreStyles() {
  styles ??= new Promise((resolve) => {
    const sheet = h('link', { rel: 'stylesheet', href: router.base + 'assets/more.css', onload: () => resolve(), onerror: () => resolve() });
    document.head.append(sheet);
  });
  return styles;
}

/** @param {string} module @returns {Promise<any>} after an upgrade, modules of the old page may be gone; a reload gets the new page */
async function later(module) {
  try {
    return (await Promise.all([import(module), moreStyles(), moreWords()]))[0];
  } catch (failure) {
    if (store.connection === 'online' && recall('reloaded') !== module) {
      keep('reloaded', module);
      location.reload();
    }
    throw failure;
  }
}

/** @param {string} key @param {(scope: Scope) => Node} build */
function showList(key, build) {
  if (key === listKey) return;
  listScope.end();
  listScope = new Scope();
  listKey = key;
  list.replaceChildren(build(listScope));
  list.scrollTop = 0;
}

/** @param {string} key @param {(scope: Scope) => Node | null} build */
function showDetail(key, build) {
  if (key === detailKey && key !== '') return;
  detailScope.end();
  detailScope = new Scope();
  detailKey = key;
  const node = build(detailScope);
  detail.replaceChildren(...(node ? [node] : []));
  detail.scrollTop = 0;
}

/** @param {store.Place | undefined} place */
async function showPlanBeside(place) {
  const mine = turn;
  if (!place?.plan) return showDetail('hint', () => h('div', { class: 'empty hint' }, icon('home'), h('p', null, t('hint'))));
  const { planView } = await later('./views/plan.js');
  if (mine === turn) showDetail('plan ' + place.path, (scope) => planView(place, scope, null));
}

/**
 * On a phone, the plan replaces the list.
 * @param {store.Place} place
 */
async function showPlanOnly(place, mine = ++turn) {
  const { planView } = await later('./views/plan.js');
  if (mine !== turn) return;
  keep('plan', '1');
  if (wide.matches) return showDetail('plan ' + place.path, (scope) => planView(place, scope, null));
  showList('plan ' + place.path, (scope) => planView(place, scope, () => {
    keep('plan', null);
    listKey = '';
    showRoute(router.parse(location), false);
  }));
}

/** @param {router.Route} route @param {boolean} back */
async function showRoute(route, back) {
  const mine = ++turn;
  const { view, path } = route;
  let focus = 'list';
  let title = '';
  /** @param {string} module */
  const late = async (module) => {
    const loaded = await later(module);
    return mine === turn ? loaded : null;
  };
  if (store.hasKinds && !store.kinds.word) {
    await late('./classes/classes.js').catch(() => {});
    if (mine !== turn) return;
  }
  if (view === 'home' || view === 'place') {
    const place = path ? store.places.get(path) : store.houses.length === 1 ? store.houses[0] : undefined;
    title = place ? label(place) : '';
    if (!wide.matches && place?.plan && recall('plan')) await showPlanOnly(place, mine);
    else showList(`${view} ${path}`, (scope) => placeView(path, scope, showPlanOnly));
    if (wide.matches) await showPlanBeside(place);
    select(list, null);
  } else if (view === 'element') {
    const element = store.elements.get(path);
    title = element ? label(element) : '';
    focus = 'detail';
    const loaded = await late(store.kinds.word ? './classes/card.js' : './views/element.js');
    if (!loaded) return;
    if (wide.matches && !list.querySelector(`li[data-path="${CSS.escape(path)}"]`)) {
      const parent = element ? element.parent : '';
      const isStart = store.houses.length === 1 && store.houses[0].path === parent;
      showList(isStart ? 'home ' : 'place ' + parent, (scope) => placeView(isStart ? '' : parent, scope, showPlanOnly));
    }
    showDetail('element ' + path, (scope) => loaded.elementView(path, scope));
    select(list, path);
  } else if (view === 'favourites') {
    title = t('nav.favourites');
    const loaded = await late('./views/favourites.js');
    if (!loaded) return;
    listKey = '';
    showList('favourites', loaded.favouritesView);
    if (wide.matches) await showPlanBeside(undefined);
  } else if (view === 'scenes' || view === 'scene') {
    title = view === 'scene' ? path : t('nav.scenes');
    focus = view === 'scene' ? 'detail' : 'both';
    const loaded = await late('./scenes/scenes.js');
    if (!loaded) return;
    if (wide.matches || view === 'scenes') showList('scenes', loaded.scenesView);
    if (view === 'scene') {
      const editor = await late('./scenes/scene.js');
      if (!editor) return;
      showDetail('scene ' + path, (scope) => editor.sceneView(path, scope));
    } else {
      const calendar = await late('./scenes/calendar.js');
      if (!calendar) return;
      showDetail('calendar', calendar.calendarView);
    }
    select(list, view === 'scene' ? path : null);
  } else if (['log', 'notices', 'settings'].includes(view)) {
    focus = 'alone';
    const loaded = await late(`./views/${view}.js`);
    if (!loaded) return;
    title = t('nav.' + view);
    showList(view, (scope) => loaded[view + 'View'](scope, redraw));
    showDetail('', () => null);
  } else {
    showList('missing', missing);
    showDetail('', () => null);
  }
  if (mine !== turn) return;
  document.body.dataset.view = view;
  document.body.dataset.focus = focus;
  document.title = title ? title + ' – domo' : 'domo';
  const current = { place: 'home', element: 'home', scene: 'scenes', notices: 'log' }[view] ?? view;
  for (const item of bar.querySelectorAll('a')) setAttribute(item, 'aria-current', item.dataset.view === current ? 'page' : null);
  scrollTo(0, back ? router.scrollPosition() : 0);
  if (started) {
    const heading = (focus === 'detail' ? detail : list).querySelector('h1');
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  }
  // For measurements: the house is visible.
  if (!started) performance.mark('first-view');
  started = true;
}

function buildBar() {
  bar.replaceChildren(...[['home', 'home'], ['favourites', 'star'], ['scenes', 'scene'], ['log', 'log'], ['settings', 'settings']]
    .map(([view, symbol]) => h('a', { class: 'bar-item', href: router.address(view), 'data-view': view }, icon(symbol), h('span', null, t('nav.' + view)))));
  if (router.base !== '/') bar.prepend(h('a', { class: 'bar-item', href: '/' }, icon('back'), h('span', null, t('nav.fleet'))));
  setAttribute(bar, 'aria-label', t('nav'));
  setText(/** @type {Element} */ (document.querySelector('.skip')), t('skip'));
}

/** Shows the state of the connection and, while it is lost, the age of the data. */
function showConnection() {
  const { connection, knownAt } = store;
  const lost = connection === 'offline' || connection === 'daemon';
  document.body.dataset.connection = connection;
  if (lost && banner.dataset.kind !== connection) announce(t('banner.' + connection));
  if (connection === 'online' && !banner.hidden) announce(t('banner.online'));
  // The outcome is not known yet: keep the banner.
  if (connection === 'connecting' && !banner.hidden) return;
  banner.hidden = !lost;
  banner.dataset.kind = lost ? connection : '';
  if (lost) {
    banner.replaceChildren(icon('warning'), h('span', null, t('banner.' + connection), knownAt ? ' ' + t('banner.known', { time: clockTime(knownAt) }) : ''),
      h('button', { type: 'button', class: 'retry', onclick: link.resume }, t('retry')));
  }
}

/** Redraws everything, after a change of language or model. */
function redraw() {
  buildBar();
  showConnection();
  listKey = detailKey = '';
  return showRoute(router.parse(location), true);
}

async function showSignIn(/** @type {any} */ problem = null) {
  turn += 1;
  listScope.end();
  detailScope.end();
  listKey = detailKey = '';
  document.body.dataset.view = 'sign-in';
  document.body.dataset.focus = 'alone';
  banner.hidden = true;
  detail.replaceChildren();
  const { signInView } = await later('./views/signin.js');
  list.replaceChildren(signInView(begin, problem));
  document.title = 'domo';
}

/** Marks a rejected session as ended; a rejected code shows a different message. */
function ended(/** @type {any} */ problem) {
  if (problem.status === 401) problem.code = 'ended';
  return problem;
}

let routing = false;
/** Loads the houses and shows the view for the current URL. */
async function begin() {
  try {
    if (!(await link.load())) {
      list.replaceChildren(h('div', { class: 'empty' }, icon('plug'), h('p', null, t('unreachable.first'))));
      showConnection();
      return;
    }
  } catch (problem) {
    return showSignIn(ended(problem));
  }
  route();
  await redraw();
}

function route() {
  if (!routing) router.start(showRoute);
  routing = true;
}

/** Updates the ages of stale readings and of the element shown. */
function refreshAges() {
  for (const element of store.elements.values()) {
    if (store.connection !== 'online' || Object.values(element.readings).some((reading) => reading.stale)) store.touch(element.path);
  }
  const { view, path } = router.parse(location);
  if (view === 'element') store.touch(path);
  store.flush();
}

/**
 * Removes the fragment from the URL: a code must not stay in the history or in a screenshot.
 * @returns {string} that of a link
 */
function removeSecret() {
  const { hash } = location;
  if (hash) history.replaceState(history.state, '', location.pathname + location.search);
  return /^#(code|token|\/)/.test(hash) ? hash : '';
}

/** @param {string} fragment of a link */
async function openLink(fragment) {
  if (fragment[1] === '/') return showSignIn(fragment);
  const { followLink } = await later('./views/signin.js');
  const failure = await followLink(fragment);
  if (hasKey()) await begin();
  else showSignIn(failure);
}

async function start() {
  // Before anything else.
  const secret = removeSecret();
  if (hasKey() && !secret) link.prefetch();
  await loadLanguage(preferredLanguage());
  buildBar();
  orders.start();
  link.follow();
  store.subscribe(store.SHAPE, () => {
    if (!hasKey() || store.houses.length === 0) return;
    route();
    redraw();
  });
  orders.listeners.ended = (order) => {
    const element = store.elements.get(order.path);
    if (element) announce(label(element) + ': ' + stateText(element, order.type));
  };
  store.subscribe(store.EVERYTHING, showConnection);
  listeners.unauthorized = () => {
    link.forget();
    showSignIn(ended(new Problem({ status: 401 })));
  };
  document.addEventListener('redraw', () => redraw());
  wide.addEventListener('change', () => routing && redraw());
  setInterval(refreshAges, 30000);
  // A link opened where the page is open only changes the fragment.
  addEventListener('hashchange', () => {
    const secret = removeSecret();
    if (secret) openLink(secret);
  });
  if (secret) await openLink(secret);
  else if (hasKey()) await begin();
  else await showSignIn();
  import('./core/upgrade.js').then(({ watch }) => watch());
  import('./core/outage.js').then((outage) => outage.watch());
  await Promise.all([moreStyles(), moreWords().catch(() => {})]);
}

start();
