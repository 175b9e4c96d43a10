// What a migration must not do on a database with rows and traffic. Squawk knows most of it; here
// is what it does not know, and how functions are written, which `migrate` applies each time.

/** A statement that cannot be part of a transaction. */
export const isConcurrent = /^(?:create (?:unique )?|drop )index concurrently\b/im;

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

/** @param file such as `000009-webhooks.sql` */
export function migrationViolations(file: string, sql: string): string[] {
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
export const definedIn = (sql: string): string[] =>
  [...sql.matchAll(/^create (?:or replace )?((?:function|trigger|view) [\w.]+)/gm)].map(
    ([, name = '']) => name,
  );

/** @param file such as `draw.sql` */
export const definitionViolations = (file: string, sql: string): string[] =>
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
