// A question of the app: a dialog, or a line with a button while people type, or have closed the dialog.

import { dialog } from './dialogs.js';
import { bdi, button, h, notify } from './dom.js';
import { isWriting } from './focus.js';
import { fact } from './parts.js';
import { vanish } from './press.js';
import { isEqual, isQuestion } from './screen.js';
import { clean } from './text.js';

export const ELSEWHERE = 'answered elsewhere';

export class Question {
  /** The question that is there, and the dialog that asks it. */
  _question = null;
  _dialog = null;

  /** `onanswer(question, choice)` answers, and waits for the end. Without a choice it is Escape, which may answer nothing. */
  constructor(field, onanswer) {
    this._onanswer = onanswer;
    this._title = h('span');
    this._line = h('div', { class: 'question', hidden: true }, this._title, button('Answer', () => this._ask(), { class: 'primary' }));
    this._record = fact(field);
    this.element = h('div', { class: 'place', 'data-property': field.name }, this._line, this._record.element);
  }

  show(value, isMarked) {
    const question = isQuestion(value) ? value : null, before = this._question;
    this._record.show(value, isMarked);
    if (isEqual(question, before)) return;
    const isOther = question?.id !== before?.id;
    if (isOther && this._dialog) notify(ELSEWHERE);
    const wasOpen = this._close();
    this._question = question;
    this._title.replaceChildren(bdi(question?.title ?? '', 300));
    this._line.hidden = !question;
    if (!question || (!isOther && !wasOpen)) return;
    if (isWriting() || document.querySelector('dialog[open]')) notify(`Question: ${question.title}`); else this._ask();
  }

  /** The view has ended, and with it the question. */
  end() {
    this._close();
    this._question = null;
    this._line.hidden = true;
  }

  /** Closes the dialog by itself, and returns whether it was open. */
  _close() {
    const element = this._dialog;
    this._dialog = null;
    if (element) vanish(element, document.body, () => element.close());
    return Boolean(element);
  }

  _ask() {
    const question = this._question, { title, message, choices } = question;
    const press = ({ key, repeat }) => {
      if (key !== 'Escape' || repeat) return;
      // A key that was meant for something else does not answer what people have not read.
      if (element.querySelector(':scope > .shield')) element.close(); else this._answer(question, undefined);
    };
    const buttons = choices.map((each) => button(bdi(each.title, 80), () => this._answer(question, each),
      { class: `choice ${{ preferred: 'primary', destructive: 'destructive' }[each.role] ?? ''}` }));
    const element = this._dialog = dialog(title, h('div', { tabindex: -1 }, message && h('p', { class: 'long' }, clean(message, 4000, true)),
      h('footer', {}, buttons)), () => { if (this._dialog === element) this._dialog = null; });
    element.closedBy = 'closerequest'; // A click beside it is not an answer.
    element.addEventListener('keydown', press);
    const first = ['preferred', 'cancel'].map((role) => choices.findIndex((each) => each.role === role)).find((at) => at >= 0);
    buttons[first]?.focus();
  }

  async _answer(question, choice) {
    const answer = this._onanswer(question, choice);
    this._dialog?.close();
    this._dialog = null; // If the question goes now, the user has answered it.
    this._line.hidden = Boolean(answer);
    await answer;
    this._line.hidden = !this._question;
  }
}
