/** A client for svvs state servers. This entry works in browsers; `svvs/node` adds servers as child processes. */

/** The types of a view: of its parameters, state, settable properties, and actions with their arguments. */
export interface ViewTypes {
  params: object;
  state: object;
  settable: object;
  actions: { [action: string]: object };
}

/** The types of any view: used if the types of the app are not known. */
export interface AnyView {
  params: { [name: string]: any };
  state: { readonly [name: string]: any };
  settable: { [name: string]: any };
  actions: { [action: string]: { [name: string]: any } };
}

/** The types of all views of an app, by view type. `svvs-codegen` writes them as `Views`. */
export type AnyViews = { [type: string]: AnyView };

/** The contents of a change of a view: values, or a JSON Patch. */
export type Delivery = 'properties' | 'patch';

type Name<Of> = Extract<keyof Of, string>;
/** A last argument that may be omitted if none of its members is required. */
type Argument<Type> = {} extends Type ? [argument?: Type] : [argument: Type];
/** The value of a parameter that may be omitted if none of its members is required. */
type Parameters<Type> = {} extends Type ? { params?: Type } : { params: Type };

export interface CallOptions {
  /** The time to wait for the reply, in milliseconds; `Infinity` for no timeout. Default: that of the client. */
  timeout?: number;
  /** Cancels the request. The promise is rejected at once, with the reason of the signal. */
  signal?: AbortSignal;
}

export interface ActionOptions extends CallOptions {
  /** The server refuses the call with {@link ContentModified} if the view has changed since this commit. */
  ifCommit?: number;
}

/** The result of a call that changes state: `commit` is the commit that includes its changes. */
export interface Reached {
  commit: number;
}

/** A request in progress: a promise of its result. */
export interface Call<Result> extends Promise<Result> {
  /** The id in the messages; undefined if the request could not be sent. */
  readonly id?: string;
  /** Asks the server to cancel the request. The promise is usually rejected with {@link RequestCancelled}. */
  cancel(): void;
}

/** Ends a subscription. */
export type Stop = () => void;

/** A source of events. */
export class Topic<Event> {
  /** Whether the topic has listeners. */
  readonly isObserved: boolean;
  /** Calls the listener with each event from now on. An error of the listener is reported as an uncaught error. */
  subscribe(listener: (event: Event) => void): Stop;
}

/** A value that changes. The event is the new value. */
export class Observable<Value> extends Topic<Value> {
  constructor(value: Value);
  readonly value: Value;
}

/** A call that has caused a change. The server names the view and the id only to the client that sent the call. */
export interface Cause {
  method: string;
  view?: string;
  id?: string;
}

/** The change of a view in one message. */
export interface Change<Types extends ViewTypes = AnyView> {
  view: View<Types>;
  commit: number;
  /** The names of the properties that have changed. */
  names: string[];
  /** What was added to the end of the texts among them that have only grown, by their names. */
  appended: Record<string, string>;
  previous: Readonly<Types['state']>;
  state: Readonly<Types['state']>;
  /** The steps that the server has sent, with the delivery `patch`. */
  patch?: PatchStep[];
  cause: Cause[];
}

export interface PatchStep {
  op: 'add' | 'remove' | 'replace' | 'append';
  path: string;
  value?: unknown;
}

/** An open view. */
export class View<Types extends ViewTypes = AnyView> {
  private constructor();
  readonly id: string;
  readonly type: string;
  /** The parameters with which the view was opened. */
  readonly params: Types['params'] | undefined;
  /** The name of the session of the view. */
  readonly session: string;
  /** The properties by name. A change replaces this object and does not modify it. */
  readonly state: Readonly<Types['state']>;
  /** The number of the commit that last changed the state. */
  readonly commit: number;
  readonly isClosed: boolean;
  /** The error with which the view was closed. */
  readonly reason: SvvsError | undefined;
  /** Resolves to {@link View.reason} when the view is closed. */
  readonly closed: Promise<SvvsError>;
  /** Calls an action. The promise resolves when its work has ended; the state then contains its changes. */
  call<Action extends Name<Types['actions']>>(
    action: Action,
    ...args: {} extends Types['actions'][Action]
      ? [args?: Types['actions'][Action], options?: ActionOptions]
      : [args: Types['actions'][Action], options?: ActionOptions]
  ): Call<Reached>;
  /** Calls an action as a notification, which has no reply. */
  notify<Action extends Name<Types['actions']>>(action: Action, ...args: Argument<Types['actions'][Action]>): void;
  /** Sets properties: all of them or, if the server refuses one, none. */
  set(properties: Partial<Types['settable']>, options?: CallOptions): Call<Reached>;
  /** Requests the whole state. */
  get(options?: CallOptions): Promise<Readonly<Types['state']>>;
  /** Closes the view, which cancels its calls. Does nothing if the view is closed already. */
  close(options?: CallOptions): Promise<void>;
  /** Calls the listener after each message that has changed the view. */
  subscribe(listener: (change: Change<Types>) => void): Stop;
  /** Resolves to the first state, from the present one on, for which the predicate is true. No state is skipped. */
  waitFor(predicate: (state: Readonly<Types['state']>) => unknown, options?: CallOptions): Promise<Readonly<Types['state']>>;
}

