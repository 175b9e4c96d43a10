// What a migration must not do on a database with rows and traffic. Squawk knows most of it; here
// is what it does not know.

/** Its name says which migration a program must know that runs after it. */
export const isContracting = (file: string) => /-needs-\d{6}\.sql$/.test(file);

/** A statement that cannot be part of a transaction. */
export const isConcurrent = /^(?:create (?:unique )?|drop )index concurrently\b/im;

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
  const own = statements.flatMap(
    (one) => /^create function ([\w.]+\([^)]*\))/i.exec(one)?.[1] ?? [],
  );
  return [
    ...statements.flatMap((statement) => [
      ...found(stopping, statement).map((what) => `${file} ${what}.`),
      ...(isContracting(file) || isOfOwn(own, statement) ? [] : found(contracting, statement)).map(
        (what) =>
          `${file} ${what}: the version before may still use it. Do it one release later, in a file named …-needs-<the migration that programs must know>.sql.`,
      ),
    ]),
    ...(isIndex && statements.length > 1
      ? [`${file} builds or drops an index, which is no transaction. Leave it alone in its file.`]
      : []),
  ];
}

/** Of a function that the file creates: the version before does not call it. */
const isOfOwn = (own: readonly string[], statement: string) =>
  own.includes(/^revoke\b.* on function ([\w.]+\([^)]*\))/is.exec(statement)?.[1] ?? '');

const found = (rules: readonly (readonly [RegExp, string])[], statement: string) =>
  rules.filter(([rule]) => rule.test(statement)).map(([, what]) => what);

/** Without comments, strings and the bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/(\$\w*\$).*?\1/gs, `''`)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}
