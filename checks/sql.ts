// All SQL is in server/storage/: found by the statements in strings and templates. Pure.
import { parseSync, Visitor } from 'oxc-parser';
import { lineOf } from './literals.ts';
import { isCode, isTest, isWords, type Source } from './repository.ts';

/** Where SQL may stand besides storage, and why. */
const homes: readonly RegExp[] = [
  /^server\/storage\//,
  // Creates and drops the database that a simulation runs on.
  /^server\/simulation\/temporary-database\.ts$/,
  // Makes and drops databases for tests, which no product code ever does; looks at what was stored.
  /^testing\//,

  // Trials ask the embedded PostgreSQL itself.
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

/** Each string outside of storage that is SQL. Tests may look at what was stored. */
export function sqlFaults({ path, text }: Source): string[] {
  const isHome = homes.some((home) => home.test(path));
  if (!isCode(path) || isTest(path) || isWords(path) || isHome) return [];
  const found: number[] = [];
  const look = (value: string, start: number) => {
    if (statements.test(value)) found.push(start);
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') look(node.value, node.start);
    },
    TemplateLiteral: (node) => {
      look(node.quasis.map((quasi) => quasi.value.raw).join('hole'), node.start);
    },
  }).visit(parseSync(path, text).program);
  return found.map(
    (start) => `${path}:${lineOf(text, start)} holds SQL. Move the query to server/storage/.`,
  );
}

/** SQL files are migrations. */
export function sqlFileFaults(file: string): string[] {
  if (!file.endsWith('.sql') || file.startsWith('server/storage/')) return [];
  return [`${file} is SQL outside of server/storage/. Move it there.`];
}
