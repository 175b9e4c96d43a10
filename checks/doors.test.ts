import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { doorFaults, roomOf, type House } from './doors.ts';
import { isCode, readSources, repositoryFiles, root } from './repository.ts';
import { house } from './rooms.ts';

const example: House = {
  rooms: [
    { name: 'wire', holds: ['wire/*'], packages: ['zod/mini'], tests: { packages: ['zod'] } },
    { name: 'calls', holds: ['shop/calls/*'], among: 'none', rooms: ['wire'], node: ['node:fs'] },
    { name: 'features', holds: ['web/features/*/*'], among: 'folder', rooms: ['wire'] },
    { name: 'loader', holds: ['web/loader.ts'], computed: true },
    { name: 'web', holds: ['web/*'], rooms: ['features'], types: { rooms: ['calls'] } },
  ],
  tests: { packages: ['vitest'] },
  workspaces: ['wire', 'shop', 'web'],
};

const faults = (file: string, text: string) => doorFaults({ path: file, text }, example);

test('every import in the house goes through a door of the table', () => {
  expect(readSources(isCode).flatMap((source) => doorFaults(source, house))).toEqual([]);
});

test.each([
  ['attic/a.ts', '', 'attic/a.ts is in no room'],
  ['wire/inner/a.ts', '', 'wire/inner/a.ts is in no room'],
  ['wire/a.ts', "import 'pg';", 'wire/a.ts:1 imports the package pg, which wire may not'],
  ['wire/a.ts', "import 'zod';", 'imports the package zod, which wire may not'],
  ['wire/a.ts', "import 'zod/minimal';", 'imports the package zod/minimal, which wire may not'],
  ['wire/a.ts', "import 'vitest';", 'imports the package vitest, which wire may not'],
  ['wire/a.ts', "import 'node:fs';", 'imports node:fs, which wire may not'],
  ['shop/calls/a.ts', "import 'node:fs/promises';", 'imports node:fs/promises, which calls may'],
  ['shop/calls/a.ts', "import 'fs';", 'imports fs. Write node:fs.'],
  [
    'wire/a.ts',
    "\nimport '@inaam/web/a.ts';",
    'wire/a.ts:2 imports web/a.ts: wire may not import web',
  ],
  ['wire/a.ts', "import '@inaam/attic/a.ts';", 'imports the package @inaam/attic/a.ts'],
  ['web/a.ts', "import './attic/a.ts';", 'imports web/attic/a.ts, which is in no room'],
  ['shop/calls/a.ts', "import './b.ts';", 'never imports another of its kind'],
  ['web/features/otp/a.ts', "import '../home/a.ts';", 'never imports another of its kind'],
  ['web/features/otp/a.ts', "import '../../a.ts';", 'features may not import web'],
  ['web/a.ts', "import '@inaam/web/features/otp/a.ts';", 'imports its own workspace as @inaam'],
  [
    'web/a.ts',
    "import '../wire/a.ts';",
    'leaves its workspace by ../wire/a.ts. Write @inaam/wire/a',
  ],
  ['web/a.ts', "import './b';", 'imports ./b without the file'],
  ['web/a.ts', "import '/web/b.ts';", 'imports /web/b.ts. Write a relative path.'],
  ['web/a.ts', "import './b.test.ts';", 'imports the test file web/b.test.ts'],
  ['web/a.ts', "import '@inaam/shop/calls/a.ts';", 'web may not import calls'],
  ['web/a.ts', 'await import(name);', 'imports a computed name'],
])('%s with %j fails', (file, text, message) => {
  expect(faults(file, text)).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['wire/a.ts', "import 'zod/mini'; import './b.ts';"],
  ['wire/a.test.ts', "import 'zod'; import 'vitest'; import './a.ts';"],
  ['shop/calls/a.ts', "import '@inaam/wire/a.ts'; import 'node:fs';"],
  ['shop/calls/a.test.ts', "import './a.ts';"],
  ['web/features/otp/a.tsx', "import './b.tsx'; import './a.css';"],
  ['web/a.ts', "import './features/otp/a.tsx'; import './words.txt?raw';"],
  ['web/a.ts', "import type { A } from '@inaam/shop/calls/a.ts';"],
  ['web/loader.ts', 'await import(name);'],
])('%s with %j passes', (file, text) => {
  expect(faults(file, text)).toEqual([]);
});

test('every row is there to be used: its name is known where it is listed, and is one only', () => {
  const names = house.rooms.map((room) => room.name);
  const listed = house.rooms.flatMap((room) =>
    [room, room.tests, room.types].flatMap((door) => door?.rooms ?? []),
  );
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each([
  ['pg', ['ground: trials', 'server/storage']],
  ['maxmind', ['server/ip-info']],
  ['graphile-worker', ['server/delivery', 'server/storage']],
  ['react-dom', ['bench/wheels', 'web']],
  ['oxc-parser', ['checks']],
])('the package %s is open to %j only', (name, rooms) => {
  const open = house.rooms.filter((room) => room.packages?.includes(name));
  expect(open.map((room) => room.name).toSorted()).toEqual(rooms);
});

test.each([
  ['server/programs', ['demo', 'e2e', 'bench']],
  ['server/testing', ['server/shoppers']],
  ['server/shoppers', []],
  ['web/shoppers', []],
  // Neither the rules nor the calls: about where somebody is decides nothing.
  ['server/ip-info', ['demo', 'server', 'server/testing']],
  ['web', ['web/build']],
  ['ground: trials', []],
])('%s is imported by %j only', (name, rooms) => {
  const open = house.rooms.filter((room) => room.rooms?.includes(name));
  expect(open.map((room) => room.name).toSorted()).toEqual(rooms.toSorted());
});

test('the verifier imports nothing of the house and no package, and only its tests are shown to it', () => {
  const { rooms, packages, types, tests, computed } =
    house.rooms.find(({ name }) => name === 'verifier') ?? {};
  expect([rooms, packages, types, computed]).toEqual([undefined, undefined, undefined, undefined]);
  expect(tests).toEqual({ rooms: ['verifier: testing'] });
  expect(house.rooms.filter((room) => room.rooms?.includes('verifier')).length).toBe(1);
});

const workspacesSchema = z.object({ workspaces: z.array(z.string()) });

test('the table knows the workspaces of package.json', () => {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8');
  expect(house.workspaces).toEqual(workspacesSchema.parse(JSON.parse(text)).workspaces);
});

test('every file of code is in one room', () => {
  expect(repositoryFiles().filter((file) => isCode(file) && !roomOf(file, house))).toEqual([]);
});
