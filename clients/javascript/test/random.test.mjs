// Random valid calls, made only from the schemas: after any calls, the folded state equals the result of `view/get`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, openRPC, start } from './harness.mjs';

const timeout = 60_000;
const deliveries = ['properties', 'patch'];
const texts = ['', ' ', 'A', 'B', 'C', '12345', 'password', 'a "text"\\\n\u2028', '挨拶 👩‍👩‍👧', 'x'.repeat(300)];
const integers = [-1, 0, 1, 2, 3, 5, 15, 1000, 2 ** 31, -(2 ** 40)];

/** Random numbers from 0 to 1, determined by a seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Player {
  underWay = new Set();
  outcomes = {};
  folded = { properties: 0, patch: 0 };
  ids = 0;
  deliveries = new Map(); // Of the views by their ids.
  closing = new Set(); // All calls are valid, so that none is sent to a closed view.

  constructor(client, random) {
    Object.assign(this, { client, random });
    client.messages.subscribe(({ direction, message }) =>
      direction === 'received' && message.method && message.params.views.forEach((entry) => this.look(entry)));
  }

  /** Checks a change against the promises of the server before it is folded. */
  look(entry) {
    const view = this.client.views.get(entry.view);
    assert.equal(entry.from, view?.commit, `no change that follows, or a view that is not open: ${JSON.stringify(entry)}`);
    const delivery = this.deliveries.get(view.id);
    this.folded[delivery] += 1;
    const [kind, ...more] = ['changes', 'patch'].filter((name) => entry[name]);
    assert.deepEqual([kind, more], [{ properties: 'changes', patch: 'patch' }[delivery], []]);
    for (const [name, value] of Object.entries(entry.changes ?? {})) assert.notDeepEqual(value, view.state[name]);
    assert.ok(Object.keys(entry[kind]).length > 0, 'a view without a change');
  }

  chance = (share) => this.random() < share;
  pick = (values) => values[Math.floor(this.random() * values.length)];

  /** A value of a schema. Texts are often taken from the states, so that ids name existing objects. */
  value(schema, root) {
    if (schema.$ref) return this.value(schema.$ref.split('/').slice(1).reduce((node, key) => node[key], root), root);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.value(this.pick(choices), root);
    if (schema.enum) return this.pick(schema.enum);
    switch (schema.type) {
      case 'null': return null;
      case 'boolean': return this.chance(0.5);
      case 'integer': return this.pick(integers);
      // The only number in the schemas is the duration of a call in seconds.
      case 'number': return this.random() * 0.02;
      case 'string': return this.chance(0.5) ? this.pick(texts) : this.pick([...this.shownIds(), 'A']);
      case 'object': return this.members(schema.properties, schema.required, root);
      default: throw new Error(`Values for ${JSON.stringify(schema)} are not supported.`);
    }
  }

  members(schemas, required, root) {
    // A number is never omitted: the default duration of a call is unknown.
    const names = Object.keys(schemas).filter((name) =>
      required.includes(name) || schemas[name].type === 'number' || this.chance(0.6));
    return Object.fromEntries(names.map((name) => [name, this.value(schemas[name], root)]));
  }

  shownIds() {
    const view = this.pick([...this.client.views.values()]);
    return [...JSON.stringify(view?.state ?? {}).matchAll(/"id":"([^"\\]*)"/g)].map((match) => match[1]);
  }

  open(type, delivery, session) {
    this.ids += 1;
    const { properties, required } = app.viewTypes[type].params;
    const params = this.members(properties, required, app);
    const view = `${type} ${delivery} ${this.ids}`;
    this.deliveries.set(view, delivery);
    return this.client.open(type, { delivery, session, params, view });
  }

  /** A message, or undefined if the view has nothing to call or set. */
  action(view) {
    const method = this.pick(openRPC.methods.filter((each) => each['x-viewTypes']?.includes(view.type)));
    if (!method) return undefined;
    const own = method.params.filter(({ name }) => !['view', 'ifCommit'].includes(name));
    const schemas = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
    const required = own.filter((param) => param.required).map(({ name }) => name);
    const args = this.members(schemas, required, { components: openRPC.components });
    const params = { ...args, view: view.id, ...(this.chance(0.1) ? { ifCommit: view.commit } : {}) };
    return { method: method.name, params };
  }

  setting(view) {
    const writable = Object.entries(app.viewTypes[view.type].properties).filter(([, schema]) => !schema.readOnly);
    if (!writable.length) return undefined;
    const properties = this.members(Object.fromEntries(writable), [], app);
    return { method: 'view/set', params: { view: view.id, properties } };
  }

  getting(view) {
    return { method: 'view/get', params: { view: view.id } };
  }

  follow(promise) {
    const followed = promise.then(() => 'result', ({ kind }) => kind).then((outcome) => {
      this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
      this.underWay.delete(followed);
    });
    this.underWay.add(Object.assign(followed, { cancel: () => promise.cancel?.() }));
  }

  step() {
    const view = this.pick([...this.client.views.values()].filter((each) => !this.closing.has(each)));
    const send = ({ method, params }) => this.client.request(method, params);
    const call = () => this.pick([this.action, this.action, this.setting]).call(this, view) ?? this.getting(view);
    const dice = this.random();
    if (dice < 0.7) this.follow(send(call()));
    else if (dice < 0.8) this.follow(view.get());
    else if (dice < 0.9) [call(), this.getting(view), call()].forEach((each) => this.follow(send(each)));
    else if (dice < 0.95 && this.underWay.size) this.pick([...this.underWay]).cancel();
    else {
      this.closing.add(view);
      this.follow(view.close());
      this.follow(this.open(view.type, this.deliveries.get(view.id), view.session));
    }
  }

  async settle() {
    await Promise.all(this.underWay);
    for (const view of this.client.views.values()) this.follow(view.get());
    await Promise.all(this.underWay);
  }
}

const seeds = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3];

for (const seed of seeds) {
  test(`The folded snapshot and changes are the state, with SEED=${seed}.`, { timeout }, async (t) => {
    // The search service is on the internet; nothing listens on this port, so that each search fails immediately.
    const client = await start(t, ['--github-url', 'http://127.0.0.1:1']);
    const player = new Player(client, generator(seed));
    const session = (await client.openSession()).name;
    // The rooms of the chat can be opened only with an account, and close at its logout.
    const types = Object.keys(app.viewTypes).filter((type) => !['rooms', 'room'].includes(type));
    const kinds = types.flatMap((type) => deliveries.map((delivery) => [type, delivery]));
    await Promise.all(kinds.map((kind) => player.open(...kind, player.chance(0.5) ? session : undefined)));
    for (let round = 0; round < 10; round += 1) {
      for (let step = 0; step < 60; step += 1) {
        player.step();
        // Some calls find the server idle, others find it at work.
        if (player.chance(0.15)) await Promise.race(player.underWay);
      }
      await player.settle();
    }
    const { result, ...failures } = player.outcomes;
    t.diagnostic(`${JSON.stringify(player.outcomes)}, folds ${JSON.stringify(player.folded)}`);
    // A valid call does not fail in any other way.
    const allowed = ['RequestCancelled', 'ContentModified'];
    assert.deepEqual(Object.keys(failures).filter((kind) => !allowed.includes(kind)), []);
    assert.ok(result > 500 && deliveries.every((delivery) => player.folded[delivery] > 20));
    assert.ok(client.comparedSnapshots() > 10 * kinds.length);
    assert.equal(client.views.size, kinds.length);
    assert.equal((await client.shutdown()).status, 0);
  });
}
