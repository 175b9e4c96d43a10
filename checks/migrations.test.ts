import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles, root, read } from './repository.ts';

// What a migration must not do on a database with rows and traffic. Squawk knows most of it; here
// is what it does not know, and how functions are written, which `migrate` applies each time.

/** A statement that cannot be part of a transaction. */
const isConcurrent = /^(?:create (?:unique )?|drop )index concurrently\b/im;

const elsewhere = 'what stands in functions/. Write it there';

const refused: readonly (readonly [RegExp, string])[] = [
  [/^(?:drop (?!trigger|index)|revoke\b)/i, 'takes away what the version before still uses'],
  [/^lock\b/i, 'locks a table'],
  [/^(?:update|delete)\b/i, 'writes many rows in one transaction'],
  [/^do\b/i, 'runs a block, which nobody can check. Write its statements'],
  [
    /^create (?:unique )?index concurrently (?:if not exists|on)\b/i,
    'builds an index that `migrate` cannot begin anew. Give it a name, without IF NOT EXISTS',
  ],
  [
    /^drop index concurrently (?!if exists\b)/i,
    'drops an index that `migrate` cannot begin anew to drop. Write IF EXISTS',
  ],
  [/^(?:truncate|cluster|vacuum full|reindex)\b/i, 'rewrites a table'],
  [/^create (?:or replace )?(?:trigger|view)\b|^create or replace\b/i, `creates ${elsewhere}`],
  [
    // Of `add constraint`, Squawk asks for NOT VALID.
    /^alter table\b.* add (?!constraint|check|foreign|unique|primary)(?:column )?\w+ [^,]*\b(?:check|references)\b/is,
    'adds a column with a constraint, for which it reads all rows. Add the constraint NOT VALID, and validate it in another migration',
  ],
];

/** @param file such as `000009-packs.sql` */
function migrationViolations(file: string, sql: string): string[] {
  const statements = statementsOf(sql);
  const isIndex = statements.some((one) => isConcurrent.test(one));
  return [
    ...statements.flatMap((statement) => [
      ...refused.filter(([rule]) => rule.test(statement)).map(([, what]) => `${file} ${what}.`),
      ...(isOfDefault(statement, sql) ? [] : [`${file} creates ${elsewhere}.`]),
    ]),
    ...(isIndex && statements.length > 1
      ? [`${file} builds or drops an index, which is no transaction. Leave it alone in its file.`]
      : []),
  ];
}

/** A function that the default of a column calls has to be there before its table. */
function isOfDefault(statement: string, sql: string): boolean {
  const name = /^create function ([\w.]+)/i.exec(statement)?.[1];
  return name === undefined || sql.includes(`default ${name}(`);
}

/** @returns the names of what the file defines, such as `function inaam.lock_draw` */
const definedIn = (sql: string): string[] =>
  [...sql.matchAll(/^create (?:or replace )?((?:function|trigger|view) [\w.]+)/gm)].map(
    ([, name = '']) => name,
  );

/** @param file such as `draw.sql` */
const definitionViolations = (file: string, sql: string): string[] =>
  statementsOf(sql)
    .filter((statement) => !/^create or replace (?:function|trigger|view) /.test(statement))
    .map((statement) => `${file} has more than functions, triggers and views: ${statement}`);

