// docs/environment.md says what the programs read: each variable, who needs it, and what it is when
// it is left out.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { environments as ofPrograms } from './program-config.ts';
import { consoleEnvironment } from './console-config.ts';
import { operatorEnvironments } from './operator-config.ts';

const environments = { ...ofPrograms, console: consoleEnvironment, ...operatorEnvironments };

const programs = [
  'serve',
  'deliver',
  'draw',
  'migrate',
  'operator',
  'reveal',
  'commit',
  'number',
  'pseudonym',
  'keys',
  'sms',
  'webhook',
  'vouchers',
  'console',
  'invite',
] as const;
const file = path.resolve(import.meta.dirname, '../../../docs/environment.md');

type Row = Readonly<Record<string, string>>;

/**
 * What a program's column must say of a variable: what it is when left out, `required`, or nothing.
 */
function wordOf(program: (typeof programs)[number], name: string): string {
  const fields = new Map(Object.entries(environments[program].shape));
  const field = fields.get(name);
  if (!field) return '';
  const { success, data } = field.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined) return 'none';
  return Array.isArray(data) ? 'nobody' : `\`${String(data)}\``;
}

const rowOf = (wordAt: (place: number) => string): Row =>
  Object.fromEntries(programs.map((program, at) => [program, wordAt(at)]));

const names = new Set(programs.flatMap((program) => Object.keys(environments[program].shape)));
const written = new Map<string, Row>(
  [...(await readFile(file, 'utf8')).matchAll(/^\| `([A-Z_]+)` (.*)$/gm)].map(
    ([, name = '', rest = '']) => {
      const cells = rest.split('|').map((cell) => cell.trim());
      const [, ...own] = cells;
      return [name, rowOf((at) => own[at] ?? '')];
    },
  ),
);

test('the document lists every variable of the programs, and no other', () => {
  expect([...written.keys()].toSorted()).toEqual([...names].toSorted());
});

test.each([...names])('%s is listed as the programs take it', (name) => {
  const taken = programs.map((program): [string, string] => [program, wordOf(program, name)]);
  expect(written.get(name)).toEqual(Object.fromEntries(taken));
});
