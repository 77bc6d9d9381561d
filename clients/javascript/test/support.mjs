// Where the tests find the server, the package and TypeScript's compiler.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const packagePath = fileURLToPath(new URL('..', import.meta.url));
export const repository = fileURLToPath(new URL('../../..', import.meta.url));
export const server = process.env.SVVS?.trim() || `'${repository}.build/debug/svvs' serve`;

/** An empty directory for a test, in which programs can import the package `svvs`. */
export function directory(t) {
  const path = realpathSync(mkdtempSync(`${tmpdir()}/svvs-js-`));
  t.after(() => rmSync(path, { recursive: true }));
  mkdirSync(`${path}/node_modules/.bin`, { recursive: true });
  symlinkSync(packagePath, `${path}/node_modules/svvs`);
  symlinkSync('../svvs/node/codegen/command.js', `${path}/node_modules/.bin/svvs-codegen`);
  return path;
}

/** Runs a command; resolves to `{ status, stdout, stderr }`. */
export function run(program, words, options = {}) {
  const child = spawn(program, words, { stdio: 'pipe', ...options, env: { ...process.env, SVVS: server, ...options.env } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  child.stdin.on('error', () => {}).end(options.input);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve({ status, ...output }));
  });
}

/** TypeScript's compiler, which belongs to the command `tsc`. */
export function compiler() {
  const tsc = execFileSync('sh', ['-c', 'command -v tsc'], { encoding: 'utf8' }).trim();
  return createRequire(realpathSync(tsc))('../lib/typescript.js');
}

/** The faults that TypeScript finds in these files, as texts. */
export function typeFaults(files, options = {}) {
  const ts = compiler();
  const settings = {
    allowJs: true, checkJs: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true, strict: true, target: ts.ScriptTarget.ES2022, types: [], ...options,
  };
  const program = ts.createProgram(files, settings);
  // The package's own JavaScript has declarations, and is not checked.
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file ? `${file.fileName.split('/').pop()}:${file.getLineAndCharacterOfPosition(start).line + 1}: ` : '';
    return `${line}${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
