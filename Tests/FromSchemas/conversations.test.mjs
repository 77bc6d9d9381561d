// The conversations of the schemas, replayed over the pipes of a server. The changes are folded on the way.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { command, known, list, text, Views } from './harness.mjs';

const timeout = 20_000;

async function replay(transcript) {
  const [first, ...steps] = transcript.split('\n').filter((line) => line && !line.startsWith('#'));
  const [, options] = /^\$ svvs serve ?(.*)$/.exec(first);
  const [program, ...words] = [...command, ...options.split(' ').filter(Boolean)];
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = linesOf(child.stdout.setEncoding('utf8'));
  const views = new Views();
  let status = 0;
  for (const step of steps) {
    const rest = step.slice(2);
    if (step.startsWith('>')) child.stdin.write(`${rest}\n`);
    else if (step.startsWith('= ')) status = Number(rest);
    else {
      assert.match(step, /^< /);
      const { value } = await lines.next();
      assert.deepEqual(JSON.parse(value), JSON.parse(rest));
      follow(views, JSON.parse(value));
    }
  }
  child.stdin.end();
  assert.deepEqual(await lines.next(), { done: true, value: undefined });
  assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], status);
}

async function* linesOf(output) {
  let rest = '';
  for await (const piece of output) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  assert.equal(rest, '');
}

function follow(views, message) {
  if (message.method === 'state/changed') views.fold(message.params);
  for (const { result } of [message].flat().filter((answer) => answer.result?.state)) {
    const held = views.get(result.view);
    if (held) assert.deepEqual(known(held), known(held, result.state));
    views.add(result);
  }
}

for (const file of list('conversations')) test(file, { timeout }, () => replay(text(file)));
