// Small helpers to make elements. No markup is ever built from strings.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/** What elements listen to, so that it can be handed on to another that takes their place. @type {WeakMap<Element, Record<string, Function>>} */
const listening = new WeakMap();

/**
 * An HTML element. Attributes with a function become listeners (`onclick`), `null` and `false` are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  add(element, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  set(element, attributes);
  add(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      listen(element, { ...listening.get(element), [name]: value });
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {Element} element @param {(Child | Child[])[]} children */
function add(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** Listens to these events and to no others. @param {Element} element @param {Record<string, Function>} handlers */
function listen(element, handlers) {
  for (const name in listening.get(element)) if (!handlers[name]) /** @type {any} */ (element)[name] = null;
  Object.assign(element, handlers);
  listening.set(element, handlers);
}

/**
 * Makes what is in an element look like these children. Nodes that mean the same stay and are only mended, so what is
 * pressed, focused or unfolded stays so, whatever arrives meanwhile.
 * @param {Element | null} element @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  if (!element) return;
  const made = document.createElement("div");
  add(made, children);
  mendAll(element, [...made.childNodes]);
}

/** What can be pressed is another thing if it says or means something else: who pressed the one has not pressed the other. */
const PRESSED = new Set(["BUTTON", "A", "SUMMARY"]);
const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA"]);

/** What a node is among its like: its `data-key`, or what a button says. @param {Node} node @returns {string | null} */
function keyOf(node) {
  if (!(node instanceof HTMLElement)) return null;
  const key = node.dataset.key ?? (PRESSED.has(node.tagName) ? node.textContent : null);
  return key === null ? null : `${node.tagName} ${key}`;
}

/** Whether an old node can be mended to be like a new one. Pictures, and fields without a key, are taken as they are or not at all. @param {Node} old @param {Node} made */
function fits(old, made) {
  if (old.nodeName !== made.nodeName || keyOf(old) !== keyOf(made)) return false;
  return !(old instanceof Element) || !isWhole(old) || old.isEqualNode(made);
}

/** @param {Element} node */
function isWhole(node) {
  return node instanceof SVGElement || (FIELDS.has(node.tagName) && keyOf(node) === null);
}

/** Makes the children of an element like new ones, in their order. @param {Node} element @param {Node[]} made */
function mendAll(element, made) {
  const wanted = new Set(made.map(keyOf));
  /** @type {Map<string, ChildNode>} */
  const known = new Map();
  for (const old of [...element.childNodes]) {
    const key = keyOf(old);
    if (key !== null && (!wanted.has(key) || known.has(key))) old.remove();
    else if (key !== null) known.set(key, old);
  }
  let at = element.firstChild;
  for (const node of made) {
    const key = keyOf(node);
    let old = key === null ? at : known.get(key) ?? null;
    while (old && key === null && !fits(old, node)) old = old.nextSibling;
    // What lies before it and has no key has lost its place.
    while (old && at && at !== old && keyOf(at) === null) at = removed(at);
    if (!old || !fits(old, node)) element.insertBefore(node, at);
    else {
      if (key !== null) known.delete(key);
      mend(old, node);
      if (old === at) at = at.nextSibling;
      else element.insertBefore(old, at);
    }
  }
  while (at) at = removed(at);
}

/** Removes a node; gives the next one. @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** Mends an old node to be like a new one. @param {Node} old @param {Node} made */
function mend(old, made) {
  if (!(old instanceof Element) || !(made instanceof Element)) {
    if (old.nodeValue !== made.nodeValue) old.nodeValue = made.nodeValue;
    return;
  }
  if (listening.has(old) || listening.has(made)) listen(old, listening.get(made) ?? {});
  if (isWhole(old)) return;
  for (const { name } of [...old.attributes]) {
    if (!made.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of made.attributes) {
    if (old.getAttribute(name) === value) continue;
    // Styles as an attribute are against the policy of the pages.
    if (name === "style") /** @type {HTMLElement} */ (old).style.cssText = value;
    else old.setAttribute(name, value);
  }
  const chosen = made instanceof HTMLSelectElement ? made.selectedIndex : -1;
  mendAll(old, [...made.childNodes]);
  // What was chosen by hand hides the attributes.
  if (old instanceof HTMLInputElement && made instanceof HTMLInputElement) old.checked = made.checked;
  if (old instanceof HTMLSelectElement) old.selectedIndex = chosen;
}

/** The element with this id, which the page has. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A symbol of symbols.svg. @param {string} name @param {Record<string, any>} [attributes] */
export function symbol(name, attributes = {}) {
  return s("svg", { "aria-hidden": "true", viewBox: "0 0 24 24", ...attributes }, s("use", { href: `#${name}` }));
}

const ICONS = {
  book: "M12 6c-2-1.6-5-2-8-1.5v13c3-.5 6-.1 8 1.5 2-1.6 5-2 8-1.5v-13c-3-.5-6-.1-8 1.5zM12 6v13",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  menu: "M4 7h16M4 12h16M4 17h16",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  ruler: "M4 16 16 4l4 4L8 20zM8 12l2 2M11 9l2 2M14 6l2 2",
  zone: "M5 20v-8a7 7 0 0 1 14 0v8zM5 15h14",
  first: "M6 5v14M18 6l-9 6 9 6z",
  back: "M16 6l-9 6 9 6z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 6l9 6-9 6z",
  last: "M18 5v14M6 6l9 6-9 6z",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** Puts the symbols into the page, once. */
export async function loadSymbols() {
  const answer = await fetch("/symbols.svg");
  const text = await answer.text();
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("sr");
  document.body.append(document.importNode(svg, true));
}

/** Asks with a dialog; resolves to what was pressed, or "" if it was closed. @param {HTMLDialogElement} dialog @returns {Promise<string>} */
export function ask(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue);
      dialog.remove();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close("");
    });
  });
}

/** Applies the person's choice of theme. @param {string} [theme] */
export function theme(theme) {
  const key = "acies.theme";
  if (theme !== undefined) localStorage.setItem(key, theme);
  const wanted = localStorage.getItem(key) ?? "auto";
  if (wanted === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
  return wanted;
}
