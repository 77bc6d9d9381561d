// Creates elements, and changes them in place. Text from the app only ever becomes text nodes.

import { clean } from './text.js';

/** An element with properties, listeners (`onclick`), attributes and children. Strings become text. */
export function h(name, options = {}, ...children) {
  const element = document.createElement(name);
  if (name === 'bdi') element.lang = ''; // The app does not say the language of its texts.
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.className = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** Gives a node the text, or the attributes and children, of another one of its kind. */
function update(node, other) {
  if (node instanceof Text) {
    if (node.data !== other.data) node.data = other.data;
    return;
  }
  for (const { name } of [...node.attributes]) if (!other.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of other.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  renew(node, [...other.childNodes]);
}

/**
 * Makes nodes the children of an element. A child stays if there is a node of its kind, because somebody may be pressing it.
 * Children of one kind with different listeners have a `data-key`. What is null or empty is left out.
 */
export function renew(element, nodes) {
  let at = element.firstChild;
  const drop = () => { const old = at; at = at.nextSibling; old.remove(); };
  for (const node of nodes.filter(Boolean)) {
    let same = at;
    while (same && (same.nodeName !== node.nodeName || same.dataset?.key !== node.dataset?.key)) same = same.nextSibling;
    if (same) {
      while (at !== same) drop();
      if (same !== node) update(same, node);
      at = same.nextSibling;
    } else element.insertBefore(node, at);
  }
  while (at) drop();
}

/** Cleaned text whose writing direction does not affect its surroundings. */
export const bdi = (text, limit) => h('bdi', {}, clean(text, limit));
/** Cleaned text for the attribute `title`. */
export const tip = (text) => clean(text ?? '', 300) || null;

export const button = (label, onclick, options) => h('button', { type: 'button', onclick, ...options }, label);
export const icon = (name) => h('span', { class: `icon ${name}`, 'aria-hidden': 'true' });
export const iconButton = (name, label, onclick, options) =>
  button(icon(name), onclick, { 'aria-label': label, title: label, ...options, class: `plain ${options?.class ?? ''}` });

/** The description of a button that is dimmed. It can be pressed nevertheless, so it is not disabled. */
export const NO_EFFECT = 'Has no effect now';

let last = 0;
export const newId = () => `e${last += 1}`;
export const $ = (id) => document.getElementById(id);

/** Marks what has just changed. The mark fades, or with reduced motion ends at once after a while. */
export function mark(element) {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.dataset.changed = '';
  element.animate({ backgroundColor: ['var(--mark)', 'var(--mark-end)'] },
    { duration: 1800, easing: isReduced ? 'steps(1, end)' : 'ease-out' })
    .onfinish = () => { delete element.dataset.changed; };
}

/** Says something to people who use a screen reader. */
export function announce(text) { $('live').textContent = text; }

/** Shows a text in a line that goes by itself, and says it to people who use a screen reader. */
export function notify(text) {
  const line = h('p', {}, bdi(text, 300));
  $('notices').append(line);
  setTimeout(() => line.remove(), 6000);
}

/** Copies a text, and says so. */
export async function copyText(text) {
  const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
  notify(isCopied ? `Copied ${text}` : NOT_COPIED);
}
export const NOT_COPIED = 'The browser does not allow copying';

/** A line that shows the last values, from the left to the right. */
export function sparkline(values, label) {
  const create = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const low = Math.min(...values), range = Math.max(...values) - low || 1, step = 60 / Math.max(1, values.length - 1);
  const points = values.map((each, at) => `${(2 + at * step).toFixed(1)},${(16 - ((each - low) / range) * 12).toFixed(1)}`);
  const svg = create('svg', { class: 'spark', viewBox: '0 0 64 18', role: 'img', 'aria-label': label });
  const [x, y] = points.at(-1).split(',');
  svg.append(create('polyline', { points: points.join(' ') }), create('circle', { cx: x, cy: y, r: 1.8 }));
  return svg;
}