/** The views that others have opened and closed in a shared session. A view may be closed and another opened with its id. */
export interface SessionChange {
  session: Session;
  opened: View[];
  closed: View[];
  connections: number | undefined;
}

/** Views that are closed together. Other clients may use those of a shared session, too. */
export class Session<Views extends { [Type in keyof Views]: ViewTypes } = AnyViews> {
  private constructor();
  readonly name: string;
  /** Lets a later client continue the session, if it is shared. The token changes with each connection. */
  readonly token: string | undefined;
  /** The open views by their ids. */
  readonly views: ReadonlyMap<string, View>;
  /** The number of clients, if the session is shared; undefined after a join until it changes. */
  readonly connections: number | undefined;
  /** The calls by their ids that were passed to {@link Client.join} as `unanswered`. */
  readonly calls: ReadonlyMap<string, Call<unknown>>;
  readonly isClosed: boolean;
  readonly reason: SvvsError | undefined;
  readonly closed: Promise<SvvsError>;
  /** Opens a view in this session. */
  open<Type extends Name<Views>>(type: Type, ...options: OpenArguments<Views[Type]>): Call<View<Views[Type]>>;
  /** Closes the session and its views, for all clients. Does nothing if the session is closed already. */
  close(options?: CallOptions): Promise<void>;
  /** Calls the listener when others open or close views, join or leave. */
  subscribe(listener: (change: SessionChange) => void): Stop;
}

type OpenArguments<Types extends ViewTypes> = {} extends Types['params']
  ? [options?: OpenOptions & Parameters<Types['params']>]
  : [options: OpenOptions & Parameters<Types['params']>];

export interface OpenOptions extends CallOptions {
  /** The id of the view. By default, the server chooses one. */
  view?: string;
  delivery?: Delivery;
}

export interface JoinOptions extends CallOptions {
  /** The token of an earlier client, whose place this client takes. */
  token?: string;
  /** The delivery of the views that others have opened, or open later. */
  delivery?: Delivery;
  /** The ids of calls of the earlier client that have no reply; see {@link Session.calls}. */
  unanswered?: string[];
}

export interface ShareOptions extends CallOptions {
  /** How many seconds the session outlives its last client. */
  keep?: number;
}

/** The state of the connection. `retryAt` is the time of the next attempt, as `Date.now()` counts. */
export type Status =
  | { state: 'connecting'; reason?: Error }
  | { state: 'connected' }
  | { state: 'waiting'; reason: Error; retryAt: number }
  | { state: 'closed'; reason: Error };

export interface ClientOptions {
  /** Parameters of the request `initialize`, such as `clientInfo`. */
  initialize?: object;
  /** The time to wait for a reply or a state, in milliseconds. Default: 60,000. */
  timeout?: number;
  /** Whether to connect again, or how. Default: without a limit, after 100 ms and then at most 5,000 ms. */
  reconnect?: boolean | { attempts?: number; minimum?: number; maximum?: number };
}

/** The result of `initialize`. */
export interface ServerInfo {
  protocolVersion: number;
  serverInfo: { name: string; version: string };
  process: { id: string; pid: number };
  limits: { [name: string]: number };
  viewTypes: string[];
  schemaHash: string;
  [name: string]: any;
}

/** A message that was sent or received. `time` is in milliseconds, as `Date.now()` counts. */
export interface Exchanged {
  direction: 'sent' | 'received';
  message: any;
  time: number;
}

/** A client of one server. It connects again when the connection is lost. */
export class Client<Views extends { [Type in keyof Views]: ViewTypes } = AnyViews> {
  /** Connects. The promise is rejected if this fails; the client does not try again. */
  static connect<Views extends { [Type in keyof Views]: ViewTypes } = AnyViews>(
    transport: Transport,
    options?: ClientOptions,
  ): Promise<Client<Views>>;
  /** Makes a client that is not connected yet, so that its first messages can be observed. */
  constructor(transport: Transport, options?: ClientOptions);
  /** Connects. */
  start(): Promise<void>;
  readonly info: ServerInfo;
  readonly status: Observable<Status>;
  /** The messages in both directions. A received message is reported before it takes effect. */
  readonly messages: Topic<Exchanged>;
  /** The errors that belong to no call, such as those of a message that the server could not read. */
  readonly faults: Topic<ResponseError>;
  /** Resolves when the client has ended, to the error that each later call is rejected with. */
  readonly closed: Promise<Error>;
  /** The default timeout, in milliseconds. */
  timeout: number;
  /** The open views by their ids. */
  readonly views: ReadonlyMap<string, View>;
  /** Opens a view. */
  open<Type extends Name<Views>>(type: Type, ...options: OpenArguments<Views[Type]>): Call<View<Views[Type]>>;
  /** Opens a session: views that are closed together. */
  openSession(name?: string, options?: CallOptions): Call<Session<Views>>;
  /** Opens a session that other clients of the server can join. */
  share(name?: string, options?: ShareOptions): Call<Session<Views>>;
  /** Joins a session that another client has opened. */
  join(name: string, options?: JoinOptions): Call<Session<Views>>;
  /** The shared sessions of the server. */
  sessions(options?: CallOptions): Promise<SharedSession[]>;
  /** Sends any request. */
  request(method: string, params?: object, options?: CallOptions): Call<any>;
  /** Sends any notification. */
  notify(method: string, params?: object): void;
  /** Tries to connect at once, if the status is `waiting`. */
  retry(): void;
  /** Ends the connection, and a server of its own after its calls. Resolves to {@link Client.closed}. */
  close(): Promise<Error>;
  /** Cancels all calls, and ends the connection and a server of its own. */
  shutdown(): Promise<Error>;
}

