import { wordsSchema } from '@inaam/campaigns/schema/words-schema.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import { expect, test } from 'vitest';
import { isCode, isTest, readSources, type Source, read } from './repository.ts';

/** The registry with its docstrings. */
const ids = [
  ...read('contract/message-ids.ts').matchAll(
    /\/\*\*\s*((?:(?!\*\/)[^])*?)\s*\*\/\s*(\w+): (\d{3}),/g,
  ),
].map(([, doc = '', id = '', status = '']) => ({
  id,
  status,
  isSent: !doc.startsWith('Not sent: '),
}));
const sent = ids.filter(({ isSent }) => isSent).map(({ id }) => id);

test('each id of the registry says when it is sent', () => {
  expect(ids.map(({ id, status }) => [id, Number(status)])).toEqual(Object.entries(messageIds));
  expect(sent).toHaveLength(18);
});

test('each id that the server sends has words, and no other', () => {
  const words = Object.keys(wordsSchema.shape.messages.shape);
  expect(ids.map(({ id }) => id).filter((id) => words.includes(id))).toEqual(sent);
});

test('each id that the server sends is expected by a test, and no other is sent', () => {
  const sources = readSources((file) => /^(?:server|plugins)\//.test(file) && isCode(file));
  // A test of a rule does not count: no call may use the rule.
  const isRule = /^server\/rules\/|\.rules\.test\.ts$/;
  const tests = sources.filter(({ path: file }) => isTest(file) && !isRule.test(file));
  const code = sources.filter(({ path: file }) => !isTest(file));
  const named = [...code, { path: '', text: read('contract/core-calls.ts') }];
  const isIn = (some: typeof sources, id: string) =>
    some.some(({ text }) => text.includes(`'${id}'`));
  expect(ids.map(({ id }) => id).filter((id) => isIn(named, id))).toEqual(sent);
  expect(sent.filter((id) => isIn(code, id) && !isIn(tests, id))).toEqual([]);
});

/** Code that shows sentences. */
const showsWords =
  /^(?:(?:web|server|plugins|demo|contract)\/|campaigns\/loader\/(?:notice-hash|complete-words)\.ts$)/;
/** Parts whose sentences are looked up by a key that stands elsewhere as a string. */
const lookedUp = /^(?:messages|loader|progress|reward\.voucherStates|editProfile\.genders)\./;

/** The path of each sentence of a schema: `home.errors.nameRequired`. A document is one. */
function pathsOf(schema: unknown, names: readonly string[] = []): string[] {
  const whole = [names.join('.')];
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return whole;
  const parts = Object.entries(schema.shape ?? {});
  if (parts.some(([name]) => name === 'sections')) return whole;
  return parts.flatMap(([name, part]) => pathsOf(part, [...names, name]));
}

/** The paths that no file uses by naming their part and their last key, or the whole path. */
function unusedWords(paths: readonly string[], sources: readonly Source[]): string[] {
  const named = sources
    .filter(({ path: file }) => isCode(file) && !isTest(file) && showsWords.test(file))
    .map(({ text }) => ({ text, words: new Set(text.match(/\w+/g)) }));
  return paths.filter((one) => {
    const [part = '', ...rest] = one.split('.');
    const type = `${part.charAt(0).toUpperCase()}${part.slice(1)}Words`;
    const leaf = rest.at(-1) ?? part;
    return !named.some(
      ({ text, words }) =>
        text.includes(`'${one}'`) ||
        (lookedUp.test(one) && text.includes(`'${leaf}'`)) ||
        (words.has(leaf) &&
          [part, type, type.replace(/sWords$/, 'Words')].some((name) => words.has(name))),
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
])('whether %s is used in %s: %s', (word, file, text, isUsed) => {
  expect(unusedWords([word], [{ path: file, text }])).toEqual(isUsed ? [] : [word]);
});
