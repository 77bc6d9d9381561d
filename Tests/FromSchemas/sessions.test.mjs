// Several clients of one server in shared sessions.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { attach, fails, when } from './harness.mjs';

const timeout = 20_000;

/** Two clients in the session `work`, in which the first has opened the counter `a`. */
async function both(t, options) {
  const folder = mkdtempSync(`${tmpdir()}/svvs-`);
  t.after(() => rmSync(folder, { recursive: true }));
  const [first, second] = [1, 2].map(() => attach(t, `${folder}/s.sock`));
  const { token } = await first.share({ session: 'work', keep: 60 });
  await first.open({ type: 'counterA', view: 'a', session: 'work' });
  await second.join({ session: 'work', ...options });
  return { first, second, token, another: (options) => attach(t, `${folder}/s.sock`, options) };
}

test('Clients of one server see the same process id.', { timeout }, async (t) => {
  const { first, second } = await both(t);
  const [one, other] = await Promise.all([first.initialized, second.initialized]);
  assert.deepEqual(one.process, other.process);
  assert.notEqual(one.process.pid, first.child.pid);
  await first.closeSession('work');
});

test('Each sees and uses the views of the other.', { timeout }, async (t) => {
  const { first, second } = await both(t);
  assert.deepEqual(second.views.get('a').state, { count: 0 });
  const seen = when(first, 'changed', ([view]) => view.state.count === 1);
  await second.call('increment', { view: 'a' });
  await seen;
  assert.equal(first.views.get('a').commit, second.views.get('a').commit);

  const shown = when(first, 'others', ({ opened }) => opened.length);
  await second.open({ type: 'user', view: 'u', session: 'work', params: { id: 'A' } });
  await shown;
  await first.call('load', { view: 'u' });
  assert.equal(first.views.get('u').state.user.id, 'A');
  await second.get('u');
  await first.get('u');
  await first.closeSession('work');
});

test('A view that one client closes is closed for the other.', { timeout }, async (t) => {
  const { first, second } = await both(t);
  const closed = when(second, 'others', (params) => params.closed.includes('a'));
  await first.close('a');
  await closed;
  assert.equal(second.views.size, 0);
  assert.equal((await fails(second.call('increment', { view: 'a' }), 'InvalidParams')).path, '/view');

  const ended = when(second, 'others', ({ connections }) => connections === 0);
  await first.closeSession('work');
  await ended;
  assert.equal(second.sessions.size, 0);
});

test('Each delivery works for a view that another client has opened.', { timeout }, async (t) => {
  for (const delivery of ['properties', 'patch', 'signal']) {
    const { first, second } = await both(t, { delivery });
    await first.open({ type: 'smoothies', view: 's', session: 'work' });
    await first.call('fetch', { view: 's' });
    const { id } = first.views.get('s').state.smoothies[0];
    await first.call('toggleFavorite', { view: 's', id });
    // The harness compares the snapshot with the client's state.
    await second.get('s');
    assert.equal(second.views.get('s').state.smoothies[0].isFavorite, true);
    await first.closeSession('work');
  }
});

test('A client that was cut off rejoins its views and calls.', { timeout }, async (t) => {
  const { first, second, token, another } = await both(t);
  await first.open({ type: 'effects', view: 'e', session: 'work' });
  const running = first.call('handle', { view: 'e', action: 'buttonTap', seconds: 3600 });
  const lost = fails(running, 'ServerDied');
  await when(second, 'changed', ([view]) => view.state.tapsUnderWay === 1);
  first.child.kill('SIGKILL');
  await lost;
  const third = another({ lastId: first.lastId });
  const joined = await third.join({ session: 'work', token, unanswered: [running.id, 'never sent'] });
  assert.deepEqual([joined.answers, joined.running, joined.unknown], [[], [running.id], ['never sent']]);
  assert.equal(third.views.get('e').state.tapsUnderWay, 1);
  const answered = when(third, 'received', ({ id }) => id === running.id);
  third.cancel(running.id);
  await answered;
  await third.closeSession('work');
});

test('The connections of a session can be listed.', { timeout }, async (t) => {
  const { first, second } = await both(t);
  const { sessions, connections } = await second.call('session/list');
  assert.equal(connections, 2);
  assert.deepEqual(sessions.map((one) => [one.session, one.keep, one.views]), [
    ['work', 60, [{ view: 'a', type: 'counterA' }]]]);
  assert.deepEqual(sessions[0].connections.map((one) => one.isBehind), [false, false]);
  await first.closeSession('work');
});
