import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wordsSchema } from '@inaam/campaigns/schema/words-schema.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import { expect, test } from 'vitest';
import { isCode, isTest, readSources, root } from './repository.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

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
