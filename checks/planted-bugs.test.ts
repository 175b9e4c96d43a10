import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plantedBugs } from '@inaam/testing/faults/planted/planted-bugs.ts';
import { root } from './repository.ts';

const folder = 'testing/faults/planted';
const patches = readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.patch'));

test.each(patches)('the planted bug %s applies to the product of today', (file) => {
  // Mend the patch with the code that it breaks: `npm run faults:proof` plants it.
  const check = ['apply', '--check', path.join(folder, file)];
  expect(() => execFileSync('git', check, { cwd: root, stdio: 'pipe' })).not.toThrow();
});

test.each(patches)(
  'the planted bug %s is in no definition that a later migration replaces',
  (file) => {
    const patch = readFileSync(path.join(root, folder, file), 'utf8');
    const replaced = patchedFunctions(patch).filter(({ name, migration }) =>
      migrations.some((later) => later.name > migration && later.functions.includes(name)),
    );
    // Plant it in the last definition.
    expect(replaced).toEqual([]);
  },
);

const migrationsFolder = 'server/database/schema/migrations';
const definition =
  /^create (?:or replace )?function ([\w.]+)[^]*?^(?:\$\$;|end;|return [^\n]*;)$/gm;
const migrations = readdirSync(path.join(root, migrationsFolder)).map((name) => {
  const sql = readFileSync(path.join(root, migrationsFolder, name), 'utf8');
  return { name, sql, functions: [...sql.matchAll(definition)].map(([, found]) => found) };
});

/** The functions of migrations in which the patch has a hunk. */
function patchedFunctions(patch: string) {
  let migration = '';
  return patch.split('\n').flatMap((line) => {
    const file = /^--- a\/(.*)$/.exec(line)?.[1];
    if (file !== undefined) migration = path.basename(file);
    const [, first, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    const { sql = '' } = migrations.find(({ name }) => name === migration) ?? {};
    if (first === undefined) return [];
    const [start, end] = [Number(first), Number(first) + Number(count) - 1];
    return [...sql.matchAll(definition)].flatMap(({ 0: text, 1: name, index }) => {
      const begins = sql.slice(0, index).split('\n').length;
      const ends = begins + text.split('\n').length - 1;
      return begins <= end && start <= ends ? [{ name, migration }] : [];
    });
  });
}

test('each planted bug has a patch, and each patch is planted', () => {
  expect(patches.toSorted()).toEqual(plantedBugs.map(({ name }) => `${name}.patch`).toSorted());
});
