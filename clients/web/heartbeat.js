// Notices a connection that is open although `web` or the network does not respond.

/** The times without a message and without a reply, and between two checks, in milliseconds. */
const QUIET = 15_000, REPLY = 10_000, CHECK = 1000;

/**
 * Sends a request if nothing has arrived for 15 s while the page is visible. Without a reply within 10 s, closes the
 * connection, so that the client connects anew.
 */
export function watch(client, transport) {
  let arrivedAt = Date.now(), isAsking = false;
  client.messages.subscribe(({ direction }) => { if (direction === 'received') arrivedAt = Date.now(); });
  const checks = setInterval(async () => {
    const isQuiet = Date.now() - arrivedAt > QUIET && client.status.value.state === 'connected';
    if (isAsking || document.hidden || !isQuiet) return;
    const before = arrivedAt;
    isAsking = true;
    await client.request('session/list', {}, { timeout: REPLY }).catch(() => {});
    isAsking = false;
    if (arrivedAt === before && client.status.value.state === 'connected') transport.close();
  }, CHECK);
  client.closed.then(() => clearInterval(checks));
}
