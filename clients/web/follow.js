// Follows the hints: the reactions of a front end to states and events. Pure functions on the view types of `hints.js`.

import { at, canonical, isEqual, isNumber, isObject } from './hints.js';

/** The view type to open first: the one with `isStart`, or else the first without parameters. */
export const start = (types) => [...types.values()].find((each) => each.isStart)
  ?? [...types.values()].find((each) => !each.params.length) ?? null;

export const actionOf = (type, name) => type.actions.find((each) => each.name === name) ?? null;
const valueAt = (source, row) => (source.member === null ? row : at(row, source.member));
const fits = (field, value) => !field.whenTrue || value === true;

/** Whether people see a property of this value. */
export const isShown = (field, value) => !field.never && fits(field, value);

/** The destination that the value of a property opens by a change. */
const valueOpens = (field) => (['rows', 'record'].includes(field.kind) ? null : field.opens);

/** Whether a card has a part for the property. A value that only opens a view is not shown. */
export const isPart = (field) => !field.never && !valueOpens(field);

/** Whether the property is a field of the form. */
export const isTyped = (field) => ['text', 'integer', 'number'].includes(field.kind) && field.settable
  && !(field.filters || field.opens || field.error || field.never || field.submits);

/** The properties whose values mean that work is in progress. */
export const busy = (type, state) => type.properties.filter((each) => each.idle && Object.hasOwn(state, each.name)
  && !each.idle.some((value) => isEqual(value, state[each.name])));

export const isErrorAt = (field, value) => field.error && value !== null && value !== undefined && value !== '';

/** The action that cancels work that began by itself. */
export const cancelling = (type, state) => actionOf(type, busy(type, state).find((each) => each.cancel)?.cancel);

/** The value of the subtitle with its field; null without one. */
export function subtitle(type, state) {
  const { property, member } = type.subtitle ?? {};
  const value = type.subtitle ? valueAt(type.subtitle, at(state, property)) : null;
  if (!(isNumber(value) || (typeof value === 'string' && value))) return null;
  const owner = type.properties.find((each) => each.name === property);
  const field = member === null ? owner : owner.members.find((each) => each.name === member);
  return field ? { field, value } : null;
}

/** The actions of the rows of an array, and the actions of the view. */
export const rowActions = (type, property) => type.actions.filter((each) => each.rowSource?.property === property);
export const ownActions = (type) => type.actions.filter((each) => !each.rowSource);

/** The argument of an action at a row; empty if the row supplies no value, or the action is not one of these rows. */
export function rowArguments(action, property, row) {
  const value = action.rowSource?.property === property ? valueAt(action.rowSource, row) : null;
  return value === null || value === undefined ? {} : { [action.required[0].name]: value };
}

/** The values that an argument is offered, each once. */
export function offered(argument, state) {
  const rows = argument.source && !argument.secret ? at(state, argument.source.property) : null;
  const values = new Map();
  for (const row of Array.isArray(rows) ? rows : []) {
    const value = valueAt(argument.source, row);
    if (value !== null && value !== undefined) {
      const key = typeof value === 'object' ? canonical(value) : value;
      if (!values.has(key)) values.set(key, value);
    }
  }
  return [...values.values()];
}

/** The parameters to ask for when the user chooses a view type: the required ones, or all. */
export const askedParams = (type, all = false) => type.params.filter((each) => all || each.required);

/** The arguments to ask for: the required ones, or all, without those that are given. */
export const asked = (action, given, all = false) => (all ? action.arguments : action.required)
  .filter((each) => !Object.hasOwn(given, each.name));

/** The answers without those that are null, unless the field is required. */
export const answered = (fields, answers) => Object.fromEntries(Object.entries(answers)
  .filter(([name, value]) => value !== null || fields.some((each) => each.name === name && each.required)));

/** The action that Enter calls in the last field of the form. */
export function submission(type) {
  const fields = type.properties.filter(isTyped).map((each) => each.name);
  const free = ownActions(type).filter((each) => each.name !== type.onAppear);
  const taking = free.filter((each) => fields.every((name) => each.arguments.some((one) => one.name === name)));
  const found = taking.length ? taking : free.filter((each) => !each.required.length);
  return fields.length && found.length === 1 ? found[0] : null;
}

/** The required arguments of a submission that are fields of the form. `held` returns the value of a field. */
export const submitted = (type, action, held) => Object.fromEntries(action.required
  .filter((each) => type.properties.some((one) => one.name === each.name && isTyped(one)))
  .map((each) => [each.name, held(each.name)]));

function nextView(types, destination, ...places) {
  const type = types.get(destination?.type);
  if (!type) return null;
  const params = Object.fromEntries(destination.params
    .map(([name, member]) => [name, places.find((each) => Object.hasOwn(each, member))?.[member] ?? null])
    .filter(([, value]) => value !== null));
  return type.params.every((each) => !each.required || Object.hasOwn(params, each.name)) ? { type, params } : null;
}

const leads = (field, value) => Boolean(valueOpens(field)) && !(typeof value === 'object' && value !== null)
  && (field.isBoolean ? value === true : value !== null && value !== undefined);

/** The view that a chosen row or record opens. */
export const chosen = (types, field, value) => (value === null || value === undefined
  ? null : nextView(types, field.opens, isObject(value) ? value : {}));

/** The properties that open a view by a change, with these views. A snapshot has no state before. */
export const changed = (types, type, before, after) => type.properties
  .filter((each) => Object.hasOwn(before, each.name) && leads(each, at(after, each.name))
    && !isEqual(before[each.name], after[each.name]))
  .map((field) => ({ field, view: nextView(types, field.opens, after) })).filter((each) => each.view);

/** The view that an action opens when its call has ended, and was neither refused nor cancelled. */
export const settled = (types, action, given, state) => nextView(types, action.opens, given, state);

/** The properties to set when the user comes back from the view that a property has opened. */
export function returned(field, state) {
  if (!field.settable || !leads(field, at(state, field.name))) return {};
  return field.isBoolean ? { [field.name]: false } : field.nullable ? { [field.name]: null } : {};
}

/** The row to scroll an array to, undefined if it stays; and the properties to set. */
export function scrolling(type, field, before, after, isEndInSight) {
  const rows = at(after, field.name), none = { sets: {} };
  if (!field.fromEnd || !Array.isArray(rows)) return none;
  const value = field.target ? at(after, field.target.property) ?? null : null;
  if (value !== null) {
    const row = rows.findIndex((each) => isEqual(at(each, field.target.member), value));
    const target = type.properties.find((each) => each.name === field.target.property);
    if (row >= 0) return { row, sets: target.settable && target.nullable ? { [target.name]: null } : {} };
  }
  const earlier = before && at(before, field.name);
  const isLonger = !before || rows.length > (earlier?.length ?? 0);
  if (!rows.length || !isLonger || (before && !isEndInSight)) return none;
  return { row: rows.length - 1, sets: {} };
}
