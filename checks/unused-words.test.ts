import { wordsSchema } from '@inaam/campaigns/schema/words-schema.ts';
import { expect, test } from 'vitest';
import { isCode, isTest, readSources, type Source } from './repository.ts';

/** Code that shows sentences. */
const showsWords =
  /^(?:(?:web|server|plugins|demo|contract)\/|campaigns\/loader\/(?:notice-hash|complete-words)\.ts$)/;
/** Parts whose sentences are looked up by a key that stands elsewhere as a string. */
const lookedUp = /^(?:messages|loader|progress|reward\.voucherStates|editProfile\.genders)\./;

/** The path of each sentence of a schema: `home.errors.nameRequired`. A document is one. */
function pathsOf(schema: unknown, path: readonly string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema))
    return [path.join('.')];
  const parts = Object.entries(schema.shape ?? {});
  if (parts.some(([name]) => name === 'sections')) return [path.join('.')];
  return parts.flatMap(([name, part]) => pathsOf(part, [...path, name]));
}

/** The paths that no file uses by naming their part and their last key, or the whole path. */
function unusedWords(paths: readonly string[], sources: readonly Source[]): string[] {
  const named = sources
    .filter(({ path }) => isCode(path) && !isTest(path) && showsWords.test(path))
    .map(({ text }) => ({ text, words: new Set(text.match(/\w+/g)) }));
  return paths.filter((path) => {
    const [part = '', ...rest] = path.split('.');
    const type = `${part.charAt(0).toUpperCase()}${part.slice(1)}Words`;
    const leaf = rest.at(-1) ?? part;
    return !named.some(
      ({ text, words }) =>
        text.includes(`'${path}'`) ||
        (lookedUp.test(path) && text.includes(`'${leaf}'`)) ||
        (words.has(leaf) &&
          [part, type, type.replace(/sWords$/, 'Words')].some((one) => words.has(one))),
    );
  });
}

test('every sentence of the words is used', () => {
  const paths = pathsOf(wordsSchema);
  expect(paths.length).toBeGreaterThan(150);
  expect(unusedWords(paths, readSources(isCode))).toEqual([]);
});

test.each([
  ['home.title', 'web/a.ts', 'const { title } = words.home;', true],
  ['home.errors.tooShort', 'web/a.ts', 'const a = (b: HomeWords["errors"]) => b.tooShort;', true],
  ['home.errors.tooShort', 'web/a.ts', "const a: Message = 'home.errors.tooShort';", true],
  ['messages.wait', 'server/a.ts', "throw refuse('wait');", true],
  ['messages.wait', 'server/a.ts', "throw refuse('other');", false],
  ['home.title', 'web/a.ts', 'const { title } = words.menu;', false],
  ['home.title', 'web/a.ts', 'const { formTitle } = words.home;', false],
  ['home.title', 'web/a.test.ts', 'const { title } = words.home;', false],
])('whether %s is used in %s: %s', (path, file, text, isUsed) => {
  expect(unusedWords([path], [{ path: file, text }])).toEqual(isUsed ? [] : [path]);
});
