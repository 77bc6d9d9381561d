// The fields of a card: what is edited, and how it is sent, submitted and emptied.

import { bdi, h, iconButton } from './dom.js';
import { Editor } from './fields.js';
import * as follow from './follow.js';
import { at } from './hints.js';

export class Form {
  editors = new Map();
  /** The texts that were not sent and are no longer in their fields. */
  unsent = h('div', { class: 'error unsent', role: 'status', hidden: true });
  /** The end of the last call that empties fields. The next one waits for it. */
  _tail = Promise.resolve();
  /** The number of such calls whose texts were not sent. */
  _failures = 0;

  /** The card has the view, calls actions, and shows errors. */
  constructor(card) { this.card = card; }

  /** Adds the input of a property. */
  add(field) {
    const editor = new Editor(field, {
      onedit: () => { if (field.filters) this._filter(editor); },
      oncommit: () => {
        const isSent = field.kind === 'choice' || !(field.secret || field.filters);
        if (isSent && editor.isEdited) this.card.attempt(() => this._send([editor]));
      },
      onenter: () => this._enter(editor),
    });
    this.editors.set(field.name, editor);
    return editor;
  }

  /** The first field that somebody types into. */
  get first() {
    return [...this.editors.values()].find(({ field }) => !field.filters && field.kind !== 'choice' && !field.nullable);
  }

  /** The edited fields. A text that is not a value fails. */
  _edited() {
    const edited = [...this.editors.values()].filter((each) => each.isEdited);
    for (const each of edited) this._value(each);
    return edited;
  }

  _value(editor) {
    try {
      return editor.value;
    } catch (error) {
      throw Object.assign(error, { path: `/${editor.field.name.replaceAll('~', '~0').replaceAll('/', '~1')}` });
    }
  }

  /** Sets the properties of edited fields: all or none. */
  async _send(edited) {
    if (!edited.length) return;
    const { view } = this.card, values = Object.fromEntries(edited.map((each) => [each.field.name, this._value(each)]));
    const texts = edited.map((each) => each.beginSending());
    let isSet = false;
    try {
      await view.set(values);
      isSet = true;
    } finally {
      edited.forEach((each, index) => each.endSending(texts[index], isSet));
    }
    for (const each of edited) if (Object.hasOwn(view.state, each.field.name)) each.show(view.state[each.field.name]);
  }

  _filter(editor) {
    this.filteredAt = performance.now();
    this.card.attempt(() => this._send([editor]));
  }

  /** Enter in a field: sets the fields, and calls the action of the field, or of the form if it is the last field. */
  _enter(editor) {
    const { card } = this, { type } = card, own = follow.actionOf(type, editor.field.submits);
    if (own) return card.request(own);
    const typed = [...this.editors.values()].filter((each) => follow.isTyped(each.field));
    const next = typed[typed.indexOf(editor) + 1], action = follow.submission(type);
    if (!typed.includes(editor)) return card.attempt(() => this._send(this._edited()));
    if (next) return next.input.focus(); // The field that is left sends its text.
    if (!action) return card.attempt(() => this._send(this._edited()));
    typed[0].input.select?.();
    return card.attempt(() => follow.submitted(type, action, (name) => this._held(name)),
      (given) => card.request(action, { given }));
  }

  /** The value of a field: the edited one, or else that of the server, if the server sends it. */
  _held(name) {
    const editor = this.editors.get(name), { state } = this.card;
    return editor.isEdited || !Object.hasOwn(state, name) ? this._value(editor) : state[name];
  }

  /** The fields that an action submits, without its arguments, for a copy of the call. Secret texts are not included. */
  submittedBy(action, values) {
    const { type, view: { state } } = this.card, isForm = follow.submission(type)?.name === action.name;
    const fields = [...this.editors.values()].map((each) => each.field).filter((each) => !Object.hasOwn(values, each.name)
      && (each.submits === action.name || action.empties.includes(each.name) || (isForm && follow.isTyped(each))));
    return Object.fromEntries(fields.filter((each) => each.secret || Object.hasOwn(state, each.name))
      .map((each) => [each.name, each.secret ? '' : state[each.name]]));
  }

  /** Sends the edited fields, and calls an action. */
  async call(action, values) {
    const edited = this._edited(), emptied = action.empties.map((name) => this.editors.get(name)).filter(Boolean);
    if (emptied.length) return this._callEmptying(action, values, edited, emptied);
    await this._send(edited);
    return this.card.lines.run(action, values);
  }

  /**
   * Calls an action that empties fields. They are empty at once, for the next text. The next call waits for the end of this
   * one, and is not sent if the texts of this one were not.
   */
  async _callEmptying(action, values, edited, emptied) {
    const kept = new Map(edited.map((each) => [each, { value: each.value, text: each.text }]));
    for (const each of emptied) each.beginEmptying();
    const before = this._tail, failures = this._failures, { view, lines } = this.card;
    let end, isSet = false, isLost = false;
    this._tail = new Promise((resolve) => { end = resolve; });
    try {
      await before;
      if (failures !== this._failures || view !== this.card.view) return;
      if (kept.size) await view.set(Object.fromEntries([...kept].map(([{ field }, { value }]) => [field.name, value])));
      isSet = true;
      await lines.run(action, values);
    } catch (error) {
      isLost = !error.kind;
      throw error;
    } finally {
      for (const each of emptied) this._endEmptying(each, kept.get(each), view.state, isSet, isLost);
      for (const [each, { text }] of kept) {
        if (isSet && !emptied.includes(each)) each.sent(text);
      }
      end();
    }
  }

  _endEmptying(editor, kept, state, isSet, isLost) {
    const { field } = editor;
    if (Object.hasOwn(state, field.name)) editor.show(state[field.name]);
    const text = kept && (!isSet || at(state, field.name) === kept.value) ? kept.text : '';
    if (text) this._failures += 1;
    if (!editor.endEmptying(text, isLost) && text && !field.secret) this._addUnsent(text);
  }

  _addUnsent(text) {
    const { unsent } = this;
    unsent.hidden = false;
    unsent.append(h('p', {}, 'Not sent: ', bdi(text, 2000)));
    if (unsent.childElementCount > 1) return;
    unsent.append(iconButton('close', 'Dismiss', () => {
      unsent.hidden = true;
      unsent.replaceChildren();
    }));
  }
}
