// Generates the TypeScript declarations for the views of an app.

import { isObject } from '../../src/fold.js';
import { stringify } from '../../src/json.js';
import { checkApp, SchemaError } from './schema.js';

const scalars = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };
const nothing = 'Record<string, never>'; // `{}` would accept every member.

/** The name of a type: `counterA` becomes `CounterA`. */
const typeName = (name) => name.split(/[^\p{L}\p{N}_$]+/u).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  .replace(/^(?![\p{L}_$])/u, '_');
const memberName = (name) => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name));
const indented = (text) => text.replace(/^(?=.)/gm, '  ');
const union = (types) => [...new Set(types)].sort((a, b) => (a === 'null') - (b === 'null')).join(' | ') || 'never';

/** The description of a schema as a comment; empty if it has none. */
function comment({ description } = {}) {
  if (!description) return '';
  const lines = description.replaceAll('*/', '*\\/').split(/\r?\n/);
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** An object type; `members` are `[name, type, isRequired, schema]`. */
function objectType(members, empty = '{}') {
  const lines = members.map(([name, type, isRequired, schema]) =>
    indented(`${comment(schema)}${memberName(name)}${isRequired ? '' : '?'}: ${type};\n`));
  return lines.length ? `{\n${lines.join('')}}` : empty;
}

/** The types of the definitions of a schema. */
class Types {
  #definitions;
  #names = new Map();
  #taken;

  constructor(definitions, taken) {
    this.#definitions = definitions;
    this.#taken = new Set(taken);
    for (const name of Object.keys(definitions)) this.#names.set(name, this.#fresh(typeName(name)));
  }

  #fresh(name) {
    const free = this.#taken.has(name) ? this.#fresh(`${name}_`) : name;
    this.#taken.add(free);
    return free;
  }

  declarations() {
    return Object.entries(this.#definitions).map(([name, schema]) => {
      const type = this.#isCircular(name, schema) ? 'any' : this.of(schema);
      const head = isObject(schema) && schema.properties && type.startsWith('{') ? ['interface', ''] : ['type', ' ='];
      return `${comment(schema)}export ${head[0]} ${this.#names.get(name)}${head[1]} ${type}${head[1] && ';'}\n`;
    });
  }

  /** Whether an alias refers to itself other than through an object or array, which TypeScript does not accept. */
  #isCircular(name, schema, seen = new Set()) {
    if (!isObject(schema)) return false;
    const reference = schema.$ref?.replace('#/$defs/', '');
    if (reference === name) return true;
    const parts = reference === undefined ? schema.anyOf ?? schema.oneOf ?? [] : [this.#definitions[reference]];
    if (reference !== undefined && seen.has(reference)) return false;
    return parts.some((part) => this.#isCircular(name, part, new Set([...seen, reference])));
  }

  of(schema) {
    if (!isObject(schema)) return schema === false ? 'never' : 'any';
    if (schema.$ref !== undefined) {
      const name = this.#names.get(schema.$ref.replace('#/$defs/', ''));
      if (name === undefined) throw new SchemaError(`${JSON.stringify(schema.$ref)} is not defined in $defs`);
      return name;
    }
    if ('enum' in schema || 'const' in schema) {
      return union((schema.enum ?? [schema.const]).map((value) => (Array.isArray(value) || isObject(value) ? 'any' : JSON.stringify(value))));
    }
    if (schema.anyOf ?? schema.oneOf) return union((schema.anyOf ?? schema.oneOf).map((part) => this.of(part)));
    if (Array.isArray(schema.type)) return schema.type.length ? union(schema.type.map((type) => this.of({ ...schema, type }))) : 'any';
    if (schema.type === 'array') {
      const element = this.of(schema.items);
      return `readonly ${element.includes(' ') && !element.startsWith('{') ? `(${element})` : element}[]`;
    }
    if (schema.properties) return this.members(schema);
    if (schema.type === 'object') return `{ [name: string]: ${this.of(schema.additionalProperties)} }`;
    return scalars[schema.type] ?? 'any';
  }

  /** The type of an object with named members. */
  members({ properties = {}, required = [] }, empty) {
    return objectType(Object.entries(properties).map(([name, schema]) =>
      [name, this.of(schema), required.includes(name), schema]), empty);
  }
}

function viewType(view, types) {
  const properties = Object.entries(view.properties ?? {});
  const pick = (isPicked) => {
    const picked = properties.filter(([, schema]) => isPicked(schema));
    return { properties: Object.fromEntries(picked), required: picked.map(([name]) => name) };
  };
  const actions = Object.entries(view.actions ?? {}).map(([name, action]) =>
    [name, types.members(action.arguments ?? {}, nothing), true, action]);
  return objectType([
    ['params', types.members(view.params ?? {}, nothing), true],
    ['state', types.members(pick((schema) => !schema.writeOnly)), true],
    ['settable', types.members(pick((schema) => !schema.readOnly), nothing), true],
    ['actions', objectType(actions), true],
  ]);
}

/** A server may send members in another order than a file; the declarations are the same. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.keys(value).sort().map((name) => [name, sorted(value[name])]);
  return Object.fromEntries(entries);
}

/** The text of the declarations for the schema of an app. Throws a SchemaError. */
export function generate(schema) {
  try {
    checkApp(schema);
    stringify(schema); // Throws for a text that is not valid Unicode.
    const { $defs = {}, viewTypes } = sorted(schema);
    const names = Object.keys(viewTypes).map((name) => [name, `${typeName(name)}View`]);
    const taken = names.map(([, name]) => name);
    if (new Set(taken).size < taken.length) throw new SchemaError('two view types become the same name');
    const types = new Types($defs, [...taken, 'Views', 'Record']);
    const views = names.map(([type, name]) =>
      `${comment(viewTypes[type])}export interface ${name} ${viewType(viewTypes[type], types)}\n`);
    const all = names.map(([type, name]) => [type, name, true]);
    return [
      '// The types of the views of the app. Generated by `svvs-codegen`: do not edit.\n',
      ...types.declarations(),
      ...views,
      `/** The types of all views, by view type. */\nexport interface Views ${objectType(all)}\n`,
    ].join('\n');
  } catch (error) {
    if (error instanceof RangeError) throw new SchemaError('the schema is nested too deeply');
    if (error instanceof TypeError) throw new SchemaError(error.message);
    throw error;
  }
}
