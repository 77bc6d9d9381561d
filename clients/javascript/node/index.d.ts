/** A client for Node that runs the server, or a command that is attached to it, as a child process. */

import { AnyViews, Client, ClientOptions, SvvsError, Transport, ViewTypes } from '../src/index.js';

export * from '../src/index.js';

export interface CommandOptions {
  /** The command of the server, as a line or as words. Default: the line in the environment variable SVVS, or `svvs serve`. */
  command?: string | string[];
  /** Options of the server, which are appended to the command. */
  options?: string[];
  /** The time that the server has to end after `close`, in milliseconds. Default: 10,000. */
  closeTimeout?: number;
}

export interface AttachOptions extends CommandOptions, ClientOptions {
  /** Whether to start the server if it does not run. Default: true. */
  start?: boolean;
}

/** Starts a server of its own, which ends with the client. */
export function spawnServer<Views extends { [Type in keyof Views]: ViewTypes } = AnyViews>(
  options?: CommandOptions & Omit<ClientOptions, 'reconnect'>,
): Promise<Client<Views>>;

/** Attaches to a shared server by its name, or by the path of its socket. */
export function attach<Views extends { [Type in keyof Views]: ViewTypes } = AnyViews>(
  place?: string,
  options?: AttachOptions,
): Promise<Client<Views>>;

export interface ProcessOptions {
  closeTimeout?: number;
  /** The class of the error at the end of the process. */
  Ended?: typeof ServerDied;
  /** Starts the process, in place of `spawn` of `node:child_process`. */
  spawn?: (program: string, words: string[], options: object) => any;
}

/** A connection by the pipes of a child process. */
export class ProcessTransport implements Transport {
  constructor(words: string[], options?: ProcessOptions);
  readonly pid: number | undefined;
  /** The last lines that the process wrote to its standard error. */
  readonly stderr: string;
  open(handlers: { onMessage(text: string): void; onClose(reason: Error): void }): Promise<unknown>;
  send(text: string): void;
  close(isLost?: boolean): Promise<void>;
  /** Kills the process, if it runs. */
  kill(): void;
}

/** The command does not exist, or cannot be run. */
export class ServerNotFound extends SvvsError {
  constructor(program: string, reason: string);
  readonly program: string;
}

/** The server has ended. */
export class ServerDied extends SvvsError {
  constructor(end: { status: number | null; signal?: string | null; stderr: string; what?: string; command?: string });
  /** The exit status; null if a signal has ended the process. */
  readonly status: number | null;
  readonly signal: string | null;
  /** The last lines that the process wrote to its standard error. */
  readonly stderr: string;
}

/** The client is not attached to a shared server: the command with `--attach` has ended. */
export class Detached extends ServerDied {}

/** The words of the command of a server; see {@link CommandOptions.command}. */
export function commandWords(command?: string | string[]): string[];

/** Splits a command line into words as a shell does. */
export function splitWords(line: string, name?: string): string[];
