import { expect, test } from 'vitest';
import { securityCoverage, securityRows } from './security-tables.ts';

const report = (status = 'passed') =>
  JSON.stringify({
    testResults: [
      { assertionResults: [{ status, ancestorTitles: ['a group'], title: '[VAL-3] is refused' }] },
    ],
  });
const table = (...proofs: string[]) => ({
  file: 'docs/threats.md',
  rows: proofs.length,
  text: [
    '| # | threat | control | proof |',
    '|---|---|---|---|',
    ...proofs.map((proof, index) => `| T${index + 1} | a threat | a control | ${proof} |`),
  ].join('\n'),
});
const proved = '`[VAL-3] is refused`';

test('a row is an id and its last cell', () => {
  expect(securityRows(table('`a`', 'Not done: later').text)).toEqual([
    { id: 'T1', proof: '`a`' },
    { id: 'T2', proof: 'Not done: later' },
  ]);
});

test.each([
  ['names a test that passed', proved],
  ['says why it has no test', 'Not applicable: there are no exports of that kind'],
  ['names a test beside the reason', `Not done: the rest. ${proved}`],
])('holds for a row that %s', (_, proof) => {
  expect(securityCoverage([table(proof)], [report()])).toEqual({ passed: 1, failed: 0, notes: [] });
});

test.each([
  ['names nothing', 'by design', report(), 'T1 names no test'],
  ['gives no reason', 'Not done: ', report(), 'T1 names no test'],
  ['names a test that does not exist', `${proved} \`gone\``, report(), 'no test "gone" passed'],
  ['names a test that failed', proved, report('failed'), 'no test "[VAL-3] is refused" passed'],
  ['names a test that did not run', proved, undefined, 'no test "[VAL-3] is refused" passed'],
  ['names only the group of a test', '`a group`', report(), 'no test "a group" passed'],
])('fails for a row that %s', (_, proof, ran, note) => {
  const { passed, failed, notes } = securityCoverage([table(proof)], [ran]);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
  expect(notes).toEqual([expect.stringContaining(note)]);
});

test('a row that is missing, or there twice, is a failure', () => {
  const { text } = table(proved);
  const missing = { file: 'docs/asvs.md', text, rows: 2 };
  const twice = { file: 'docs/asvs.md', text: `${text}\n${text}`, rows: 2 };
  const { failed, notes } = securityCoverage([missing, twice, table(proved)], [report()]);
  expect(failed).toBe(2);
  expect(notes).toHaveLength(2);
});
