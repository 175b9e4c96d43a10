// The tables of docs/reference/settings.md are those of the code: each setting of each program,
// whether it is required, its default and its description.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import * as ofPlugins from '@inaam/plugins/settings.ts';
import { cellsOf, rowsOfGuides } from '@inaam/testing/server/plugins.ts';
import { describeSettings, environments, operatorEnvironments } from './environments.ts';

const { launch, plugins, ...ofCommands } = operatorEnvironments;
const programs: Readonly<Record<string, z.ZodObject>> = { ...environments, launch };

/** A command for each row in the table of the operator's commands. */
const commands: readonly (readonly [keyof typeof ofCommands, string])[] = [
  ['commit', '`draw commit`'],
  ['reveal', '`draw reveal`'],
  ['number', '`number erase`'],
  ['pseudonym', '`number pseudonym`'],
  ['vouchers', '`vouchers load`'],
  ['rings', '`packs make`'],
  ['keys', '`keys reseal`'],
  ['backup', '`backup`'],
  ['sms', '`sms check`'],
  ['invite', '`console invite`'],
  ['operator', 'all others'],
];

const file = path.resolve(import.meta.dirname, '../../../docs/reference/settings.md');
const text = await readFile(file, 'utf8');

function rowsOf(title: string): readonly (readonly string[])[] {
  const [, section = ''] = text.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  const [, table = ''] = /((?:^\|.*\n)+)/m.exec(own) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return cellsOf(rows);
}

const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

type Described = { readonly cells: readonly [string, string, string]; readonly program: string };

const describedIn = (program: string, environment: z.ZodObject): Described[] =>
  describeSettings(environment).map(({ name, required, byDefault, about }) => ({
    program,
    cells: [
      `\`${name}\``,
      required ? 'required' : byDefault === undefined ? 'none' : `\`${byDefault}\``,
      about,
    ],
  }));

/** As the document writes it: each once, with its programs, the required ones first. */
function table(): string[][] {
  const all = Object.entries(programs).flatMap(([program, each]) => describedIn(program, each));
  const rows = Map.groupBy(all, ({ cells }) => cells.join('|'));
  const written = [...rows.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const [name, byDefault, about] = first.cells;
    return [[name, same.map(({ program }) => program).join(', '), byDefault, about]];
  });
  const isRequired = (row: readonly string[]) => row[2] === 'required';
  return [...written.filter(isRequired), ...written.filter((row) => !isRequired(row))];
}

test('the table of settings is that of the code', () => {
  const isOfPlugin = ([name = '']: readonly string[]) =>
    Object.hasOwn(Object.assign({}, ...Object.values(ofPlugins)), name.replaceAll('`', ''));
  const rows = table();
  expect(rowsOf('The settings')).toEqual(rows.filter((row) => !isOfPlugin(row)));
  const added = rows.filter(isOfPlugin);
  expect(rowsOfGuides('Settings')).toHaveLength(added.length);
  expect(rowsOfGuides('Settings')).toEqual(expect.arrayContaining(added));
  expect(Object.keys(plugins.shape)).toEqual(
    expect.arrayContaining(Object.keys(ofPlugins.deliverVariables)),
  );
});

test('each setting has a description, which fits into a cell', () => {
  for (const environment of [
    ...Object.values(environments),
    ...Object.values(operatorEnvironments),
  ]) {
    for (const { name, about } of describeSettings(environment)) {
      expect(about, name).toMatch(/^[^|\n]{5,120}$/);
    }
  }
});

test('every kind of command is in the document', () => {
  expect(commands.map(([kind]) => kind).toSorted()).toEqual(Object.keys(ofCommands).toSorted());
  expect(rowsOf('`operator`')).toHaveLength(commands.length);
});

test.each(commands)('the commands of %s read what their row lists', (kind, command) => {
  const rows = rowsOf('`operator`').filter(([which = '']) => which.split(', ').includes(command));
  expect(rows).toHaveLength(1);
  const listed = ['DATABASE_URL', 'CAMPAIGN', ...codesOf(rows[0]?.[1] ?? '')];
  const read = Object.keys(operatorEnvironments[kind].shape);
  const isOfCore = (name: string) => !Object.hasOwn(ofPlugins.keyRings, name);
  expect(listed.toSorted()).toEqual(read.filter(isOfCore).toSorted());
});

test.each(commands)('%s reads each setting as a program does', (kind) => {
  const words = (environment: z.ZodObject) =>
    describedIn('', environment).map(({ cells }) => cells.join(' '));
  const known = new Set(Object.values(environments).flatMap(words));
  for (const row of words(operatorEnvironments[kind])) expect(known).toContain(row);
});
