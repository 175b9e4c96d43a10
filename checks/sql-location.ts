import { parseSync, Visitor } from 'oxc-parser';
import { isCode, isTest, lineOf, type Source } from './repository.ts';

const allowed: readonly RegExp[] = [
  /^server\/database\//,
  /\.sql\.ts$/,
  // Creates and drops the database of a simulation.
  /^server\/simulation\/temporary-database\.ts$/,
  /^testing\//,
  // Measurements fill tables, count statements, and check what was stored.
  /^bench\//,
  /^runtime\/postgres/,
];

const statements = new RegExp(
  [
    String.raw`^\s*select\s+\S[\s\S]*\sfrom\s`,
    String.raw`^\s*select\s+[\w.]+\(`,
    String.raw`^\s*with\s+\w+\s+as\s+\(`,
    String.raw`\binsert\s+into\s`,
    String.raw`\bupdate\s+[\w."]+\s+(?:as\s+\w+\s+)?set\s`,
    String.raw`\bdelete\s+from\s`,
    String.raw`\b(?:create|alter|drop)\s+(?:table|database|schema|index|role|function|trigger|type)\s`,
    String.raw`^\s*truncate\s`,
    String.raw`^\s*(?:begin|commit|rollback)\s*;?\s*$`,
    String.raw`\bfor\s+update\b`,
  ].join('|'),
  'i',
);

/** Where a string may begin as a statement does, or contain one: few files are worth parsing. */
const promising = new RegExp(
  [
    String.raw`['"\`](?:\s|\\[nrt])*(?:select|with|truncate|begin|commit|rollback)\b`,
    String.raw`\b(?:insert\s+into|delete\s+from|for\s+update)\b`,
    // The table may be a value.
    String.raw`\bupdate\s[\s\S]{1,120}?\sset\s`,
    String.raw`\b(?:create|alter|drop)\s+(?:table|database|schema|index|role|function|trigger|type)\s`,
  ].join('|'),
  'i',
);

/** Each string that is SQL outside of `*.sql.ts` and server/database/, except in tests. */
export function misplacedSql({ path, text }: Source): string[] {
  const isAllowed = allowed.some((place) => place.test(path));
  if (!isCode(path) || isTest(path) || isAllowed) return [];
  if (!promising.test(text)) return [];
  const found: number[] = [];
  const check = (value: string, start: number) => {
    if (statements.test(value)) found.push(start);
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') check(node.value, node.start);
    },
    TemplateLiteral: (node) => {
      check(node.quasis.map((quasi) => quasi.value.raw).join('value'), node.start);
    },
  }).visit(parseSync(path, text).program);
  return found.map(
    (start) => `${path}:${lineOf(text, start)} contains SQL. Move the query to a file of SQL.`,
  );
}

export function misplacedSqlFile(file: string): string[] {
  if (!file.endsWith('.sql') || file.startsWith('server/database/')) return [];
  return [`${file} is SQL outside of server/database/. Move it there.`];
}
