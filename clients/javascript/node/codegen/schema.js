// Checks the schema of an app, so that the rest of the generator can rely on its shape.

import { isObject } from '../../src/fold.js';

/** The input is not the schema of an app. */
export class SchemaError extends Error {
  name = 'SchemaError';
}

const isTexts = (value) => Array.isArray(value) && value.every((each) => typeof each === 'string');

function require(holds, where, what) {
  if (!holds) throw new SchemaError(`${where} is not ${what}`);
}

function each(container, name, where, visit) {
  const members = container[name] ?? {};
  const place = where ? `${where}.${name}` : name;
  require(isObject(members), place, 'an object');
  for (const [key, value] of Object.entries(members)) visit(value, `${place}.${key}`);
}

function described(value, where) {
  require(isObject(value), where, 'an object');
  require(typeof (value.description ?? '') === 'string', `${where}.description`, 'a string');
}

function checkSchema(schema, where) {
  if (typeof schema === 'boolean') return; // Allows any value, or none.
  described(schema, where);
  require(typeof (schema.$ref ?? '') === 'string', `${where}.$ref`, 'a string');
  require(isTexts(schema.required ?? []), `${where}.required`, 'an array of strings');
  require(typeof (schema.type ?? '') === 'string' || isTexts(schema.type), `${where}.type`, 'a string or an array of strings');
  for (const name of ['anyOf', 'enum', 'oneOf']) {
    const values = schema[name] ?? [true];
    require(Array.isArray(values) && values.length, `${where}.${name}`, 'a non-empty array');
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) checkSchema(part, where);
  for (const name of ['additionalProperties', 'items']) checkSchema(schema[name] ?? true, `${where}.${name}`);
  each(schema, 'properties', where, checkSchema);
}

function checkObject(schema, where) {
  require(isObject(schema), where, 'an object');
  checkSchema(schema, where);
}

/** Checks the parts of a schema from which types are generated. Throws a SchemaError with the place of the fault. */
export function checkApp(schema) {
  if (!isObject(schema?.viewTypes)) {
    throw new SchemaError('not the schema of an app: expected an object with the member viewTypes');
  }
  each(schema, '$defs', '', checkSchema);
  each(schema, 'viewTypes', '', (view, where) => {
    described(view, where);
    checkObject(view.params ?? {}, `${where}.params`);
    each(view, 'properties', where, checkObject);
    each(view, 'actions', where, (action, place) => {
      described(action, place);
      checkObject(action.arguments ?? {}, `${place}.arguments`);
    });
  });
}

const theirs = '#/components/schemas/';
const ours = '#/$defs/';

/** The names of the definitions to which a value refers directly. */
function* references(value) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.$ref === 'string') yield value.$ref.replace(theirs, '');
  for (const member of Object.values(value)) yield* references(member);
}

/** The schema of an app from the reply to `rpc.discover`, without the definitions of the protocol. */
export function appSchema(document) {
  const types = document?.['x-viewTypes'];
  if (!isObject(types)) throw new SchemaError('the reply to rpc.discover is not the document of an app: it has no x-viewTypes');
  const schemas = document.components?.schemas ?? {};
  const used = new Set(references(types));
  for (const name of used) for (const reference of references(schemas[name])) used.add(reference);
  const renamed = (value) => JSON.parse(JSON.stringify(value, (key, member) =>
    key === '$ref' && typeof member === 'string' ? member.replace(theirs, ours) : member));
  const names = Object.keys(schemas).filter((name) => used.has(name));
  return { $defs: Object.fromEntries(names.map((name) => [name, renamed(schemas[name])])), viewTypes: renamed(types) };
}
