// The read-only parts of a card: values, records and errors.

import { bdi, button, copyText, h, mark, newId, renew, sparkline, tip } from './dom.js';
import { fraction, isObject, isPlace, isShown } from './screen.js';
import { NONE, clean, formatted, isNumber, link, placeText, shown } from './text.js';

const LONG = 20_000, HISTORY = 24;

/** The content of a value: a link, a text of several lines, a record, or a text in one line. */
export function content(field, value) {
  const target = field.format === 'url' ? link(value) : null;
  if (target) return h('a', { href: target, target: '_blank', rel: 'noopener noreferrer' }, bdi(value));
  if (field.format === 'file' && isPlace(value)) {
    const text = placeText(value, LONG);
    return h('span', { class: 'file' }, bdi(text, LONG), button('Copy', () => copyText(text), { class: 'quiet', 'data-key': text }));
  }
  if (isObject(value)) return record(field, value);
  if (['longText', 'stream'].includes(field.format)) return h('div', { class: 'long', dir: 'auto' }, formatted(field, value, false, LONG));
  return h('bdi', { title: field.format === 'time' && typeof value === 'string' ? clean(value) : null },
    formatted(field, value, false, LONG));
}

/** A bar with its percentage. It has no end if the fraction is unknown. */
const bar = (title, part) => [h('progress', { value: part, 'aria-label': clean(title, 80) }),
  h('span', { class: 'figure' }, part === null ? 'in progress' : `${Math.floor(part * 100 + 1e-9)}%`)]; // 0.29 is 28.999… %.

/** The members of a record, first the declared ones in their order. */
export function record(field, value) {
  const members = field.columns ?? field.members ?? [], declared = new Set(members.map((each) => each.name));
  const others = Object.keys(value).filter((name) => !declared.has(name)).slice(0, 40)
    .map((name) => ({ name, title: name, kind: 'json' }));
  const lines = [...members, ...others].filter((each) => Object.hasOwn(value, each.name) && isShown(each, value[each.name]))
    .map((each) => h('div', { 'data-key': each.name }, h('dt', {}, bdi(each.title, 80)), h('dd', {}, content(each, value[each.name]))));
  return lines.length ? h('dl', { class: 'facts' }, lines) : h('span', { class: 'note' }, NONE);
}

/**
 * A part for a property that people only read: its `element`, and `show(value, isMarked, state)`. An error has a `message`, which may be
 * in the element of another part, or in the one that its `place()` returns.
 */
export function fact(field, onopen) {
  if (field.role === 'error') {
    const message = h('p', { class: 'error', id: newId(), hidden: true, role: 'alert', 'data-property': field.name });
    return { element: h('div', { class: 'place' }, message), message, show(value) {
      message.hidden = !isShown(field, value);
      message.replaceChildren(message.hidden ? '' : bdi(shown(value, 2000), 2000));
    } };
  }
  const title = bdi(field.title, 80), note = tip(field.description);
  const label = h('dt', { title: note }, title), box = h('dd'), errors = h('dd', { class: 'errors' }), history = [];
  const isRecord = field.kind === 'record', isFlag = field.role === 'flag', data = { 'data-property': field.name };
  const element = isFlag ? h('div', { class: 'when-true', ...data, title: note }, title)
    : h(isRecord ? 'dl' : 'div', { class: isRecord ? 'record' : '', ...data }, label, box);
  const place = () => {
    element.append(errors);
    return errors;
  };
  return { element, place: isFlag ? null : place, isFact: !isRecord && !isFlag, show(value, isMarked, state) {
    element.hidden = !isShown(field, value);
    if (isFlag) return;
    if (field.role === 'progress') return renew(box, bar(field.title, fraction(field, state)));
    if (isNumber(value)) history.push(Number(value));
    if (history.length > HISTORY) history.shift();
    const plot = history.length > 2 && !field.choices
      ? sparkline(history, `Last values of ${clean(field.title, 80)}: ${history.slice(-5).join(', ')}`) : null;
    const opening = field.opens?.view && isObject(value) ? button('Open', () => onopen(field), { class: 'quiet' }) : null;
    box.className = isNumber(value) && !field.choices && !field.money ? 'figure' : '';
    renew(box, [content(field, value), plot, opening]);
    if (isMarked) mark(isRecord ? element : box);
  } };
}

/** The members of a row, for a dialog. */
export const rowContent = (field, row) => (isObject(row) ? record(field, row) : content(field.of ?? {}, row));
