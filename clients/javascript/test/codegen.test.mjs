// The generator of declarations.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { generate } from '../node/codegen/generate.js';
import { appSchema, SchemaError } from '../node/codegen/schema.js';
import { directory, packagePath, repository, run, typeFaults } from './support.mjs';

const timeout = 60_000;
const command = `${packagePath}node/codegen/command.js`;
const read = (path) => JSON.parse(readFileSync(`${repository}schemas/${path}`, 'utf8'));

/** The type of a property with this schema. */
function typeOf(schema, $defs = {}) {
  const text = generate({ $defs, viewTypes: { v: { properties: { p: schema } } } });
  return /state: \{\n(?: {4}\/\*.*\n)? {4}p: ([^]*?);\n {2}\};/.exec(text)[1].replace(/\s+/g, ' ');
}

const types = [
  [true, 'any', {}],
  [{}, 'any'],
  [{ type: 'string' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'number' }, 'number'],
  [{ type: 'boolean' }, 'boolean'],
  [{ type: 'null' }, 'null'],
  [{ type: 'unheard of' }, 'any'],
  [{ type: [] }, 'any'],
  [{ type: ['null', 'string'] }, 'string | null'],
  [{ enum: ['a', 'b"', 1, null, true] }, '"a" | "b\\"" | 1 | true | null'],
  [{ enum: [{}, []] }, 'any'],
  [{ const: 'a' }, '"a"'],
  [{ anyOf: [{ type: 'null' }, { type: 'integer' }, { type: 'number' }] }, 'number | null'],
  [{ oneOf: [{ type: 'string' }, true] }, 'string | any'],
  [{ type: 'array' }, 'readonly any[]'],
  [{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
  [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, 'readonly (readonly number[])[]'],
  [{ type: 'array', items: { properties: { a: { type: 'string' } } } }, 'readonly { a?: string; }[]'],
  [{ type: 'object' }, '{ [name: string]: any }'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [name: string]: number }'],
  [{ type: 'object', additionalProperties: false }, '{ [name: string]: never }'],
  [{ properties: { a: { type: 'integer', description: 'An a.' }, 'b-c': {} }, required: ['a'] }, '{ /** An a. */ a: number; "b-c"?: any; }'],
  [{ $ref: '#/$defs/some thing' }, 'SomeThing', { 'some thing': { type: 'string' } }],
  [{ $ref: '#/$defs/Views' }, 'Views_', { Views: { type: 'string' } }],
  [{ $ref: '#/$defs/vView' }, 'VView_', { vView: { properties: {} } }],
];

test('The type of each kind of schema.', { timeout }, () => {
  for (const [schema, type, $defs] of types.slice(1)) assert.equal(typeOf(schema, $defs), type, JSON.stringify(schema));
});

test('All these types compile, with definitions that refer to themselves and names that are not names.', { timeout }, (t) => {
  const folder = directory(t);
  const $defs = Object.assign({}, ...types.map(([, , defs]) => defs), {
    Tree: { properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }, required: ['children'] },
    List: { type: 'array', items: { $ref: '#/$defs/List' } },
    Self: { anyOf: [{ $ref: '#/$defs/Self' }, { type: 'null' }] },
    Ping: { $ref: '#/$defs/Pong' },
    Pong: { oneOf: [{ $ref: '#/$defs/Ping' }] },
    toPing: { anyOf: [{ $ref: '#/$defs/Ping' }, { type: 'string' }] },
    '2nd': { description: 'One */ two\nthree', type: 'string' },
    '日本': { type: 'string' },
  });
  const properties = Object.fromEntries(types.slice(1).map(([schema], index) => [`p${index}`, schema]));
  const view = {
    description: 'A view.',
    params: { properties: { id: {}, __proto__: {} }, required: ['id'] },
    properties: { ...properties, class: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
    actions: { call: { arguments: { properties: { 'a b': { $ref: '#/$defs/2nd' } }, required: ['a b'] } }, 'no-op': {} },
  };
  const text = generate({ $defs, viewTypes: { v: view, 'w w': {} } });
  writeFileSync(`${folder}/app.d.ts`, text);
  writeFileSync(`${folder}/use.mts`, `
    import type { Client } from 'svvs';
    import type { Tree, Views, 日本 } from './app.js';
    export const tree: Tree = { children: [{ children: [] }] };
    export const text: 日本 = 'a';
    export async function use(client: Client<Views>): Promise<void> {
      const view = await client.open('v', { params: { id: 1 } });
      await view.call('call', { 'a b': 'c' });
      await view.call('no-op');
      await view.set({ secret: view.state.class });
      await (await client.open('w w')).close();
    }`);
  assert.deepEqual(typeFaults([`${folder}/app.d.ts`, `${folder}/use.mts`]), []);
  assert.match(text, /\/\*\*\n \* One \*\\\/ two\n \* three\n \*\//);
});

test('The order of the members makes no difference.', { timeout }, () => {
  const reversed = (value) => (Array.isArray(value) ? value.map(reversed) : value instanceof Object
    ? Object.fromEntries(Object.entries(value).reverse().map(([name, member]) => [name, reversed(member)])) : value);
  const schema = read('app.schema.json');
  assert.equal(generate(reversed(schema)), generate(schema));
});

test('The reply to rpc.discover leads to the same declarations as the file.', { timeout }, () => {
  assert.equal(generate(appSchema(read('openrpc.json'))), generate(read('app.schema.json')));
});

test('A schema that is not one is refused, with the place of the fault.', { timeout }, () => {
  const faults = [
    [7, 'not the schema of an app'], [null, 'not the schema'], [{}, 'not the schema'], [{ viewTypes: [] }, 'not the schema'],
    [{ viewTypes: { v: 1 } }, 'viewTypes.v is not an object'],
    [{ viewTypes: {}, $defs: 1 }, '$defs is not an object'],
    [{ viewTypes: {}, $defs: { A: 1 } }, '$defs.A is not an object'],
    [{ viewTypes: { v: { actions: [1] } } }, 'viewTypes.v.actions is not an object'],
    [{ viewTypes: { v: { actions: { a: { arguments: true } } } } }, 'viewTypes.v.actions.a.arguments is not an object'],
    [{ viewTypes: { v: { description: 1 } } }, 'viewTypes.v.description is not a string'],
    [{ viewTypes: { v: { properties: { p: { $ref: '#/$defs/B' } } } } }, '"#/$defs/B" is not defined in $defs'],
    [{ viewTypes: { v: { properties: { p: { required: [1] } } } } }, 'viewTypes.v.properties.p.required is not an array of strings'],
    [{ viewTypes: { v: { properties: { p: { type: [1] } } } } }, 'viewTypes.v.properties.p.type is not a string or an array of strings'],
    [{ viewTypes: { v: { properties: { p: { anyOf: [] } } } } }, 'viewTypes.v.properties.p.anyOf is not a non-empty array'],
    [{ viewTypes: { v: { properties: { p: { items: { enum: 1 } } } } } }, 'viewTypes.v.properties.p.items.enum is not a non-empty array'],
    [{ viewTypes: { 'a b': {}, aB: {} } }, 'two view types become the same name'],
    [{ viewTypes: { v: { description: '\ud800' } } }, 'unpaired surrogate'],
  ];
  for (const [schema, text] of faults) {
    assert.throws(() => generate(schema), (error) => error instanceof SchemaError && error.message.includes(text), text);
  }
  let deep = { type: 'string' };
  for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
  assert.throws(() => generate({ viewTypes: { v: { properties: { p: deep } } } }), { message: 'the schema is nested too deeply' });
  assert.throws(() => appSchema({}), SchemaError);
});

test('The command writes the declarations of a file, and of a server.', { timeout }, async (t) => {
  const folder = directory(t);
  const file = await run(command, [`${repository}schemas/app.schema.json`]);
  assert.deepEqual([file.status, file.stderr], [0, '']);
  const asked = await run(command, ['-o', 'app.d.ts', '--', '--language', 'en'], { cwd: folder });
  assert.deepEqual(asked, { status: 0, stdout: '', stderr: '' });
  assert.equal(readFileSync(`${folder}/app.d.ts`, 'utf8'), file.stdout);
  const help = await run(command, ['--help']);
  assert.match(help.stdout, /^usage: svvs-codegen/);
});

test('The command reports errors on one line, and writes no file.', { timeout }, async (t) => {
  const folder = directory(t);
  writeFileSync(`${folder}/empty.json`, '{}');
  writeFileSync(`${folder}/broken.json`, '{');
  const failures = [
    [['none.json'], 2, /cannot read none\.json: ENOENT/],
    [['broken.json'], 2, /cannot read broken\.json/],
    [['empty.json', '-o', 'app.d.ts'], 2, /not the schema of an app/],
    [['a', 'b'], 2, /unexpected argument b/],
    [['--none'], 2, /--none/],
    [[`${repository}schemas/app.schema.json`, '-o', 'none/app.d.ts'], 2, /cannot write none\/app\.d\.ts/],
    [[], 4, /cannot be started/, { SVVS: './no-such-server' }],
    [[], 2, /quote is not closed/, { SVVS: "'" }],
    [['--attach', './none.sock'], 4, /not attached/, { SVVS: 'false' }],
  ];
  for (const [words, status, message, env = {}] of failures) {
    const result = await run(command, words, { cwd: folder, env });
    assert.deepEqual([result.status, result.stdout, result.stderr.trimEnd().split('\n').length], [status, '', 1], result.stderr);
    assert.match(result.stderr, message);
  }
  assert.equal(existsSync(`${folder}/app.d.ts`), false);
});
