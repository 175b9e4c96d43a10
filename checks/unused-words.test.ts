import { wordsSchema } from '@inaam/campaigns/schema/words-schema.ts';
import { expect, test } from 'vitest';
import { isCode, readSources } from './repository.ts';
import { allowed, misplacedSentences } from './shopper-sentences.ts';
import { pathsOfWords, unusedWords } from './unused-words.ts';

const sources = readSources(isCode);

test('every sentence of the words is used', () => {
  const paths = pathsOfWords(wordsSchema);
  expect(paths.length).toBeGreaterThan(150);
  expect(unusedWords(paths, sources)).toEqual([]);
});

test('no sentence for a shopper is in code', () => {
  expect(sources.flatMap(misplacedSentences)).toEqual([]);
});

test('each sentence that is allowed in code is still there', () => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  for (const [file, sentences] of allowed) {
    for (const sentence of Object.keys(sentences)) expect(texts.get(file)).toContain(sentence);
  }
});

const shape = (fields: Record<string, unknown>) => ({ shape: fields });
const schema = shape({
  home: shape({ title: 0, errors: shape({ tooShort: 0 }) }),
  terms: shape({ title: 0, sections: 0 }),
  messages: shape({ wait: 0 }),
});

test('the paths of the words go down to the sentences', () => {
  expect(pathsOfWords(schema)).toEqual([
    'home.title',
    'home.errors.tooShort',
    'terms.title',
    'terms.sections',
    'messages.wait',
  ]);
});

test.each([
  ['home.title', 'web/a.ts', 'const { title } = words.home;', []],
  ['home.title', 'web/a.tsx', 'const a = ({ home }) => <p>{home.title}</p>;', []],
  ['home.errors.tooShort', 'web/a.ts', 'const a = (b: HomeWords["errors"]) => b.tooShort;', []],
  ['home.errors.tooShort', 'web/a.ts', "const a: Message = 'home.errors.tooShort';", []],
  ['terms.sections', 'web/a.ts', 'show(words.terms);', []],
  ['messages.wait', 'server/a.ts', "throw refuse('wait');", []],
  ['home.title', 'web/a.ts', 'const { title } = words.menu;', ['home.title is used nowhere']],
  ['home.title', 'web/a.ts', 'const { formTitle } = words.home;', ['home.title is used nowhere']],
  ['home.title', 'web/a.test.ts', 'const { title } = words.home;', ['home.title']],
  ['home.title', 'web/a.ts', 'const a = { home: { title: 1 } };', ['home.title']],
  ['messages.wait', 'server/a.ts', "throw refuse('other');", ['messages.wait']],
])('%s in %s: %s', (path, file, text, problems) => {
  const found = unusedWords([path], [{ path: file, text }]);
  expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test.each([
  ['web/a.tsx', '<p>Hello</p>', 'Hello'],
  ['web/a.tsx', '<p title="Hello" />', 'Hello'],
  ['web/a.tsx', "<p>{isLate ? 'Please wait' : null}</p>", 'Please wait'],
  ['web/ui/a.ts', 'const a = `Please wait ${seconds} s`;', 'Please wait {} s'],
  ['web/a.ts', "const problem = '*Please enter your name';", '*Please enter your name'],
  ['server/codes/a.call.ts', "return { message: 'OTP expired already' };", 'OTP expired already'],
  ['server/http/a.ts', "reply.send('Not found');", 'Not found'],
  ['server/codes/a.call.ts', "throw new Refusal(400, 'Please wait');", 'Please wait'],
])('a sentence in %s is refused: %s', (path, text, sentence) => {
  expect(misplacedSentences({ path, text })).toEqual([
    expect.stringContaining(`${path}:1 contains the sentence "${sentence}"`),
  ]);
});

test.each([
  ['web/a.tsx', '<p className="Big Red">{words.hint}</p>'],
  ['web/a.tsx', '<p>{a} · {b}</p>'],
  ['web/a.ts', "throw new Error('Failed to read the page: it is empty.');"],
  ['web/a.ts', "throw new SiteUnbuilt('The site is not built.');"],
  ['web/a.ts', 'const bearer = `Bearer ${token}`;'],
  ['web/a.ts', "log.warn({ task }, 'The workers ended.');"],
  ['web/a.ts', "const path = 'M9 3 H55 A6 6';"],
  ['web/a.ts', "import a from 'react';"],
  ['server/storage/a.ts', "const text = 'Select All';"],
  ['web/a.test.ts', "screen.getByText('Please wait');"],
])('%s is fine: %s', (path, text) => {
  expect(misplacedSentences({ path, text })).toEqual([]);
});
