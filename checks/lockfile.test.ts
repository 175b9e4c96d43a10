import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { lockfileViolations, supplyChainViolations } from './lockfile.ts';
import { root } from './repository.ts';

const locked = { version: '1.0.0', integrity: 'sha512-a' };
const violations = (packages: object) => lockfileViolations(JSON.stringify({ packages }));

test('the lockfile has every package for every platform, and no host', () => {
  expect(lockfileViolations(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))).toEqual(
    [],
  );
});

test.each([
  ['a dependency', { 'node_modules/a': { ...locked, dependencies: { b: '1' } } }, 'depends on b'],
  [
    'a package of another platform',
    { 'node_modules/a': { ...locked, optionalDependencies: { '@a/mac': '1' } } },
    'depends on @a/mac 1, which is not locked',
  ],
  [
    'a package of another platform whose older version another one has',
    {
      'node_modules/a': { ...locked, optionalDependencies: { '@a/mac': '1.1.0' } },
      'node_modules/@a/mac': locked,
    },
    'depends on @a/mac 1.1.0, which is not locked',
  ],
  [
    'one that only a neighbour has',
    { server: { dependencies: { b: '1' } }, 'web/node_modules/b': locked },
    'server depends on b',
  ],
])('%s that is not locked is refused', (_, packages, message) => {
  expect(violations(packages)).toEqual([expect.stringContaining(message)]);
});

test('a range whose ends are whole versions is a range', () => {
  const packages = {
    'node_modules/a': { ...locked, dependencies: { b: '2.10.0 - 3' } },
    'node_modules/b': locked,
  };
  expect(violations(packages)).toEqual([]);
});

test('a package without version, without integrity or with a host is refused', () => {
  expect(violations({ 'node_modules/a': { version: '1.0.0' } })).toHaveLength(1);
  expect(violations({ 'node_modules/a': { integrity: 'sha512-a' } })).toHaveLength(1);
  const resolved = 'https://a.example/a.tgz';
  expect(violations({ 'node_modules/a': { ...locked, resolved } })).toEqual([
    expect.stringContaining(`is bound to ${resolved}`),
  ]);
});

test('workspaces, links and nested packages are fine', () => {
  const packages = {
    '': { dependencies: { a: '1' } },
    server: { dependencies: { b: '1', '@c/d': '1' } },
    'node_modules/@inaam/server': { link: true, resolved: 'server' },
    'node_modules/a': { ...locked, dependencies: { b: '2.10.0 - 3' } },
    'node_modules/a/node_modules/b': locked,
    'server/node_modules/b': locked,
    'node_modules/@c/d': locked,
  };
  expect(violations(packages)).toEqual([]);
});

test('every package has a licence that may be shipped, and no install script is unknown', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(read('package.json')));
  expect(supplyChainViolations(read('package-lock.json'), allowScripts)).toEqual([]);
});

test.each([
  ['a licence that forbids it', { license: 'GPL-3.0' }, 'has the licence GPL-3.0'],
  ['a licence for tools', { license: 'MPL-2.0' }, 'has the licence MPL-2.0'],
  ['no licence', {}, 'has the licence none'],
  ['two licences, one of which forbids it', { license: 'MIT AND GPL-3.0' }, 'MIT AND GPL-3.0'],
  ['a choice of none that fits', { license: '(GPL-3.0 OR AGPL-3.0)' }, 'GPL-3.0 OR AGPL-3.0'],
  ['an install script', { license: 'MIT', hasInstallScript: true }, 'has an install script'],
])('a package with %s is refused', (_, entry, note) => {
  const text = JSON.stringify({ packages: { 'node_modules/a': entry } });
  expect(supplyChainViolations(text, {})).toEqual([expect.stringContaining(note)]);
});

test.each(['(MIT OR GPL-3.0)', 'MIT AND ISC AND BSD-3-Clause'])(
  'a package under %s may be shipped',
  (license) => {
    const text = JSON.stringify({ packages: { 'node_modules/a': { license } } });
    expect(supplyChainViolations(text, {})).toEqual([]);
  },
);

test('a tool may have a licence for tools, and a script that is known', () => {
  const entry = { license: 'MPL-2.0', dev: true, hasInstallScript: true };
  const text = JSON.stringify({ packages: { 'node_modules/b/node_modules/a': entry } });
  expect(supplyChainViolations(text, { a: false })).toEqual([]);
});
