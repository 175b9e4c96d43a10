import { expect, test } from 'vitest';
import { isCode, isTest, lineOf, readSources, type Source } from './repository.ts';

type Rule = {
  readonly pattern: RegExp;
  readonly message: string;
  readonly isFor?: (file: string) => boolean;
};

// Written so that the patterns don't match themselves.
const rules: readonly Rule[] = [
  {
    pattern: /(?:oxlint|eslint)-disable|@ts-no{1}check/,
    message: 'switches a check off. Fix what it found.',
    isFor: (file) => !file.endsWith('.md'),
  },
  {
    pattern: /(?<![\w.~])\/(?:home|Users|work)\/[\w.]|(?<![\w.])\/root\/\w|\b[A-Z]:\\+Users/,
    message: 'is a path of one machine. Write it relative to the repository.',
    isFor: (file) => !file.endsWith('package-lock.json'),
  },
  {
    pattern: /registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.pkg\.github\.|"resolved": "https?:/,
    message: 'depends on one registry. Remove the host: the installer knows its own.',
  },
  {
    // A formatter writes a space between the brackets in a document.
    pattern: /^(?:<{7}|(?:> ?){7})[ \w]/,
    message: 'is left of a merge. Keep one of the two sides.',
  },
  {
    pattern: /^(?=.{101})[ \t]*(?:\/\/|\/?\*).*$/,
    message: 'is a comment of more than 100 columns. Wrap it.',
    isFor: isCode,
  },
  {
    pattern:
      /[!=]==\s*(?:\w*(?:[Tt]oken|[Hh]mac|[Ss]eal)(?:Of)?\(|secret\.value)|\b(?:\w+Token|hmacOf|sealOf)\([^\n]*\)\s*[!=]==/,
    message: 'takes time that tells about the secret. Compare with constantTimeEqual.',
    isFor: (file) => file.startsWith('server/') && !file.endsWith('.test.ts'),
  },
];
const vagueName = /(?:^|\/)(?:utils?|helpers?|common|misc|services|lib|shared)(?=[/.])/;
const binary = /\.(?:png|jpe?g|webp|avif|ico|woff2?|ttf|mp3|ogg|wav|pdf|gz|br|mmdb)$/;

function violations({ path, text }: Source): string[] {
  return [
    ...(vagueName.test(path) ? [`${path} has a vague name. Name it after its content.`] : []),
    ...rules
      .filter(({ isFor }) => isFor?.(path) ?? true)
      .flatMap(({ pattern, message }) =>
        [...text.matchAll(new RegExp(pattern, 'gm'))].map(
          (match) => `${path}:${lineOf(text, match.index)} "${match[0]}" ${message}`,
        ),
      ),
  ];
}

test('no text disables a check, depends on one machine or registry, or has a vague name', () => {
  const texts = readSources((file) => !binary.test(file));
  expect(texts.flatMap(violations)).toEqual([]);
});

const wide = (start: string, columns: number) => start.padEnd(columns, 'x');

// The dot keeps the examples from being found in this file itself.
test.each([
  ['web/utils/a.ts', 'a', 'a vague name'],
  ['server/shared.ts', 'a', 'a vague name'],
  ['docs/a.md', '<<<·<<<< HEAD', 'is left of a merge'],
  ['docs/a.md', '> > >· > > > > a-branch', 'is left of a merge'],
  ['server/a.ts', '// @ts-no·check', 'switches a check off'],
  ['server/a.ts', '// oxlint-·disable-next-line no-console', 'switches a check off'],
  ['README.md', 'cd /·home/asha/inaam', 'a path of one machine'],
  ['server/a.ts', `'/·Users/asha'`, 'a path of one machine'],
  ['server/a.ts', `'/·work/main'`, 'a path of one machine'],
  ['docs/a.md', 'C:\\·Users\\asha', 'a path of one machine'],
  ['.npmrc', 'registry=https://registry.·npmjs.org/', 'depends on one registry'],
  ['package-lock.json', '"·resolved": "https://a.example/a.tgz"', 'depends on one registry'],
  ['server/a.ts', `const a = 1;\n${wide('  // ', 101)}`, 'more than 100 columns'],
  ['server/a.ts', wide(' * ', 101), 'more than 100 columns'],
  ['server/a.ts', 'header === bearerToken(token)', 'constantTimeEqual'],
  ['server/a.ts', 'if (hmac.trim() !== hmacOf(text, keyed)) {', 'constantTimeEqual'],
  ['server/a.ts', 'given === secret.value', 'constantTimeEqual'],
  ['server/a.ts', 'sealOf(secret, content) === seal[1]', 'constantTimeEqual'],
])('%s must not contain %j', (path, broken, message) => {
  const text = broken.replace('·', '');
  expect(violations({ path, text })).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['web/shared-words.ts', 'a'],
  ['server/a.ts', 'const dots = "/var/tmp and /root are places of every machine";'],
  ['web/a.ts', 'await page.goto("/home");'],
  ['package-lock.json', '"resolved": "contract",'],
  ['server/a.ts', `${wide(' // ', 100)}\n${wide("const a = '", 101)}`],
  ['docs/a.md', wide('* ', 101)],
])('%s may contain %j', (path, text) => {
  expect(violations({ path, text })).toEqual([]);
});

/** Where SQL may be. */
const placesOfSql: readonly RegExp[] = [
  /^server\/database\//,
  /^plugins\/[\w-]+\/(?:functions|migrations\/[\w-]+)\.sql$/,
  /\.sql\.ts$/,
  /^testing\//,
  // Measurements fill tables, count statements, and check what was stored.
  /^bench\//,
  /^runtime\/postgres/,
];

/** What a string begins with, or contains, that is sent to PostgreSQL. */
const statement = new RegExp(
  [
    String.raw`['"\`](?:\s|\\[nrt])*(?:select\s+(?:[^'"\`]+\sfrom\s|[\w.]+\()|with\s+\w+\s+as\s+\(|truncate\s+(?:table\s|[\w.]+['"\`;,]))`,
    String.raw`['"\`](?:\s|\\[nrt])*(?:begin|commit|rollback)\s*;?\s*['"\`]`,
    String.raw`(?:['"][^'"\n]*|\`[^\`]*)\b(?:insert\s+into|delete\s+from|for\s+update)\b`,
    String.raw`(?:['"][^'"\n]*|\`[^\`]*)\bupdate\s+(?:[\w."]+|\$\{\w+\})\s+(?:as\s+\w+\s+)?set\s`,
    String.raw`['"\`](?:\s|\\[nrt])*(?:create|alter|drop)\s+(?:table|database|schema|index|role|function|trigger|type)\s`,
  ].join('|'),
  'gi',
);

function misplacedSql({ path, text }: Source): string[] {
  if (placesOfSql.some((place) => place.test(path)) || isTest(path)) return [];
  if (path.endsWith('.sql')) return [`${path} is a file of SQL. Move it to the others.`];
  if (!isCode(path)) return [];
  return [...text.matchAll(statement)].map(
    ({ index }) => `${path}:${lineOf(text, index)} contains SQL. Move the query to the others.`,
  );
}

test('all SQL is in server/database and files of SQL', () => {
  expect(readSources(() => true).flatMap(misplacedSql)).toEqual([]);
});

test.each([
  "query('select name from person where id = $1')",
  'query(`\n  SELECT *\n  FROM ${table} `)',
  "query('select pg_advisory_lock(1)')",
  "query('insert into reward values (1)')",
  'query(`update inaam.reward set amount = 3`)',
  'query(`update ${table} set amount = 3`)',
  String.raw`query('\n select name from person')`,
  "query('delete from reward')",
  "query('create table a (b int)')",
  "query('begin')",
  "query('truncate inaam.visit')",
  'query(`with locked as (select 1) select * from locked`)',
  "const tail = ' for update';",
])('%j is refused outside of them', (text) => {
  const message = expect.stringContaining('contains SQL. Move the query');
  expect(misplacedSql({ path: 'server/calls/a.ts', text })).toEqual([message]);
  expect(misplacedSql({ path: 'server/codes/a.sql.ts', text })).toEqual([]);
});

test.each([
  "const hint = 'Please select your state from the list';",
  "const line = 'Update your details and set a new name';",
  "import { insert } from './into.ts';",
  '// select a from b',
])('%j is no SQL', (text) => {
  expect(misplacedSql({ path: 'web/a.ts', text })).toEqual([]);
});

test('a file of SQL elsewhere is refused', () => {
  expect(misplacedSql({ path: 'bench/load.sql', text: '' })).toEqual([]);
  expect(misplacedSql({ path: 'web/load.sql', text: '' })).toHaveLength(1);
});

// The site is also read from right to left: its styles say start and end, not left and right.

/** What stays on its side in every language, and why. */
const kept: ReadonlyMap<string, string> = new Map([
  ['.welcome-amount', 'stands on a picture, which is not mirrored'],
  ['.prefixed span', 'before a number, which is read from the left'],
  ['.wheel-pointer', 'in the middle'],
  ['.steps .done > span::before', 'a tick, in the middle'],
]);
const rightToLeft = "[dir='rtl'] ";
const oneSide =
  /^(?!.*inline)(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?:|^(?:float|clear|text-align|[\w-]*position):.*\b(?:left|right)\b/;
const fourSides = /^(?:margin|padding|inset|border-(?:width|style|color)): ?\S+ (\S+) \S+ (\S+)$/;

/** The selectors that have one side other than the other, without a rule for right to left. */
function lopsided(css: string): string[] {
  const rules = [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', block = '']) => ({ selector: plain(selector), block }),
  );
  return rules
    .filter(({ selector, block }) => !selector.startsWith(rightToLeft) && hasOneSide(block))
    .map(({ selector }) => selector)
    .filter((selector) => !rules.some((other) => other.selector === rightToLeft + selector));
}

function hasOneSide(block: string): boolean {
  const declarations = block.split(';').map(plain);
  return declarations.some((declaration) => {
    const [, right, left] = fourSides.exec(withoutSpacesInBrackets(declaration)) ?? [];
    const mirrored = declaration.replaceAll(/left|right/g, (side) =>
      side === 'left' ? 'right' : 'left',
    );
    return right !== left || (oneSide.test(declaration) && !declarations.includes(mirrored));
  });
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** `0 calc(50% - 7px)` has two parts. */
function withoutSpacesInBrackets(value: string): string {
  let depth = 0;
  return value.replaceAll(/[( )]/g, (letter) => {
    depth += Number(letter === '(') - Number(letter === ')');
    return letter === ' ' && depth > 0 ? '' : letter;
  });
}

test('the styles of site and console have no left and no right, except what is kept on its side', () => {
  const styles = readSources((file) => /^(?:web|console|demo)\/.*\.css$/.test(file));
  // Those of documents, within the program that writes them.
  const documents = readSources((file) => /^server\/.*\/document-(?:style|frame)\.ts$/.test(file));
  expect(documents.length).toBeGreaterThan(0);
  const found = [...styles, ...documents].flatMap(({ text }) => lopsided(text));
  expect(new Set(found)).toEqual(new Set(kept.keys()));
});

test.each([
  '.a { left: 0; }',
  '.a { padding-right: 1px; }',
  '.a { border-left: 1px solid; }',
  '.a { border-top-left-radius: 1px; }',
  '.a { margin: 0 0 0 auto; }',
  '.a { inset: 0 0 auto auto; }',
  '.a { inset: 12px calc(50% + (1px * 2)) auto calc(-50% + 14px); }',
  '.a { text-align: left; }',
  '@media (min-width: 1px) { .b { top: 0; } .a { left: 0; right: 1px; } }',
  '.a { background-position: right 24px center; }',
])('%s has one side', (text) => {
  expect(lopsided(text)).toEqual(['.a']);
});

test.each([
  '.a { inset-inline-start: 0; margin-inline: auto 0; }',
  '.a { left: 0; right: 0; }',
  '.a { margin: 0 1px 2px 1px; padding: 1px 2px; }',
  ".a { left: 1px; } [dir='rtl'] .a { right: 1px; }",
  '.a { background-position: 50% 0; /* left: 0; */ }',
])('%s has none', (text) => {
  expect(lopsided(text)).toEqual([]);
});
