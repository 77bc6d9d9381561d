#!/usr/bin/env node
// `svvs-codegen`

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { attach, ResponseError, spawnServer, SvvsError } from '../index.js';
import { generate } from './generate.js';
import { appSchema, SchemaError } from './schema.js';

const usage = `usage: svvs-codegen [SCHEMA] [-o FILE] [--attach PLACE] [-- OPTION…]

Writes TypeScript declarations for the views of an app.

  SCHEMA            the file app.schema.json that \`svvs schema\` writes; default: ask the server for its schema
  -o, --output FILE the file to write, such as app.d.ts; default: standard output
  --attach PLACE    ask a shared server; PLACE is its name or socket
  -h, --help        show this help

The options after \`--\` are appended to the command of the server: the line in the environment variable SVVS, or else
\`svvs serve\`. Exit status: 0 success; 2 invalid usage or schema; 3 the server refused the request; 4 no server.
`;

function parsed(words) {
  const at = words.includes('--') ? words.indexOf('--') : words.length;
  const { values, positionals } = parseArgs({
    args: words.slice(0, at),
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' }, attach: { type: 'string' }, help: { type: 'boolean', short: 'h' },
    },
  });
  if (positionals.length > 1) throw new SchemaError(`unexpected argument ${positionals[1]}; expected one schema`);
  return { ...values, path: positionals[0], options: words.slice(at + 1) };
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SchemaError(`cannot read ${path}: ${error.message}`);
  }
}

async function discovered(place, options) {
  const client = await (place === undefined ? spawnServer({ options }) : attach(place, { options }));
  try {
    return appSchema(await client.request('rpc.discover'));
  } finally {
    await client.close();
  }
}

function write(text, path) {
  if (path === undefined) {
    process.stdout.write(text);
    return;
  }
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path); // Atomically: no program reads a half-written file.
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new SchemaError(`cannot write ${path}: ${error.message}`);
  }
}

try {
  const { help, path, attach: place, options, output } = parsed(process.argv.slice(2));
  if (help) process.stdout.write(usage);
  else write(generate(path === undefined ? await discovered(place, options) : read(path)), output);
} catch (error) {
  const isUsage = error instanceof SchemaError || error instanceof SyntaxError || error.code?.startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof SvvsError)) throw error;
  process.stderr.write(`svvs-codegen: ${error.message}\n`);
  process.exitCode = isUsage ? 2 : error instanceof ResponseError ? 3 : 4;
}
