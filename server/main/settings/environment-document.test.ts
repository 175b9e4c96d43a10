// docs/reference/settings.md must match what the programs read: each variable, who needs it, and
// its default.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { environments as programs, operatorEnvironments } from './environments.ts';

const names = ['serve', 'deliver', 'draw', 'console', 'migrate'] as const;
type Program = (typeof names)[number];

/** A command for each row in the table of the operator's commands. */
const commands: readonly (readonly [keyof typeof operatorEnvironments, string])[] = [
  ['commit', '`draw commit`'],
  ['reveal', '`draw reveal`'],
  ['number', '`number`'],
  ['pseudonym', '`number pseudonym`'],
  ['vouchers', '`vouchers load`'],
  ['keys', '`keys reseal`'],
  ['sms', '`sms check`'],
  ['webhook', '`webhooks try`'],
  ['invite', '`console invite`'],
  ['operator', 'all others'],
];

const plain = z.union([z.string(), z.number()]);

/** Each variable with its default, as the document must state it. */
const taken = (shape: Readonly<Record<string, z.ZodType>>) =>
  Object.entries(shape).map(([name, field]) => `${name} ${wordOf(field)}`);

function wordOf(field: z.ZodType): string {
  const { success, data } = field.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined) return 'none';
  return Array.isArray(data) ? 'nobody' : `\`${plain.parse(data)}\``;
}

const file = path.resolve(import.meta.dirname, '../../../docs/reference/settings.md');
const text = await readFile(file, 'utf8');

function rowsOf(title: string): readonly (readonly string[])[] {
  const [, section = ''] = text.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  const [, table = ''] = /((?:^\|.*\n)+)/m.exec(own) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Each variable of a program with its word in the document. */
function written(program: Program): (readonly [string, string])[] {
  const shared = rowsOf('Several programs').flatMap(([cell = '', readers = '', word = '']) =>
    readers === 'all' || codesOf(readers).includes(program) ? [{ cell, word }] : [],
  );
  const own = rowsOf(`\`${program}\``).map(([cell = '', word = '']) => ({ cell, word }));
  return [...shared, ...own].flatMap(({ cell, word }) =>
    codesOf(cell).map((name) => [name, word] as const),
  );
}

/** The default in the first of these programs that reads the variable. */
function wordAt(name: string): string {
  const all = (['serve', 'deliver', 'draw', 'console'] as const).flatMap(written);
  return all.find(([other]) => other === name)?.[1] ?? 'not listed';
}

test.each(names)('%s reads what its tables list, and nothing else', (program) => {
  const lines = written(program).map(([name, word]) => `${name} ${word}`);
  expect(lines.toSorted()).toEqual(taken(programs[program].shape).toSorted());
});

test('every program and every kind of command is in the document', () => {
  expect(Object.keys(programs).toSorted()).toEqual([...names].toSorted());
  expect(commands.map(([kind]) => kind).toSorted()).toEqual(
    Object.keys(operatorEnvironments).toSorted(),
  );
  expect(rowsOf('`operator`')).toHaveLength(commands.length);
});

test.each(commands)('the commands of %s read what their row lists', (kind, command) => {
  const rows = rowsOf('`operator`').filter(([which = '']) => which.split(', ').includes(command));
  expect(rows).toHaveLength(1);
  const listed = ['DATABASE_URL', 'CAMPAIGN', ...codesOf(rows[0]?.[1] ?? '')];
  expect(listed.map((name) => `${name} ${wordAt(name)}`).toSorted()).toEqual(
    taken(operatorEnvironments[kind].shape).toSorted(),
  );
});
