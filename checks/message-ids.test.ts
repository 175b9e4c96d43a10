import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wordsSchema } from '@inaam/campaigns/schema/words-schema.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import { expect, test } from 'vitest';
import {
  documentViolations,
  registeredIds,
  sendingViolations,
  sentenceViolations,
} from './message-ids.ts';
import { isCode, readSources, root } from './repository.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const ids = registeredIds(read('contract/message-ids.ts'));

test('each id of the registry says when it is sent', () => {
  expect(ids.map(({ id, status }) => [id, Number(status)])).toEqual(Object.entries(messageIds));
  expect(ids.filter(({ isSent }) => isSent)).toHaveLength(12);
});

test('each id that the server sends has words, and no other', () => {
  expect(sentenceViolations(ids, Object.keys(wordsSchema.shape.messages.shape))).toEqual([]);
});

test('docs/message-ids.md has a row for each id, as in the registry', () => {
  expect(documentViolations(ids, read('docs/message-ids.md'))).toEqual([]);
});

test('each id that the server sends is expected by a test, and no other is sent', () => {
  const sources = readSources(isCode);
  expect(sendingViolations(ids, sources)).toEqual([]);
});

const registry = `export const messageIds = {
  /** The name is wrong,
   * or too long. */
  invalidName: 400,
  /** Not sent: nothing is uploaded. */
  fileSize: 413,
} as const;
/** Not this. */
const other = { more: 500, };`;
const few = registeredIds(registry);

test('the registry is read with its docstrings', () => {
  expect(few).toEqual([
    {
      id: 'invalidName',
      status: '400',
      isSent: true,
      meaning: 'The name is wrong, or too long.',
    },
    { id: 'fileSize', status: '413', isSent: false, meaning: 'Nothing is uploaded.' },
  ]);
});

const good = [
  '| id | status | sent | meaning |',
  '| `invalidName` | 400 | yes | The name is wrong, or too long. |',
  '| `fileSize`    | 413 | never | Nothing is uploaded. |',
];

test.each([
  ['a row that is missing', good.slice(0, 2), ['lacks the row | `fileSize`']],
  ['a row of no id', [...good, '| `odd` | 400 | yes | Odd. |'], ['has the row | `odd`']],
  [
    'another status',
    [good[0], good[1]?.replace('400', '401'), good[2]],
    ['lacks the row | `invalidName` | 400', 'has the row | `invalidName` | 401'],
  ],
  [
    'one that is sent by now',
    [good[0], good[1], good[2]?.replace('never', 'yes')],
    ['lacks the row | `fileSize`', 'has the row | `fileSize`'],
  ],
  ['nothing', good, []],
])('a document with %s is reported', (_, rows, violations) => {
  const found = documentViolations(few, rows.join('\n'));
  expect(found).toEqual(violations.map((violation) => expect.stringContaining(violation)));
});

test('missing sentences and sentences that are never shown are reported', () => {
  expect(sentenceViolations(few, ['invalidName'])).toEqual([]);
  expect(sentenceViolations(few, ['fileSize'])).toEqual([
    expect.stringContaining('invalidName has no words'),
    expect.stringContaining('fileSize is never sent, but has words'),
  ]);
});

const code = { path: 'server/calls/a.ts', text: "throw refuse('invalidName');" };
const apiTest = { path: 'server/calls/a.test.ts', text: "expect(resp).toBe('invalidName');" };

test.each([
  ['without a test', [code], ['invalidName is expected by no test']],
  [
    'with a test of a rule only',
    [code, { ...apiTest, path: 'server/codes/a.rules.test.ts' }],
    ['invalidName is expected by no test'],
  ],
  ['that no code sends', [apiTest], ['invalidName is sent by no code']],
  [
    'that is marked as never sent',
    [code, apiTest, { path: 'server/calls/b.ts', text: "throw refuse('fileSize');" }],
    ['server/calls/b.ts names fileSize, which is marked as never sent'],
  ],
  ['in order', [code, apiTest], []],
])('an id %s', (_, sources, violations) => {
  const found = sendingViolations(few, sources);
  expect(found).toEqual(violations.map((violation) => expect.stringContaining(violation)));
});
