// Follows the screens of an app, which the server describes: what people see, and what an event asks, calls, opens and sets.
// Pure functions.

import { clean, isNumber } from './text.js';

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isThere = (value) => value !== null && value !== undefined;
const isFilled = (value) => isThere(value) && value !== '';
const rowsIn = (state, name) => (Array.isArray(at(state, name)) ? state[name] : []);

/** The own member of an object; undefined if it has none. */
export const at = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
export const named = (list, name) => list.find((each) => each.name === name);

/** A JSON text of a value with sorted keys. Only equal values have equal texts: a lone surrogate marks a bigint. */
export const canonical = (value) => JSON.stringify(value, (_, each) => (isObject(each)
  ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
  : typeof each === 'bigint' ? `\ud800${each}` : each)) ?? 'null';
export const isEqual = (one, other) => one === other
  || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other));

/** A screen, or a value in it, with clean titles, descriptions and questions. */
function cleaned(value) {
  if (Array.isArray(value)) return value.map(cleaned);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name,
    typeof each === 'string' && ['title', 'description', 'confirm'].includes(name) ? clean(each) : cleaned(each)])) : value;
}

/** The screens of the list `x-screens` by name, in its order. */
export function screensIn(list) {
  const whole = (each) => ({ asks: [], ...each });
  return new Map(cleaned(list).map((each) => [each.name,
    { ...whole(each), form: { fields: [], ...each.form }, actions: (each.actions ?? []).map(whole) }]));
}

/** The action to call for a view that has been opened; none for one that was joined, which was opened by others. */
export const appearing = ({ actions, onAppear }, isJoined) => (isJoined ? undefined : named(actions, onAppear));

/** The screen to begin with. */
export const start = (screens) => [...screens.values()].find((each) => each.start) ?? null;

/** Whether a value is a question that people can answer. */
export const isQuestion = (value) => typeof at(value, 'id') === 'string' && typeof at(value, 'title') === 'string'
  && (!isThere(at(value, 'message')) || typeof value.message === 'string') && Array.isArray(at(value, 'choices'))
  && value.choices.every((each) => typeof at(each, 'value') === 'string' && typeof at(each, 'title') === 'string');

/** The action and the arguments of a choice; without one, which is Escape, of the first choice that cancels, or null. */
export function answer({ actions }, part, { id, choices }, choice = choices.find(({ role }) => role === 'cancel')) {
  return choice ? { action: named(actions, part.answer), values: { choice: choice.value, question: id } } : null;
}

/** Whether people see a part of a screen, or a member of a record, with this value. */
export const isShown = ({ role }, value) => (role === 'flag' ? value === true
  : role === 'error' ? isFilled(value) : role === 'progress' ? isThere(value)
  : role === 'question' ? isThere(value) && !isQuestion(value) : role !== 'hidden' && role !== 'notice');

/** The name of the part at which an error is shown; undefined if it is shown where it stands. */
export function errorPlace({ parts }, { about }, state) {
  const part = about && named(parts, about);
  return part && part.role !== 'error' && isShown(part, at(state, about)) ? about : undefined;
}

/** The parts of a screen, the columns of rows, or the members of a record, that people see. */
export const visible = ({ parts, columns, members }) => (parts ?? columns ?? members ?? []).filter((each) => each.role !== 'hidden');

/** The parts whose values mean that work is in progress, and the action that cancels it. */
export const busy = (screen, state) => screen.parts.filter(({ name, busyUnless }) => busyUnless && Object.hasOwn(state, name)
  && !busyUnless.some((each) => isEqual(each, state[name])));
export const cancelling = (screen, state) => named(screen.actions, busy(screen, state).find((each) => each.cancel)?.cancel);

/** How far the work of a part is, from 0 to 1; null if that is unknown. */
export function fraction({ name, total }, state) {
  const value = at(state, name), whole = total === undefined ? 1 : at(state, total);
  return isNumber(value) && isNumber(whole) && whole > 0 ? Math.min(1, Math.max(0, Number(value) / Number(whole))) : null;
}

const pick = ({ member }, row) => (member === undefined ? row : at(row, member));

/** The value beside the title, whose shape is `screen.subtitle`; null without one. */
export function subtitle({ subtitle: source }, state) {
  const value = source ? pick(source, at(state, source.property)) : null;
  return isFilled(value) ? value : null;
}

/** The value that names a row, with its field, which is the column `label`; null without one. */
export function rowName({ columns = [], label }, row) {
  const field = named(columns, label), value = at(row, label);
  return field && isFilled(value) ? { field, value } : null;
}

/** The actions that are buttons of a screen, or of each row of one of its parts. */
export const buttons = (screen, part) => screen.actions.filter((each) => !each.notOffered && each.rows === part?.name);

/** The fields that are sent by an action: those of its form, and those that submit to it. */
export const fieldsOf = ({ form, parts }, { name }) => parts.filter((each) => each.submits === name
  || (form.calls === name && form.fields.includes(each.name)));

/** Whether an action is dimmed; it can be called nevertheless. `unsent` are the parts with text that was not sent. */
export const isDimmed = (screen, action, state, unsent) => action.enabledBy !== undefined
  && at(state, action.enabledBy) === false && !fieldsOf(screen, action).some((each) => unsent.includes(each.name));

/** The argument that a row supplies to an action of the rows. */
const fromRow = (action) => action.asks.find((each) => !each.optional);
export function rowArguments(action, part, row) {
  const value = action.rows === part.name ? pick(fromRow(action).from, row) : null;
  return isThere(value) ? { [fromRow(action).name]: value } : {};
}

