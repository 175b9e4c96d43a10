// What a migration must not do on a database with rows and traffic. Squawk knows most of it; here
// is what it does not know, and how functions are written, which `migrate` applies each time.
import { createHash } from 'node:crypto';

/** Its name says which migration a program must know that runs after it. */
export const isContracting = (file: string) => /-needs-\d{6}\.sql$/.test(file);

/** A statement that cannot be part of a transaction. */
export const isConcurrent = /^(?:create (?:unique )?|drop )index concurrently\b/im;

const elsewhere = 'what stands in functions/. Write it there';

const contracting: readonly (readonly [RegExp, string])[] = [
  [/^drop (?!trigger|index)(\w+)/i, 'drops'],
  [/^alter table\b.* drop column\b/is, 'drops a column'],
  [/^alter \w+\b.* rename\b/is, 'renames'],
  [/^alter table\b.* alter (?:column )?\w+ (?:set data )?type\b/is, 'changes a type'],
  [/^revoke\b/i, 'revokes'],
];
const stopping: readonly (readonly [RegExp, string])[] = [
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

/** @param file such as `000009-webhooks.sql` */
export function migrationViolations(file: string, sql: string): string[] {
  const statements = statementsOf(sql);
  const isIndex = statements.some((one) => isConcurrent.test(one));
  return [
    ...statements.flatMap((statement) => [
      ...found(stopping, statement).map((what) => `${file} ${what}.`),
      ...(isOfDefault(statement, sql) ? [] : [`${file} creates ${elsewhere}.`]),
      ...(isContracting(file) ? [] : found(contracting, statement)).map(
        (what) =>
          `${file} ${what}: the version before may still use it. Do it one release later, in a file named …-needs-<the migration that programs must know>.sql.`,
      ),
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
export const definedIn = (sql: string): string[] =>
  [...sql.matchAll(/^create (?:or replace )?((?:function|trigger|view) [\w.]+)/gm)].map(
    ([, name = '']) => name,
  );

/** @param file such as `draw.sql` */
export const definitionViolations = (file: string, sql: string): string[] =>
  statementsOf(sql)
    .filter((statement) => !/^create or replace (?:function|trigger|view) /.test(statement))
    .map((statement) => `${file} has more than functions, triggers and views: ${statement}`);

/** What a migration names that comes with other functions: by it, versions have an order. */
export function functionsLine(texts: readonly string[]): string {
  const withoutComments = texts.join('').replaceAll(/^\s*(?:--.*)?\n/gm, '');
  return `-- functions: ${createHash('sha256').update(withoutComments).digest('hex').slice(0, 16)}`;
}

const found = (rules: readonly (readonly [RegExp, string])[], statement: string) =>
  rules.filter(([rule]) => rule.test(statement)).map(([, what]) => what);

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
