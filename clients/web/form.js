// The fields of a card: what is edited, and how it is sent and submitted.

import { Editor } from './fields.js';
import * as follow from './follow.js';

export class Form {
  editors = new Map();

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

  /** The edited fields, and those that submit an action. A text that is not a value fails. */
  _edited(action) {
    const edited = [...this.editors.values()].filter((each) => each.isEdited
      || (each.isExact && action && each.field.submits === action.name));
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

  /** Sets the properties of edited fields: all or none. They are set after a turn, with the texts of now. */
  async _send(edited, turn) {
    if (!edited.length) return turn;
    const { view } = this.card, values = Object.fromEntries(edited.map((each) => [each.field.name, this._value(each)]));
    const texts = edited.map((each) => each.beginSending());
    let isSet = false;
    try {
      await turn;
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
    if (own) {
      editor.input.select?.(); // The next text replaces this one.
      return card.request(own);
    }
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
      && (each.submits === action.name || (isForm && follow.isTyped(each))));
    return Object.fromEntries(fields.filter((each) => each.secret || Object.hasOwn(state, each.name))
      .map((each) => [each.name, each.secret ? '' : state[each.name]]));
  }

  /** Sends the edited fields, and calls an action. What the next call sets is sent after this call. */
  async call(action, values) {
    let run;
    const sending = this._send(this._edited(action), this._turn);
    this._turn = sending.then(() => { run = this.card.lines.run(action, values); }).catch(() => {});
    await sending;
    await this._turn;
    return run;
  }
}
