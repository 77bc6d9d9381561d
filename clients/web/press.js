// Keeps presses from what has just come to the place of something else: a row, a card or a dialog.

import { h } from './dom.js';

/** The milliseconds that people need to see that something has gone, and to read a dialog. */
const GONE = 400, READ = 500;
/** The pixels within which a second press is at the same place. */
const NEAR = 10;
const controlOf = (element) => element.closest('button, a, input, label, select, textarea, summary, [role=row]');
/** What the pointer was pressed on: null if that does not count, undefined between a click and the next press. */
let pressed;
/** The last press that counts. */
let last = { time: -GONE };

/** Shields a place from the pointer for a while; without a place, shields everything. */
function shield(parent, time, place = {}) {
  const element = h('div', { class: 'shield', onmousedown: (event) => event.preventDefault() });
  for (const [side, length] of Object.entries(place)) element.style[side] = `${length}px`;
  parent.append(element);
  // The second frame begins after the first one was drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => element.remove(), time)));
  return element;
}

/** Removes an element, and shields its place, as far as it is in sight in a frame. */
export function vanish(element, frame, remove = () => element.remove()) {
  const { left, top, bottom, width } = element.getBoundingClientRect(), edge = frame.getBoundingClientRect();
  const from = Math.max(top, edge.top), height = Math.min(bottom, edge.bottom) - from;
  if (height > 0) shield(document.body, GONE, { left, top: from, width, height });
  remove();
}

/** Shields a dialog that has appeared, until people can have read it or type. */
export function shieldDialog(dialog) {
  const shielding = shield(dialog, READ);
  dialog.addEventListener('input', () => shielding.remove());
}

function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener('pointerdown', ({ target, timeStamp: time, x, y }) => {
  if (target.matches('.shield')) return;
  const isSecond = time - last.time < GONE && Math.hypot(x - last.x, y - last.y) < NEAR, control = controlOf(target);
  pressed = isSecond && control !== last.control ? null : target;
  if (pressed) last = { time, x, y, control };
}, true);
addEventListener('mousedown', (event) => { if (pressed === null) refuse(event); }, true);
addEventListener('click', (event) => {
  // A tap clicks what is under the finger at its end.
  const isElsewhere = event.detail && pressed !== undefined && !(pressed?.isConnected && event.target.contains(pressed));
  // A key does not answer a dialog that people have not read.
  if (isElsewhere || event.target.closest('dialog:has(> .shield) :is(.primary, .choice)')) refuse(event);
  pressed = undefined;
}, true);
