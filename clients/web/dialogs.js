// Dialogs: a form that asks for values, a question, and a record.

import { bdi, button, h, iconButton, newId } from './dom.js';
import { Editor } from './fields.js';
import { shieldDialog } from './press.js';
import { isRefused } from './screen.js';

/** Opens a dialog. Escape or a click beside it closes it, and the focus returns to where it was. */
export function dialog(title, content, onclose) {
  const id = newId();
  const element = h('dialog', { 'aria-labelledby': id, closedby: 'any' },
    h('header', {}, h('h2', { id }, bdi(title, 300)), iconButton('close', 'Close', () => element.close())), content);
  // A click beside it does not take the focus from its field.
  element.addEventListener('mousedown', (event) => { if (event.target === element) event.preventDefault(); });
  element.addEventListener('close', () => {
    element.remove();
    onclose?.();
  });
  document.body.append(element);
  element.showModal();
  shieldDialog(element);
  return element;
}

/**
 * Asks for the values of fields; those that are left out are null. The result is null if the dialog was closed. `known` are
 * first values, `offered` returns the values to choose from with their names, `failure` is `{path, message}` of an earlier attempt.
 */
export function ask(title, fields, { label = 'OK', description = '', known = {}, offered = () => [], failure } = {}) {
  return new Promise((resolve) => {
    let answers = null;
    const editors = fields.map((field, at) => new Editor(field, { isAsked: true, offered: offered(field), fields,
      onedit: () => { element.closedBy = 'closerequest'; }, // A click beside it does not discard what was typed.
      onenter: () => (editors[at + 1] ? editors[at + 1].enter() : form.requestSubmit()) }));
    const form = h('form', { method: 'dialog', novalidate: true,
      onsubmit(event) {
        event.preventDefault();
        const given = [];
        let wrong;
        for (const each of editors) {
          try {
            const value = each.field.optional && each.text === '' ? null : each.valueOf();
            if (isRefused(each.field, value)) throw new Error(`${each.field.title} must not be empty.`);
            given.push([each.field.name, value]);
          } catch (error) {
            each.fail(error.message);
            wrong ??= each;
          }
        }
        if (wrong) return wrong.input.focus();
        answers = Object.fromEntries(given);
        element.close();
      } },
    description && h('p', { class: 'note' }, bdi(description, 500)), editors.map((each) => each.element),
    h('footer', {}, button('Cancel', () => element.close()), h('button', { type: 'submit', class: 'primary' }, bdi(label, 80))));
    const element = dialog(title, form, () => resolve(answers));
    for (const each of editors) if (Object.hasOwn(known, each.field.name)) each.show(known[each.field.name]);
    const wrong = failure && editors.find((each) => each.field.name === failure.name);
    if (failure) (wrong ?? editors[0])?.fail(failure.message);
    (wrong ?? editors[0])?.enter();
  });
}

/** Asks whether people mean to call an action. `row` is the name of its row. */
export function confirm(question, row, { title, destructive }) {
  return new Promise((resolve) => {
    let isConfirmed = false;
    const no = button('Cancel', () => element.close());
    const yes = button(bdi(title, 80), () => {
      isConfirmed = true;
      element.close();
    }, { class: `primary ${destructive ? 'destructive' : ''}` });
    const element = dialog(question, h('div', {}, row && h('p', {}, bdi(row, 300)), h('footer', {}, no, yes)),
      () => resolve(isConfirmed));
    (destructive ? no : yes).focus();
  });
}
