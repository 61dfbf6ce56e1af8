/**
 * Builds an HTML element. Strings become text nodes: data never becomes markup.
 * @param {string} tag
 * @param {Record<string, any> | null} [properties] `on…` adds a listener; `data-…`, `aria-…` and other names set attributes;
 *   false, null and undefined are ignored
 * @param {...(Node | string | number | null | undefined | false | Array<any>)} children
 * @returns {any}
 */
export function h(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  append(node, children);
  return node;
}

/** @param {Node} node @param {any[]} children */
function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Builds an SVG element.
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {...(Node|string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * Sets the text only if it changed, so that screen readers and the selection are not disturbed.
 * @param {Element} node @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {Element} node @param {string} name @param {string | number | boolean | null | undefined} value */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? '' : value)) node.setAttribute(name, value === true ? '' : String(value));
}

/**
 * The subscriptions and timers that end with a view.
 */
export class Scope {
  /** @type {(() => void)[]} */
  #ends = [];
  ended = false;

  /** @param {() => void} end */
  add(end) {
    if (this.ended) end();
    else this.#ends.push(end);
  }

  /** @param {EventTarget} target @param {string} type @param {(event: any) => void} listener @param {object} [options] */
  listen(target, type, listener, options) {
    target.addEventListener(type, listener, options);
    this.add(() => target.removeEventListener(type, listener, options));
  }

  end() {
    this.ended = true;
    for (const end of this.#ends.splice(0)) end();
  }
}

/**
 * Announces a message in the page's live region.
 * @param {string} message
 */
export function announce(message) {
  const region = document.getElementById('live');
  if (region) setText(region, message);
}