export interface SharedSession {
  session: string;
  keep: number;
  views: { view: string; type: string }[];
  connections: { clientInfo?: { name: string; version?: string }; since: string; isBehind: boolean }[];
}

/** A connection that carries messages as texts. A client opens it again after it was lost. */
export interface Transport {
  /** Opens a connection. After the promise was resolved, `onClose` is called once, at the end of the connection. */
  open(handlers: { onMessage(text: string): void; onClose(reason: Error): void }): Promise<unknown>;
  send(text: string): void;
  /** Ends the connection. `isLost` says that the client can no longer use it. */
  close(isLost?: boolean): unknown;
}

export interface WebSocketOptions {
  /** Returns the first message to send on each connection, such as a login. */
  first?: () => object;
  /** Called with the reply to the first message. */
  onFirst?: (reply: any) => void;
  /** The class to use. Default: that of the browser. */
  WebSocket?: new (url: string) => any;
}

/** A connection by WebSocket, with one message in each text frame. */
export class WebSocketTransport implements Transport {
  constructor(url: string | URL, options?: WebSocketOptions);
  open(handlers: { onMessage(text: string): void; onClose(reason: Error): void }): Promise<void>;
  send(text: string): void;
  close(): void;
}

/** The base class of the errors of this package. */
export class SvvsError extends Error {
  /** Whether the client does not connect again after this error. */
  readonly isFinal: boolean;
}

/** The server refused a request, or a request was cancelled. */
export class ResponseError extends SvvsError {
  constructor(code: number, message: string, data?: any);
  readonly code: number;
  readonly data: any;
  /** The name of the error, such as `InvalidParams`. */
  readonly kind: string;
  /** A JSON Pointer to the invalid parameter. */
  readonly path: string | undefined;
}

/** The request was cancelled: `requested`, or because of `viewClosed`, `sessionClosed` or `shutdown`. */
export class RequestCancelled extends ResponseError {
  readonly reason: string;
}

/** The view has changed since the commit `ifCommit` of the call. */
export class ContentModified extends ResponseError {
  /** The current commit of the view. */
  readonly commit: number;
}

/** The request exceeds a limit of the server. */
export class Overloaded extends ResponseError {
  /** The name of the limit, as in `client.info.limits`. */
  readonly limit: string;
  readonly isRetryable: boolean;
}

/** The server sent an invalid message, or omitted a change. The client has ended. */
export class BadMessage extends SvvsError {
  constructor(detail: string, text?: string);
  readonly detail: string;
  /** The message. The error's own text does not contain it if it may be JSON, which may contain a password. */
  readonly text: string;
}

/** The server uses another version of the protocol. */
export class ProtocolVersionMismatch extends SvvsError {
  constructor(theirs: number, ours: number);
  readonly theirs: number;
  readonly ours: number;
}

/** A reply or a state did not arrive in time. */
export class TimedOut extends SvvsError {}

/** No reply arrived in time. The request was cancelled. */
export class CallTimedOut extends TimedOut {
  constructor(method: string, timeout: number);
  readonly method: string;
}

/** The view or session was closed, by any client or by the server. */
export class ViewClosed extends SvvsError {
  constructor(what: string);
}

/** Views, sessions or calls were lost with the connection. */
export class Disconnected extends SvvsError {}

/** The server was restarted: all earlier views, sessions and calls are lost. */
export class ServerRestarted extends Disconnected {}

/** The WebSocket was closed, or could not be opened. */
export class ConnectionClosed extends Disconnected {
  constructor(code: number, reason: string);
  readonly code: number;
  readonly reason: string;
}

/** The connection was lost, and the server has no record of the request. It is not sent again. */
export class AnswerLost extends SvvsError {
  constructor(method: string);
  readonly method: string;
}

/** Applies a JSON Patch. The state is not modified. */
export function applyPatch<State extends object>(state: State, patch: PatchStep[]): State;

/** Whether two JSON values are equal. */
export function isEqual(a: unknown, b: unknown): boolean;

/** The value of a JSON text. Integers beyond 2^53 are of the type bigint. */
export function parse(text: string): any;

/** The JSON text of a value, which may contain values of the type bigint. */
export function stringify(value: unknown, indent?: number | string): string;
