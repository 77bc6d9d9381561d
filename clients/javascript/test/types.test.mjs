// The declarations are those of the modules, and those that the generator writes are correct.

import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { test } from 'node:test';
import * as browser from '../src/index.js';
import * as node from '../node/index.js';
import { compiler, directory, packagePath, repository, run, typeFaults } from './support.mjs';

const timeout = 120_000;
const codegen = `${packagePath}node/codegen/command.js`;

test('A program with the types of the shipped app is checked.', { timeout }, async (t) => {
  const folder = directory(t);
  copyFileSync(`${packagePath}test/usage.ts`, `${folder}/usage.mts`);
  const { status, stderr } = await run(codegen, [`${repository}schemas/app.schema.json`, '-o', `${folder}/app.d.ts`]);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(typeFaults([`${folder}/usage.mts`, `${folder}/app.d.ts`]), []);
});

for (const [name, module, file] of [['svvs', browser, 'src/index.d.ts'], ['svvs/node', node, 'node/index.d.ts']]) {
  test(`The declarations of ${name} are those of its module.`, { timeout }, () => {
    const ts = compiler();
    const path = `${packagePath}${file}`;
    const program = ts.createProgram([path], { moduleResolution: ts.ModuleResolutionKind.NodeNext, module: ts.ModuleKind.NodeNext });
    const checker = program.getTypeChecker();
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(path)));
    const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
    const values = exported.filter((symbol) => resolved(symbol).flags & ts.SymbolFlags.Value);
    assert.deepEqual(values.map((symbol) => symbol.name).sort(), Object.keys(module).sort());
    for (const symbol of values) {
      const { prototype } = module[symbol.name];
      const declaration = resolved(symbol).declarations[0];
      if (!ts.isClassDeclaration(declaration)) continue;
      const methods = declaration.members.filter(ts.isMethodDeclaration).filter(({ modifiers }) => !modifiers);
      for (const { name: { text } } of methods) assert.equal(typeof prototype[text], 'function', `${symbol.name}.${text}`);
      // And the other way round: every public method is declared, there or in a base class.
      const declared = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(resolved(symbol))).map((each) => each.name);
      for (let part = prototype; part !== Object.prototype && part !== Error.prototype; part = Object.getPrototypeOf(part)) {
        const names = Object.getOwnPropertyNames(part).filter((each) => !/^(_|constructor$|name$)/.test(each));
        assert.deepEqual(names.filter((each) => !declared.includes(each)), [], symbol.name);
      }
    }
  });
}
