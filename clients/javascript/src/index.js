export { Client } from './client.js';
export * from './errors.js';
export { applyPatch, isEqual } from './fold.js';
export { parse, stringify } from './json.js';
export { Observable, Topic } from './observable.js';
export { Session, View } from './view.js';
export { WebSocketTransport } from './websocket.js';
