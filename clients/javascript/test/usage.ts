// Every part of the interface, with the types of the shipped app. It is compiled and not run.

import {
  applyPatch, BadMessage, Client, ConnectionClosed, ContentModified, isEqual, Overloaded, parse, RequestCancelled, ResponseError,
  ServerRestarted, Session, stringify, SvvsError, View, WebSocketTransport,
} from 'svvs';
import type { AnyView, Call, Change, Delivery, Status, Transport } from 'svvs';
import { attach, commandWords, Detached, ProcessTransport, ServerDied, ServerNotFound, spawnServer } from 'svvs/node';
import type { LoginView, SmoothieRow, Views } from './app.js';

async function typed(): Promise<void> {
  const client = await spawnServer<Views>({ command: ['svvs', 'serve'], options: ['--language', 'en'], timeout: 1000 });
  const login: View<LoginView> = await client.open('login', { delivery: 'patch', view: 'l', timeout: Infinity });
  await login.set({ userId: '12345' });
  const call: Call<{ commit: number }> = login.call('login', { password: 'password' }, { ifCommit: login.commit, timeout: 5 });
  call.cancel();
  const id: string | undefined = call.id;
  await login.call('didAppear');
  const state: 'notLoggedIn' | 'loggingIn' | 'loggedIn' = login.state.loginState;
  const stop = login.subscribe(({ names, previous, state: next, patch, cause, view, commit }: Change<LoginView>) => {
    console.log(names.length, previous.userId, next.userId.length, patch?.[0].path, cause[0]?.method, view.id, commit);
  });
  stop();
  const { errorMessage } = await login.waitFor(({ canLogin }) => canLogin, { signal: new AbortController().signal });
  console.log(errorMessage?.length, state, id, (await login.get()).canLogin, login.params);
  const user = await client.open('user', { params: { id: 'A' } });
  const page = await client.open('smoothies');
  const row: SmoothieRow | undefined = page.state.smoothies?.[0];
  await page.call('toggleFavorite', { id: row!.id });
  page.notify('fetch');
  const session: Session<Views> = await client.share('team', { keep: 60 });
  const other = await session.open('user', { params: { id: 'A' } });
  console.log(other.state.displayName.length, session.views.get('l')?.type, user.isClosed, (await user.closed).message);

  // @ts-expect-error The view type does not exist.
  await client.open('logim');
  // @ts-expect-error The parameter is required.
  await client.open('user');
  // @ts-expect-error The parameter is a string.
  await client.open('user', { params: { id: 1 } });
  // @ts-expect-error The view type has no parameters.
  await client.open('login', { params: { id: 'A' } });
  // @ts-expect-error The delivery does not exist.
  await client.open('login', { delivery: 'all' });
  // @ts-expect-error The action does not exist.
  await login.call('logIn');
  // @ts-expect-error The argument does not exist.
  await login.call('login', { name: 'a' });
  // @ts-expect-error The action has no arguments.
  await login.call('didAppear', { name: 'a' });
  // @ts-expect-error The argument is required.
  await page.call('toggleFavorite');
  // @ts-expect-error The property is read-only.
  await login.set({ canLogin: true });
  // @ts-expect-error The password is not part of the state.
  console.log(login.state.password);
  // @ts-expect-error The state cannot be modified.
  login.state.userId = '';
}

async function untyped(transport: Transport): Promise<void> {
  const client = new Client(transport, { initialize: { clientInfo: { name: 'a' } }, reconnect: { attempts: 3 } });
  client.messages.subscribe(({ direction, message, time }) => console.log(direction, message, time + 1));
  client.faults.subscribe(({ kind, path }) => console.log(kind, path));
  client.status.subscribe((status: Status) => {
    if (status.state === 'waiting') console.log(status.retryAt - Date.now(), status.reason.message);
  });
  await client.start();
  const view: View<AnyView> = await client.open('any', { params: { a: 1 } });
  await view.call('anything', { a: [1n] });
  console.log(view.state.anything, client.info.process.id, client.status.value.state, client.views.size, client.timeout);
  const delivery: Delivery = 'patch';
  const session = await client.join('team', { token: 't', delivery, unanswered: ['a'] });
  await session.calls.get('a');
  session.subscribe(({ opened, closed, connections }) => console.log(opened[0]?.id, closed[0]?.id, connections));
  console.log(session.token, (await client.sessions())[0].connections[0].isBehind, (await client.openSession()).name);
  client.notify('initialized');
  client.retry();
  console.log(stringify(parse('1')), isEqual(1, 1), applyPatch({ a: 1 }, [{ op: 'remove', path: '/a' }]).a);
  await session.close();
  await client.shutdown();
  console.log((await client.close()).message, (await client.closed).message);
}

function failed(error: unknown): string | number | undefined | null {
  if (error instanceof ContentModified) return error.commit;
  if (error instanceof RequestCancelled) return error.reason;
  if (error instanceof Overloaded) return error.limit;
  if (error instanceof ResponseError) return error.data?.path;
  if (error instanceof BadMessage) return error.text;
  if (error instanceof ServerNotFound) return error.program;
  if (error instanceof Detached || error instanceof ServerDied) return error.status;
  if (error instanceof ConnectionClosed) return error.code;
  if (error instanceof ServerRestarted || error instanceof SvvsError) return error.message;
  return undefined;
}

const secret = { value: '' };
void typed();
void untyped(new ProcessTransport(commandWords(), { closeTimeout: 5 }));
void untyped(new WebSocketTransport('ws://localhost', { first: () => secret, onFirst: (reply) => (secret.value = reply.secret) }));
void attach('work', { start: false, reconnect: false }).catch(failed);