/** The fields of a screen or an action to ask for, and the arguments after the answers. */
export const asked = ({ asks }, given = {}, all = false) =>
  asks.filter((each) => (all || !each.optional) && !Object.hasOwn(given, each.name));
export const answered = ({ asks }, given, answers) => ({ ...given, ...Object.fromEntries(Object.entries(answers)
  .filter(([name, value]) => value !== null || !named(asks, name)?.optional)) });
/** Whether an answer is not accepted: a required text is not empty, unless the screen says that it may be. */
export const isRefused = ({ kind, optional, mayBeEmpty }, answer) => kind === 'text' && answer === '' && !optional && !mayBeEmpty;

/** The values to offer for a field, each once, as `{value, name}`: the name is that of the row, null if it is the value. */
export function offered({ parts }, { from }, state) {
  const part = from && named(parts, from.property), found = new Map();
  for (const row of part ? rowsIn(state, part.name) : []) {
    const value = pick(from, row), key = typeof value === 'object' ? canonical(value) : value;
    if (isThere(value) && !found.has(key)) found.set(key, { value, name: from.member === part.label ? null : rowName(part, row) });
  }
  return [...found.values()];
}

/** The question before a call with these arguments, and what it is about; null if there is nothing to confirm. */
export function confirmation(screen, action, values, state) {
  if (!action.confirm || asked(action, values).length) return null;
  const part = named(screen.parts, action.rows), field = part && fromRow(action), value = field && values[field.name];
  const row = part && rowsIn(state, part.name).find((each) => isEqual(pick(field.from, each), value));
  return { text: action.confirm, beside: (part && rowName(part, row)) ?? (isFilled(value) ? { field, value } : null) };
}

/** The columns in the order in which a table that becomes narrower leaves them out. */
export const leaving = (columns) => [...columns].reverse().sort((one, other) => (one.priority ?? 0) - (other.priority ?? 0));

const isCount = (value) => !isThere(value) || (typeof value === 'bigint' ? value > 0n : Number.isInteger(value) && value > 0);
/** Whether a value is a place in a file. */
export const isPlace = (value) => typeof at(value, 'path') === 'string' && isCount(at(value, 'line')) && isCount(at(value, 'column'));

/** A view to open, with the value of each parameter from the first place that has it; or the place in a `file`. */
function next(opens, ...places) {
  if (!opens) return null;
  const valueOf = (source) => places.map((each) => at(each, source)).find((value) => value !== undefined);
  if (opens.file !== undefined) return isPlace(valueOf(opens.file)) ? { file: valueOf(opens.file) } : null;
  const params = Object.fromEntries(Object.entries(opens.params ?? {}).map(([name, source]) => [name, valueOf(source)])
    .filter(([, value]) => isThere(value)));
  return (opens.requires ?? []).every((name) => Object.hasOwn(params, name)) ? { type: opens.view, params } : null;
}

const leads = ({ opens }, value) => (opens?.on === 'true' ? value === true : opens?.on === 'value' && isThere(value));

/** The view or file that a chosen value, row or record opens, and the view that a call opens. */
export const chosen = ({ opens }, value) => (['row', 'record'].includes(opens?.on) && isThere(value) ? next(opens, value)
  : opens?.on === 'value' && opens.file !== undefined ? next(opens, { [opens.file]: value }) : null);
export const settled = (action, values, state) => next(action.opens, values, state);
/** The views and files that a change opens. A file is only offered, unless a call of the user is in progress. */
export const changed = (screen, before, after, isCalling) => screen.parts
  .filter((each) => Object.hasOwn(before, each.name) && leads(each, at(after, each.name))
    && !isEqual(before[each.name], after[each.name]))
  .map((part) => ({ part, view: next(part.opens, after) })).filter((each) => each.view)
  .map((each) => ({ ...each, isOffered: each.view.file !== undefined && !isCalling }));

/** The notices that a change brings, to be shown once, and the properties to set. */
export function noticed({ parts }, before, after) {
  const isNew = ({ role, name }) => role === 'notice' && Object.hasOwn(before, name)
    && typeof at(after, name) === 'string' && isFilled(after[name]) && after[name] !== before[name];
  const found = parts.filter(isNew), sets = found.filter((each) => each.editable).map(({ name }) => [name, null]);
  return { texts: found.map(({ name }) => after[name]), sets: Object.fromEntries(sets) };
}

/** The properties to set when the user comes back from the view that a part has opened. */
export const returned = (part, state) => (leads(part, at(state, part.name)) && part.opens.resets
  ? { [part.name]: part.opens.on === 'true' ? false : null } : {});

/** The action that Enter calls in the last field of the form, and its arguments. `held` returns the value of a field. */
export const entered = ({ form, actions }, held) => ({ action: named(actions, form.calls),
  given: Object.fromEntries((form.passes ?? []).map((name) => [name, held(name)])) });

/** The row to scroll a part to, undefined if it stays; and the properties to set. There is no state before a snapshot. */
export function scrolling({ name, scroll }, before, after, isEndInSight) {
  const rows = rowsIn(after, name), target = scroll?.target ? at(after, scroll.target) : null;
  const row = isThere(target) ? rows.findIndex((each) => isEqual(at(each, scroll.member), target)) : -1;
  if (row >= 0) return { row, sets: scroll.resets ? { [scroll.target]: null } : {} };
  const follows = scroll && rows.length && (!before || (isEndInSight && rows.length > rowsIn(before, name).length));
  return { row: follows ? rows.length - 1 : undefined, sets: {} };
}
