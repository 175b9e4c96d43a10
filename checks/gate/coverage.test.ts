import { expect, test } from 'vitest';
import { read } from '../repository.ts';
import {
  requirementCoverage,
  requirementIds,
  requirementsFile,
  securityCoverage,
  securityRows,
} from './coverage.ts';

const known = new Set(['VAL-3', 'VAL-4']);
const run = (title: string, status = 'passed', groups: readonly string[] = []) => ({
  titles: [...groups, title],
  status,
  tags: [],
});
const three = run('[VAL-3] a');
const four = run('[VAL-4] b');

test('the ids are read from the lists of the document', () => {
  const list = '# Lines\n\n- VAL-3: digits\n- VAL-4: ticks\n';
  expect(requirementIds(list)).toEqual(known);
  const document = read(requirementsFile);
  expect(requirementIds(document).size).toBeGreaterThan(80);
});

test.each([
  ['one test for each', [three, four]],
  ['one test for all', [run('[VAL-3][VAL-4] a [1], [a]')]],
  ['the group has the id', [three, run('b', 'passed', ['x', '[VAL-4] y'])]],
  ['another test with it failed', [three, four, run('[VAL-4] b', 'failed')]],
])('both checks pass: %s', (_, runs) => {
  expect(requirementCoverage(known, runs)).toEqual({ passed: 2, failed: 0, notes: [] });
});

test('an id that no test carries is a failure', () => {
  expect(requirementCoverage(known, [three])).toEqual({
    passed: 1,
    failed: 1,
    notes: ['No test that ran carries VAL-4. Write one with [VAL-4] first in its title.'],
  });
});

test.each(['failed', 'skipped', 'todo'])(
  'an id that only a test carries that was %s is a failure',
  (status) => {
    const note = `No test that carries VAL-4 passed: "[VAL-4] b" was ${status}. Fix it.`;
    const runs = [three, run('[VAL-4] b', status)];
    expect(requirementCoverage(known, runs)).toEqual({ passed: 1, failed: 1, notes: [note] });
  },
);

test.each([
  ['in a title', run('[VAL-3][VAL-9] a'), 'VAL-9'],
  ['that a table filled in', run('the case [VAL-9] of a table'), 'VAL-9'],
  ['on a group', run('a', 'passed', ['[VAL-9]']), 'VAL-9'],
  ['in a test that failed', run('[VAL-9] a', 'failed'), 'VAL-9'],
  ['in lower case', run('[val-3] a'), 'val-3'],
  ['without its hyphen', run('[VAL3] a'), 'VAL3'],
  ['two in the same brackets', run('[VAL-3, VAL-4] a'), 'VAL-3, VAL-4'],
])('an unknown id is a failure: %s', (_, strange, id) => {
  const { passed, failed, notes } = requirementCoverage(known, [three, four, strange]);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(notes).toEqual([
    expect.stringContaining(`carries [${id}], which docs/evidence/requirements.md`),
  ]);
});

test('an id inside a title is a failure', () => {
  const runs = [three, four, run('[VAL-3] a [VAL-4]')];
  expect(requirementCoverage(known, runs)).toEqual({
    passed: 1,
    failed: 1,
    notes: ['"[VAL-3] a [VAL-4]" has [VAL-4] inside its title. Put the ids first.'],
  });
});

test('both checks can fail at once, each with all that is wrong', () => {
  const { passed, failed, notes } = requirementCoverage(known, [run('[VAL-8][VAL-9] a')]);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 2 });
  expect(notes).toHaveLength(4);
});

test('a document without ids proves nothing', () => {
  const { passed, failed } = requirementCoverage(new Set(), [run('a')]);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
});

const table = (...proofs: string[]) => ({
  file: 'docs/evidence/threats.md',
  rows: proofs.length,
  text: [
    '| # | threat | control | proof |',
    '|---|---|---|---|',
    ...proofs.map((proof, index) => `| T${index + 1} | a threat | a control | ${proof} |`),
  ].join('\n'),
});
const proof = run('[VAL-3] is refused', 'passed', ['a group']);
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
])('holds for a row that %s', (_, cell) => {
  expect(securityCoverage([table(cell)], [proof])).toEqual({ passed: 1, failed: 0, notes: [] });
});

test.each([
  ['names nothing', 'by design', [proof], 'T1 names no test'],
  ['gives no reason', 'Not done: ', [proof], 'T1 names no test'],
  ['names a test that does not exist', `${proved} \`gone\``, [proof], 'no test "gone" passed'],
  [
    'names a test that failed',
    proved,
    [{ ...proof, status: 'failed' }],
    'no test "[VAL-3] is refused" passed',
  ],
  ['names a test that did not run', proved, [], 'no test "[VAL-3] is refused" passed'],
  ['names only the group of a test', '`a group`', [proof], 'no test "a group" passed'],
])('fails for a row that %s', (_, cell, runs, note) => {
  const { passed, failed, notes } = securityCoverage([table(cell)], runs);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
  expect(notes).toEqual([expect.stringContaining(note)]);
});

test('a row that is missing, or there twice, is a failure', () => {
  const { text } = table(proved);
  const missing = { file: 'docs/evidence/asvs.md', text, rows: 2 };
  const twice = { file: 'docs/evidence/asvs.md', text: `${text}\n${text}`, rows: 2 };
  const { failed, notes } = securityCoverage([missing, twice, table(proved)], [proof]);
  expect(failed).toBe(2);
  expect(notes).toHaveLength(2);
});
