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
  const [first, second] = await Promise.all([1, 2].map(() => attach(t, `${folder}/s.sock`)));
  const ours = await first.share('work', { keep: 60 });
  const view = await ours.open('counterA', { view: 'a' });
  const theirs = await second.join('work', options);
  return { first, second, ours, theirs, view, another: () => attach(t, `${folder}/s.sock`) };
}

test('Clients of one server see the same process id.', { timeout }, async (t) => {
  const { first, second, ours } = await both(t);
  assert.deepEqual(first.info.process, second.info.process);
  assert.notEqual(first.info.process.pid, first.transport.pid);
  await ours.close();
});

test('Each sees and uses the views of the other.', { timeout }, async (t) => {
  const { ours, theirs, view } = await both(t);
  const other = theirs.views.get('a');
  assert.deepEqual([other.state, other.type, other.params, other.session], [{ count: 0 }, 'counterA', {}, 'work']);
  const seen = view.waitFor(({ count }) => count === 1);
  await other.call('increment');
  await seen;
  assert.equal(view.commit, other.commit);

  const shown = when(ours, ({ opened }) => opened.length);
  const user = await theirs.open('user', { view: 'u', params: { id: 'A' } });
  const { opened, closed, connections, session } = await shown;
  assert.deepEqual([opened, closed, connections, session], [[ours.views.get('u')], [], 2, ours]);
  assert.deepEqual(opened[0].params, { id: 'A' });
  await opened[0].call('load');
  assert.equal(opened[0].state.user.id, 'A');
  await user.get();
  await opened[0].get();
  await ours.close();
});

test('A view that one client closes is closed for the other.', { timeout }, async (t) => {
  const { first, second, ours, theirs, view } = await both(t);
  const other = theirs.views.get('a');
  const closed = when(theirs, (change) => change.closed.length);
  await view.close();
  assert.deepEqual((await closed).closed, [other]);
  assert.deepEqual([theirs.views.size, second.views.size, ours.views.size, first.views.size], [0, 0, 0, 0]);
  await fails(other.call('increment'), 'ViewClosed');
  assert.equal((await fails(second.request('increment', { view: 'a' }), 'InvalidParams')).path, '/view');

  await ours.close();
  assert.equal((await theirs.closed).name, 'ViewClosed');
  await fails(theirs.open('counterA'), 'ViewClosed');
  await theirs.close();
});

test('Each delivery works for a view that another client has opened.', { timeout }, async (t) => {
  for (const delivery of ['properties', 'patch']) {
    const { ours, theirs } = await both(t, { delivery });
    const shown = when(theirs, ({ opened }) => opened.length);
    const smoothies = await ours.open('smoothies', { view: 's' });
    await smoothies.call('fetch');
    const { id } = smoothies.state.smoothies[0];
    await smoothies.call('toggleFavorite', { id });
    const [view] = (await shown).opened;
    // The harness compares the snapshot with the client's state.
    await view.get();
    assert.equal(view.state.smoothies[0].isFavorite, true);
    await ours.close();
  }
});

test('A client that was cut off rejoins its views and calls.', { timeout }, async (t) => {
  const { first, ours, theirs, another } = await both(t);
  const effects = await ours.open('effects', { view: 'e' });
  const running = effects.call('handle', { action: 'buttonTap', seconds: 3600 });
  const lost = fails(running, 'ServerDied');
  await effects.waitFor(({ tapsUnderWay }) => tapsUnderWay === 1);
  first.transport.kill();
  await lost;
  const third = await another();
  const joined = await third.join('work', { token: ours.token, unanswered: [running.id, 'never sent'] });
  assert.deepEqual([...joined.calls.keys()], [running.id, 'never sent']);
  await fails(joined.calls.get('never sent'), 'AnswerLost');
  assert.equal(joined.views.get('e').state.tapsUnderWay, 1);
  joined.calls.get(running.id).cancel();
  await fails(joined.calls.get(running.id), 'RequestCancelled');
  await joined.close();
  await theirs.closed;
});

test('The connections of a session can be listed.', { timeout }, async (t) => {
  const { second, ours } = await both(t);
  const sessions = await second.sessions();
  assert.equal((await second.request('session/list')).connections, 2);
  assert.deepEqual(sessions.map((one) => [one.session, one.keep, one.views]), [
    ['work', 60, [{ view: 'a', type: 'counterA' }]]]);
  assert.deepEqual(sessions[0].connections.map((one) => one.isBehind), [false, false]);
  await ours.close();
});
