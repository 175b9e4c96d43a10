import { afterAll, expect, test, vi } from 'vitest';
import {
  operatorFixture,
  simulateThreeDays,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { takeUnexpected } from '@inaam/testing/setup/console-lines.ts';
import { consoleHandlers } from './console-handlers.ts';

const operators = operatorFixture();
const variables = await simulateThreeDays(await operators.newDatabase(), 60);
afterAll(() => operators.end());

test.each([
  [['audit', '--from', 'May'], 'Write a day such as'],
  [['audit', '--max', '0'], 'Write a whole number from 1 to 1000'],
  [['campaign', 'pause'], 'Give a reason'],
  [['campaign', 'pause', '--why', 'x'], 'Check --why: '],
])('%j is wrong use', async (words, sentence) => {
  const { exit, errors } = await runOperatorInProcess(words, { variables });
  expect(exit).toBe(2);
  expect(errors).toContain(sentence);
});

const readings = [
  ['overview', 'at: 2025-'],
  ['audit', 'draw commit'],
] as const;

test.each(readings)('`%s` reads with the rights of the operator', async (command, part) => {
  const setting = { variables, day: '2025-05-08' };
  const plain = await runOperatorInProcess(command.split(' '), setting);
  expect(plain.errors).toBe('');
  expect(plain.output).toContain(part);
  const asJson = await runOperatorInProcess([...command.split(' '), '--json'], setting);
  expect(asJson.exit).toBe(plain.exit);
  expect(asJson.json()).toMatchObject({ campaign: 'biscuit-2025' });
});

test('what the contract does not list is not printed', async () => {
  const { readAudits } = consoleHandlers;
  const answer = async (...given: Parameters<typeof readAudits>) => ({
    ...(await readAudits(...given)),
    sealed: 'a code',
  });
  const spy = vi.spyOn(consoleHandlers, 'readAudits').mockImplementation(answer);
  for (const words of [[], ['--json']]) {
    const { output } = await runOperatorInProcess(['audit', ...words], { variables });
    expect(output).toContain('rows');
    expect(output).not.toContain('a code');
  }
  const seen = expect.stringContaining('Unrecognized key: "sealed"');
  expect(takeUnexpected()).toEqual([seen, seen]);
  spy.mockRestore();
});
