// Checks of the files against each other, and of the client's parts, without a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadMessage, splitWords } from '../node/index.js';
import { app, list, openRPC, protocol, protocolFaults, read, Views } from './harness.mjs';

const timeout = 10_000;

test('A patch with a path to a missing value is a fault.', { timeout }, () => {
  const state = { rows: [1, 2], text: 'a' };
  const steps = [
    { op: 'add', path: '/rows/-', value: 3 },
    { op: 'add', path: '/rows/4', value: 3 },
    { op: 'replace', path: '/rows/2', value: 3 },
    { op: 'remove', path: '/rows/01' },
    { op: 'remove', path: '/rows/2' },
    { op: 'remove', path: '/gone' },
    { op: 'replace', path: '/constructor/name', value: 'b' },
    { op: 'replace', path: '/text/length', value: 2 },
  ];
  for (const step of steps) {
    const views = new Views();
    views.add({ view: 'v', commit: 0, state });
    const patch = [{ op: 'replace', path: '/text', value: 'b' }, step];
    const change = { commit: 1, views: [{ view: 'v', from: 0, patch }] };
    assert.throws(() => views.fold(change), BadMessage, step.path);
    assert.deepEqual(views.get('v').state, state);
  }
});

// File names have `-` for characters that are not letters, and omit the beginning of `$/cancelRequest call`.
const fileName = (definition) => definition.replace(/[^a-z]+/gi, '-').replace(/^-/, '');

for (const folder of ['examples/valid', 'examples/invalid']) {
  test(`${folder} under protocol.schema.json`, { timeout }, () => {
    for (const file of list(folder)) {
      const name = file.slice(folder.length + 1, -'.json'.length);
      const definitions = Object.keys(protocol.$defs).filter((definition) => fileName(definition) === name);
      assert.equal(definitions.length, 1, `${definitions} for ${name}`);
      for (const { description, message, path } of read(file)) {
        const found = protocolFaults(message, definitions[0]);
        assert.equal(found.length > 0, path !== undefined, `${file}: ${description} ${found}`);
      }
    }
  });
}

test('The document for generators agrees with the schemas.', { timeout }, () => {
  const withReferences = JSON.stringify(openRPC['x-viewTypes']).replaceAll('#/components/schemas/', '#/$defs/');
  assert.deepEqual(JSON.parse(withReferences), app.viewTypes);
  for (const { name, 'x-viewTypes': types, params } of openRPC.methods) {
    if (!types) {
      assert.ok(Object.values(protocol.$defs).some(({ properties }) => properties?.method?.const === name), name);
      continue;
    }
    for (const type of types) {
      const { properties, required } = app.viewTypes[type].actions[name].arguments;
      const own = params.filter((param) => !['view', 'ifCommit'].includes(param.name));
      assert.deepEqual(own.map((param) => param.name).sort(), Object.keys(properties).sort(), `${type} ${name}`);
      assert.deepEqual(own.filter((p) => p.required).map((p) => p.name).sort(), [...required].sort(), `${type} ${name}`);
    }
  }
});

test('A command line is split into words as by a shell.', { timeout }, () => {
  const line = ` ./My\\ App  'a "b"'"c \\"d\\n" '' \n--language\ten`;
  assert.deepEqual(splitWords(line), ['./My App', 'a "b"c "d\\n', '', '--language', 'en']);
  for (const open of ["svvs 'a", 'svvs "a\\"', 'svvs \\']) assert.throws(() => splitWords(open), /quote/);
});
