import { spawn as start } from 'node:child_process';
import { SvvsError } from '../src/errors.js';
import { shownCommand } from './command.js';

const grace = 1000; // The time for the end of a process that can no longer be used, in milliseconds.

/** The command does not exist, or cannot be run. */
export class ServerNotFound extends SvvsError {
  isFinal = true;

  constructor(program, reason) {
    super(`The command ${program} cannot be started: ${reason}. (Set SVVS to the command of the server, such as `
      + 'SVVS="./MyApp serve", or put svvs on PATH.)');
    this.program = program;
  }
}

/** The server has ended, with this exit `status` or by this `signal`; `stderr` has the last lines that it wrote there. */
export class ServerDied extends SvvsError {
  isFinal = true;

  constructor({ status, signal, stderr, what = 'The server', command }) {
    const how = signal ? `by ${signal}` : `with status ${status}`;
    super(`${what} has ended ${how}${command ? ` without a reply; it is ${command}` : '.'}${stderr && `\n${stderr}`}`);
    Object.assign(this, { status, signal, stderr });
  }
}

/** The client is not attached to a shared server: the command with `--attach` has ended. */
export class Detached extends ServerDied {
  constructor(end) {
    super({ ...end, what: 'The client is not attached: the command' });
    this.isFinal = end.status === 0; // Then the server was stopped.
  }
}

/** The last lines of the standard error, without the backtrace of a crash and the notices of a wait for a shared server. */
class Tail {
  #text = '';

  add(text) {
    this.#text = (this.#text + text).replace(/(?:(Fatal error:.*\n)|\*\*\* Signal )[^]*\n(?=.*\S)/, '$1').slice(-8192);
  }

  toString() {
    return this.#text.trimEnd().split('\n').filter((line) => !/: waiting for .*, which /.test(line)).slice(-20).join('\n');
  }
}

/** A connection by the pipes of a child process, which each `open` starts. */
export class ProcessTransport {
  #words;
  #options;
  #child;
  #tail = new Tail();
  #ended = Promise.resolve();

  constructor(words, { closeTimeout = 10_000, Ended = ServerDied, spawn = start } = {}) {
    this.#words = words;
    this.#options = { closeTimeout, Ended, spawn };
  }

  /** The id of the process. */
  get pid() {
    return this.#child?.pid;
  }

  /** The last lines that the process wrote to its standard error. */
  get stderr() {
    return String(this.#tail);
  }

  open({ onMessage, onClose }) {
    const [program, ...words] = this.#words;
    const tail = new Tail();
    this.#tail = tail;
    // In a new process session, so that Ctrl-C interrupts only this program, which can then close the server.
    const child = this.#options.spawn(program, words, { detached: true, stdio: 'pipe' });
    this.#child = child;
    child.stdin.on('error', () => {}); // The end of a process is detected by the end of its output.
    child.stderr.setEncoding('utf8').on('data', (text) => tail.add(text));
    let hasReplied = false;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      hasReplied = true;
      const lines = text.split('\n'); // `readline` would end a line at U+2028 too.
      lines[0] = rest + lines[0];
      rest = lines.pop();
      for (const line of lines) if (line.trim()) onMessage(line);
    });
    child.stdout.on('end', () => this.#stop(child, grace)); // The server needs both its input and its output.
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(new ServerNotFound(program, error.message)));
      this.#ended = new Promise((settle) => {
        const end = (status, signal) => {
          const command = hasReplied ? undefined : shownCommand(this.#words);
          onClose(new this.#options.Ended({ status, signal, stderr: String(tail), command }));
          settle();
        };
        child.once('close', end); // After the end of the output; `exit` may come before it.
        // A child of the server may keep the pipes open.
        child.once('exit', (...how) => {
          const timer = setTimeout(end, grace, ...how);
          child.once('close', () => clearTimeout(timer));
        });
        child.once('error', settle);
      });
    });
  }

  send(text) {
    this.#child.stdin.write(`${text}\n`);
  }

  /** Ends the process after its calls; kills it after `closeTimeout`, or soon if the connection is lost already. */
  async close(isLost) {
    if (this.#child) this.#stop(this.#child, isLost ? grace : this.#options.closeTimeout);
    await this.#ended;
  }

  /** Kills the process, if it runs. */
  kill() {
    if (this.#child?.pid) this.#child.kill('SIGKILL');
  }

  #stop(child, timeout) {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    child.once('exit', () => clearTimeout(timer));
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) clearTimeout(timer);
  }
}