/** Without comments, strings and the bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/(\$\w*\$).*?\1/gs, `''`)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bbegin atomic\b.*?^end(?=;)/gms, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}

const migrations = repositoryFiles().filter((file) => /\/migrations\/\d+.*\.sql$/.test(file));
const functions = repositoryFiles().filter((file) =>
  /\/schema\/functions\/.*\.sql$|^plugins\/\w+\/functions\.sql$/.test(file),
);
const textsOf = (files: readonly string[]) => files.toSorted().map((file) => read(file));

/** @returns what Squawk says with the repository's rules */
function squawk(words: readonly string[], input = ''): string {
  const command = path.join(root, 'node_modules/.bin/squawk');
  const { error, stdout } = spawnSync(command, ['--reporter', 'gcc', ...words], {
    cwd: root,
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  return stdout;
}

test('no migration stops shoppers or breaks the version before', () => {
  const texts = new Map(migrations.map((file) => [file, read(file)]));
  for (const [file, sql] of texts) {
    expect(migrationViolations(path.basename(file), sql)).toEqual([]);
  }
  const isAlone = (file: string) => isConcurrent.test(texts.get(file) ?? '');
  for (const [files, options] of [
    [migrations.filter((file) => !isAlone(file)), []],
    [migrations.filter(isAlone), ['--no-assume-in-transaction']],
  ] as const) {
    // Without a file, Squawk would read its standard input.
    if (files.length > 0) expect(squawk([...files, ...options])).toBe('');
  }
});

test.each([
  ['constraint-missing-not-valid', 'alter table a add constraint c check (b > 0);'],
  ['adding-foreign-key-constraint', 'alter table a add foreign key (b) references d;'],
  ['require-concurrent-index-creation', 'create index i on a (b);'],
  ['adding-not-nullable-field', 'alter table a alter column b set not null;'],
  ['adding-required-field', 'alter table a add column b text not null;'],
  ['adding-field-with-default', 'alter table a add column b uuid default gen_random_uuid();'],
  ['changing-column-type', 'alter table a alter column b type bigint;'],
  ['disallowed-unique-constraint', 'alter table a add constraint c unique (b);'],
  ['ban-drop-column', 'alter table a drop column b;'],
  ['renaming-column', 'alter table a rename column b to c;'],
])('%s is refused: %s', (rule, sql) => {
  expect(squawk([], sql)).toContain(rule);
});

test('a table of its own, a nullable column, a constraint for new rows and an index are fine', () => {
  const sql = `create table a (b bigint primary key, c text not null check (c <> ''));
    create index i on a (c);
    alter table d add column e text;
    alter table d add constraint f check (e <> '') not valid;`;
  expect(squawk([], sql)).toBe('');
  expect(migrationViolations('000099-fine.sql', sql)).toEqual([]);
  expect(squawk(['--no-assume-in-transaction'], 'create index concurrently i on d (e);')).toBe('');
});

test('each function, trigger and view stands in one file, and in no migration', () => {
  const texts = textsOf([...functions, ...migrations]);
  const names = texts.flatMap(definedIn);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  // But for one of the core that a plugin replaces.
  const isReplaced = (name: string) =>
    texts.some((text) => text.includes(` replaces it.\ncreate or replace ${name}(`));
  expect(twice.filter((name) => !isReplaced(name))).toEqual([]);
  expect(names).toContain('function inaam.lock_draw');
  for (const file of functions) {
    const [sql = ''] = textsOf([file]);
    expect(definitionViolations(path.basename(file), sql)).toEqual([]);
  }
});

test.each([
  'drop function inaam.lock_draw(text);',
  'drop table inaam.visit;',
  'revoke select on inaam.visit from inaam_serve;',
  'lock table inaam.visit;',
  'update inaam.visit set query = null;',
  'delete from inaam.visit;',
  'truncate inaam.visit;',
  'alter table inaam.visit add column a text check (a is null);',
  'create index concurrently i on a (b); select 1;',
  'create index concurrently if not exists i on a (b);',
  'create unique index concurrently on a (b);',
  'drop index concurrently a;',
  'drop index concurrently if exists a; select 1;',
  'do $$ begin drop table a; end $$;',
  'create function inaam.a() returns uuid language sql as $$ select null $$;',
  'create or replace function inaam.a() returns uuid language sql as $$ select null $$;',
  'create trigger a after insert on inaam.visit for each row execute function inaam.b();',
  'create view inaam.a as select 1;',
  '/* as before */ lock table inaam.visit;',
])('%s is refused', (sql) => {
  expect(migrationViolations('000099-a.sql', sql)).toHaveLength(1);
});

test('a file of functions has nothing else, whatever they do when they are called', () => {
  const sql = `create or replace function inaam.a() returns void language plpgsql as $$
    begin update b set c = 1; drop table d; end $$; -- drop table d;`;
  expect(definitionViolations('a.sql', sql)).toEqual([]);
  expect(definitionViolations('a.sql', `${sql}\ndrop table d;`)).toHaveLength(1);
  expect(definitionViolations('a.sql', sql.replace('or replace ', ''))).toHaveLength(1);
});

test('a migration creates only a function that the default of one of its columns calls', () => {
  const create = 'create function inaam.a() returns uuid language sql as $$ select null $$;';
  const table = 'create table inaam.b (c uuid default inaam.a());';
  expect(migrationViolations('000099-a.sql', `${create} ${table}`)).toEqual([]);
});
