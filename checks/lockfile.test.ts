import { expect, test } from 'vitest';
import { z } from 'zod';
import { read } from './repository.ts';

const listSchema = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      license: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      dependencies: listSchema,
      optionalDependencies: listSchema,
    }),
  ),
});

/**
 * Packages that are not locked for every platform, which `npm ci` refuses elsewhere, and registry
 * hosts.
 */
function lockfileViolations(text: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([place, entry]) => {
    const dependencies = Object.entries({ ...entry.dependencies, ...entry.optionalDependencies });
    const missing = dependencies.filter(([name, range]) => !isFound(name, range, place, packages));
    const isOurs = entry.link || !place.includes('node_modules/');
    return [
      ...missing.map(
        ([name, range]) =>
          `${place} depends on ${name} ${range}, which is not locked. Use a version that exists for every platform.`,
      ),
      ...(isOurs || (entry.version && entry.integrity)
        ? []
        : [`${place} has no version or no integrity. Lock it again.`]),
      ...(isOurs || entry.resolved === undefined
        ? []
        : [
            `${place} is bound to ${entry.resolved}. Install with omit-lockfile-registry-resolved.`,
          ]),
    ];
  });
}

/** Resolves as Node does: in each node_modules from the dependent's folder upwards. */
function isFound(
  name: string,
  range: string,
  place: string,
  packages: Readonly<Record<string, { version?: string | undefined }>>,
): boolean {
  for (let folder = place; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    // Platform packages have exact versions; another version further up must not hide a missing
    // one.
    if (found) return !exact.test(range) || found.version === range;
    if (folder === '') return false;
  }
}

/** Not `2.10.0 - 3`, which is a range. */
const exact = /^\d+\.\d+\.\d+[^\s|]*$/;

// Licences that MIT-licensed software may be shipped with.
const shippedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // We take it as MIT.
  '(MIT OR CC0-1.0)',
  'Python-2.0',
  'Unlicense',
]);
/** Of libraries that are loaded from a file of their own, which anybody may replace. */
const ofSharedLibraries = new Set([...shippedLicences, 'LGPL-3.0-or-later']);
const sharedLibraries = /^@img\/sharp-/;
// Used to build or test only, and not part of what is shipped, or (OFL) fonts.
const toolLicences = new Set([
  ...shippedLicences,
  'CC0-1.0',
  'MPL-2.0',
  'OFL-1.1',
  'PDDL-1.0',
  'Zlib',
]);

/** @param allowScripts of package.json: the packages whose install scripts were looked at */
function supplyChainViolations(
  text: string,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  const { packages } = lockSchema.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([place, { link, dev, license, hasInstallScript }]) => {
    if (link || !place.includes('node_modules/')) return [];
    const name = place.replace(/^.*node_modules\//, '');
    const shipped = sharedLibraries.test(name) ? ofSharedLibraries : shippedLicences;
    const allowed = dev ? toolLicences : shipped;
    return [
      ...(license !== undefined && isLicensed(license, allowed)
        ? []
        : [`${place} has the licence ${license ?? 'none'}. Use another package, or check it.`]),
      ...(!hasInstallScript || name in allowScripts
        ? []
        : [`${place} has an install script. Read it, and add it to allowScripts in package.json.`]),
    ];
  });
}

/** @param licence one, or several as SPDX joins them: of those of an OR one is enough */
function isLicensed(licence: string, allowed: ReadonlySet<string>): boolean {
  const plain = licence.replaceAll(/[()]/g, '');
  return plain.split(' AND ').every((part) => part.split(' OR ').some((one) => allowed.has(one)));
}

const locked = { version: '1.0.0', integrity: 'sha512-a' };
const violations = (packages: object) => lockfileViolations(JSON.stringify({ packages }));

test('the lockfile has every package for every platform, and no host', () => {
  expect(lockfileViolations(read('package-lock.json'))).toEqual([]);
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
  const schema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
  const { allowScripts } = schema.parse(JSON.parse(read('package.json')));
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
