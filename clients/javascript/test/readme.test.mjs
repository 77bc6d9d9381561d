// The examples of the README print what their comments say, and what it documents exists.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import * as svvs from '../node/index.js';
import { directory, packagePath, run, server, typeFaults } from './support.mjs';

const timeout = 60_000;
const readme = readFileSync(`${packagePath}README.md`, 'utf8');
const blocks = (language) => [...readme.matchAll(new RegExp('```' + language + '\n([^]*?)```', 'g'))].map(([, text]) => text);
const [forNode, browser, login, sharing, documented] = blocks('js');
const [typed] = blocks('ts');
const [install, codegen] = blocks('sh');

test('All examples are tested.', () => {
  assert.deepEqual([blocks('js').length, blocks('ts').length, blocks('sh').length], [5, 1, 2]);
});

for (const [name, example, startsServer] of [['Node', forNode, false], ['shared servers', sharing, true]]) {
  test(`The example for ${name} prints what it says.`, { timeout }, async (t) => {
    const folder = directory(t);
    const place = `${folder}/s.sock`;
    const [program] = svvs.commandWords(server);
    writeFileSync(`${folder}/example.mjs`, example.replaceAll("'readme'", JSON.stringify(place)));
    const { status, stdout, stderr } = await run(process.execPath, ['example.mjs'], { cwd: folder });
    const stopped = await run(program, ['stop', place]);
    const said = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
    assert.deepEqual([stdout.trimEnd().split('\n'), stderr, status], [said, '', 0]);
    assert.equal(stopped.status === 0, startsServer);
  });
}

test('The example for browsers works.', { timeout }, async (t) => {
  const folder = directory(t);
  // A browser's page with a WebSocket that a server process answers.
  writeFileSync(`${folder}/page.mjs`, `
    import { spawn } from 'node:child_process';
    import { commandWords } from 'svvs/node';
    const [program, ...words] = commandWords();
    globalThis.WebSocket = class {
      constructor(url) {
        const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
        let rest = '';
        child.stdout.setEncoding('utf8').on('data', (text) => {
          const lines = (rest + text).split('\\n');
          rest = lines.pop();
          for (const data of lines) this.onmessage({ data });
        });
        this.send = (text) => child.stdin.write(text + '\\n');
        this.close = () => child.stdin.end();
        setImmediate(() => this.onopen());
      }
    };
    globalThis.document = { addEventListener: (type, listener) => (document[type] = listener) };
    ${browser.replace('./svvs/index.js', 'svvs')}
    await document.click();
    console.log(document.title);
    await client.close();`);
  assert.deepEqual(await run(process.execPath, ['page.mjs'], { cwd: folder }), { status: 0, stdout: '1\n', stderr: '' });
});

test('The commands and the examples with types work.', { timeout: 120_000 }, async (t) => {
  const folder = directory(t);
  // npx of the test runs the installed command, and nothing is downloaded.
  const path = `${folder}/node_modules/.bin:${process.env.PATH}`;
  const { status, stderr } = await run('sh', ['-c', `npx() { "$@"; }; ${codegen}`], { cwd: folder, env: { PATH: path } });
  assert.deepEqual([status, stderr], [0, '']);
  writeFileSync(`${folder}/typed.mts`, typed);
  writeFileSync(`${folder}/wrong.mts`, typed.replace("open('login')", "open('logim')"));
  writeFileSync(`${folder}/documented.mjs`, `${documented}\nawait client.open('login');`);
  writeFileSync(`${folder}/mistaken.mjs`, `${documented}\nawait client.open('logim');`);
  writeFileSync(`${folder}/first.mjs`, `import { WebSocketTransport } from 'svvs';\nconst url = '';\n${login}`);
  const files = ['typed.mts', 'documented.mjs', 'first.mjs', 'wrong.mts', 'mistaken.mjs'].map((file) => `${folder}/${file}`);
  const faulty = new Set(typeFaults(files).map((fault) => fault.split(':')[0]));
  assert.deepEqual([...faulty].sort(), ['mistaken.mjs', 'wrong.mts']);
});

test('The package has the files that its manifest and the README name.', { timeout }, () => {
  assert.match(install, /clients\/javascript/);
  const manifest = JSON.parse(readFileSync(`${packagePath}package.json`, 'utf8'));
  const named = [...readme.matchAll(/`((?:src|node)\/[\w./]+)`/g)].map(([, name]) => name);
  const files = [...Object.values(manifest.bin), manifest.types, ...Object.values(manifest.exports).flatMap(Object.values)];
  for (const name of [...files, ...named]) assert.ok(existsSync(`${packagePath}${name}`), name);
  assert.ok(named.length > 8 && files.length > 4);
});

test('Every error is documented, and the documented members exist.', { timeout }, () => {
  for (const [name, value] of Object.entries(svvs)) {
    if (value.prototype instanceof svvs.SvvsError) assert.match(readme, new RegExp(`\\| .*\`${name}\`.*\\|`), name);
  }
  const classes = { client: svvs.Client, view: svvs.View, session: svvs.Session, shared: svvs.Session };
  const fields = ['state', 'commit', 'id', 'status', 'messages', 'faults', 'info', 'closed', 'token', 'views'];
  const found = [...readme.matchAll(/(?<!\/)\b(client|view|session|shared)\.(\w+)/g)];
  assert.ok(found.length > 30);
  for (const [, kind, name] of found) {
    assert.ok(fields.includes(name) || typeof classes[kind].prototype[name] === 'function', `${kind}.${name}`);
  }
});
