// The test vectors for hints, with the functions that the page uses.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import * as follow from '../follow.js';
import { at, viewTypes } from '../hints.js';
import { leaving } from '../rows.js';
import { formatted } from '../text.js';

const vectors = new URL('../../../schemas/vectors/', import.meta.url);
const EVENTS = ['begun', 'picked', 'opened', 'joined', 'changed', 'got', 'chosen', 'called', 'settled', 'refused',
  'entered', 'returned', 'submitted', 'cancelled'];
const names = (fields) => fields.map((each) => each.name);
const by = (fields, value) => Object.fromEntries(fields.map((each) => [each.name, value(each)]));
const titles = (fields) => by(fields, (each) => each.title);
const secrets = (fields) => names(fields.filter((each) => each.secret));
const formats = (fields) => Object.fromEntries(fields.filter((each) => each.format || each.currency)
  .map((each) => [each.name, each.format || { money: each.currency }]));
const opened = (view) => ({ type: view.type.name, params: view.params });

function results({ document, type: name, state = {}, when = {}, inSight = [] }) {
  const types = viewTypes(document), type = types.get(name);
  const [[event, value] = []] = Object.entries(when);
  assert.ok(!event || EVENTS.includes(event), `no such event: ${event}`);
  const property = (each) => type.properties.find((one) => one.name === each);
  const place = (each) => ('row' in each ? state[each.property][each.row] : state[each.property]);
  const isSnapshot = event === 'opened' || event === 'joined';
  const after = event === 'changed' || event === 'got' ? { ...state, ...value } : state;
  const scrolls = () => type.properties.filter((each) => each.kind === 'rows').map((each) => [each.name,
    follow.scrolling(type, each, isSnapshot ? null : state, after, inSight.includes(each.name))]);

  /** The action that the event calls, with the given arguments. */
  function call() {
    if (event === 'entered') {
      const action = follow.submission(type);
      return [action, action && follow.submitted(type, action, (each) => value[each])];
    }
    if (event === 'submitted') return [follow.actionOf(type, property(value.property).submits), {}];
    if (event === 'cancelled') return [follow.cancelling(type, state), {}];
    const action = follow.actionOf(type, value.action);
    return [action, value.at ? follow.rowArguments(action, value.at.property, place(value.at)) : {}];
  }

  return {
    start: () => follow.start(types)?.name ?? null,
    order: () => ({ viewTypes: [...types.keys()], params: names(type.params), properties: names(type.properties),
      actions: names(type.actions), arguments: by(type.actions, (each) => names(each.arguments)),
      members: by(type.properties, (each) => names(each.members)) }),
    titles: () => ({ viewType: type.title, params: titles(type.params), properties: titles(type.properties),
      actions: titles(type.actions), arguments: by(type.actions, (each) => titles(each.arguments)),
      members: by(type.properties, (each) => titles(each.members)) }),
    secrets: () => ({ params: secrets(type.params), properties: secrets(type.properties),
      arguments: by(type.actions, (each) => secrets(each.arguments)) }),
    busy: () => names(follow.busy(type, state)),
    errors: () => by(type.properties.filter((each) => follow.isErrorAt(each, at(state, each.name))), (each) => state[each.name]),
    filters: () => by(type.properties.filter((each) => each.filters), (each) => each.filters),
    rowActions: () => by(type.properties.filter((each) => each.kind === 'rows'), (each) => names(follow.rowActions(type, each.name))),
    offers: () => by(type.actions, (action) => by(action.arguments, (each) => follow.offered(each, state))),
    asks() {
      if (event === 'begun') return [];
      if (event === 'picked') return names(follow.askedParams(type));
      const [action, given] = call();
      return action ? names(follow.asked(action, given, value.all)) : [];
    },
    calls() {
      if (event === 'opened') return type.onAppear ? { action: type.onAppear, arguments: {} } : null;
      if (event === 'joined') return null;
      const [action, given] = call();
      return action ? { action: action.name, arguments: { ...given, ...follow.answered(action.arguments, value.answers ?? {}) } } : null;
    },
    opens() {
      if (event === 'chosen') return [follow.chosen(types, property(value.property), place(value))].filter(Boolean).map(opened);
      if (event === 'refused') return [];
      if (event === 'settled') {
        return [follow.settled(types, follow.actionOf(type, value.action), value.arguments, state)].filter(Boolean).map(opened);
      }
      return follow.changed(types, type, isSnapshot ? {} : state, after).map((each) => opened(each.view));
    },
    sets() {
      if (event === 'returned') return follow.returned(property(value.property), state);
      if (event === 'submitted') return { [value.property]: value.value };
      return Object.assign({}, ...scrolls().map(([, each]) => each.sets));
    },
    subtitle() {
      const found = follow.subtitle(type, state);
      return found && formatted(found.field, found.value);
    },
    shown: () => ({ properties: names(type.properties.filter((each) => follow.isShown(each, at(state, each.name)))),
      members: by(type.properties, (each) => names(each.members.filter((one) => !one.never))) }),
    formats: () => ({ properties: formats(type.properties),
      members: Object.fromEntries(Object.entries(by(type.properties, (each) => formats(each.members))).filter(([, each]) => Object.keys(each).length)) }),
    values: () => by(type.properties.filter((each) => each.name in state), (each) => formatted(each, state[each.name])),
    leavesOut: () => by(type.properties.filter((each) => each.kind === 'rows'),
      (each) => names(leaving(each.members.filter((one) => !one.never)))),
    scrollsTo: () => Object.fromEntries(scrolls().filter(([, each]) => each.row !== undefined).map(([each, { row }]) => [each, row])),
    focus: () => (property(value.property).submits ? value.property : null),
    cancellable: () => names(type.actions.filter((each) => each.cancellable)),
  };
}

/** The members of a result that a case names. */
const wanted = (found, expected) => (Array.isArray(expected) || typeof expected !== 'object' ? found
  : Object.fromEntries(Object.keys(expected).map((each) => [each, found[each]])));

for (const directory of ['hints', 'screens']) {
  for (const file of readdirSync(new URL(directory, vectors))) {
    for (const each of JSON.parse(readFileSync(new URL(`${directory}/${file}`, vectors), 'utf8')).cases) {
      test(`${file}: ${each.name}`, () => {
        const found = results(each);
        for (const [name, expected] of Object.entries(each.then)) {
          let value = found[name]();
          if (['order', 'titles', 'secrets', 'shown'].includes(name)) {
            value = Object.fromEntries(Object.entries(expected).map(([part, one]) => [part,
              part === 'arguments' || part === 'members' || name === 'titles' ? nested(value[part], one) : value[part]]));
          } else if (name === 'formats' && !('members' in expected)) {
            value = { properties: value.properties };
          } else if (name === 'filters' || name === 'rowActions') {
            value = wanted(value, expected);
          }
          assert.deepEqual(value, expected, name);
        }
      });
    }
  }
}

function nested(found, expected) {
  if (Array.isArray(expected) || typeof expected !== 'object') return found;
  return Object.fromEntries(Object.entries(expected).map(([name, each]) => [name, nested(found[name], each)]));
}
