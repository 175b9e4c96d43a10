// Each call of the console is a command, or says which command or person does the same.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { signIn } from '@inaam/contract/console/sign-in.ts';
import {
  operatorFixture,
  simulateThreeDays,
  type OperatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { takeUnexpected } from '@inaam/testing/setup/console-lines.ts';
import { consoleHandlers } from '../../console/handlers.ts';
import { offeredCalls } from './offered-calls.ts';

let operators: OperatorFixture;
let variables: Record<string, string>;
beforeAll(async () => {
  operators = operatorFixture();
  variables = await simulateThreeDays(await operators.newDatabase(), 60);
});
afterAll(() => operators.end());

const helpOf = async (command: string) =>
  (await runOperatorInProcess([...command.split(' '), '--help'])).output;
const offered = Object.values(offeredCalls).filter((call) => typeof call !== 'string');

test('every call of the console is there, except those by which a browser signs in', () => {
  const working = Object.keys(consoleCalls).filter((name) => !Object.hasOwn(signIn, name));
  expect(Object.keys(offeredCalls).toSorted()).toEqual(working.toSorted());
  const names = offered.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(offered)('`$name` takes --json, and says what it does, with examples', async (call) => {
  const help = await helpOf(call.name);
  expect(help).toContain(`Usage: npx inaam ${call.name}`);
  expect(help).toContain(`Examples:\n  npx inaam ${call.name}`);
  expect(help).toContain('--json');
});

test('a command that stands for a call is one of the command line', async () => {
  const named = Object.values(offeredCalls).flatMap((call) =>
    typeof call === 'string' ? [...call.matchAll(/`([a-z ]+?)(?: --[a-z-]+)?`/g)] : [],
  );
  for (const [, command = ''] of named.filter(([, name]) => name !== 'deliver')) {
    expect(await helpOf(command)).toContain(`Usage: npx inaam ${command}`);
  }
});

test.each([
  ['audit', ['--by <by>', '--command <command>', '--from <from>', '--max <max>']],
  ['deliveries resend', ['--failure <failure>', '--count <count>', '--why', '--dry-run', '--yes']],
  ['number block', ['--voucher', '--pseudonym <hex>', '--why', '--by <name>']],
  ['deliveries failed', ['--failure <failure>']],
  ['overview', ['--from <from>', '--until <until>']],
])('`%s` has the options of its fields', async (command, options) => {
  const help = await helpOf(command);
  for (const option of options) expect(help).toContain(option);
  expect(help).not.toMatch(/--(?:person|text|campaign)\b/);
  expect(help).not.toMatch(/^ +--[a-z-]+ <[a-z-]+> *$/m);
});

test.each([
  [['audit', '--from', 'May'], 'Write a day such as'],
  [['audit', '--max', '0'], 'Write a whole number from 1 to 1000'],
  [['number', 'block', '--pseudonym', 'x'], 'A pseudonym is 32 hexadecimal digits'],
])('%j is wrong use', async (words, sentence) => {
  const { exit, errors } = await runOperatorInProcess(words);
  expect(exit).toBe(2);
  expect(errors).toContain(sentence);
});

const readings = [
  ['overview', 'at: 2025-'],
  ['draw show', 'kind'],
  ['deliveries late', 'debts:'],
  ['deliveries failed', 'late:'],
  ['review', 'count: 0'],
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
  const { readReview } = consoleHandlers;
  const answer = async (...given: Parameters<typeof readReview>) => ({
    ...(await readReview(...given)),
    sealed: 'a code',
  });
  const spy = vi.spyOn(consoleHandlers, 'readReview').mockImplementation(answer);
  const results = [['review'], ['review', '--json']].map((words) =>
    runOperatorInProcess(words, { variables }),
  );
  for (const { exit, output } of await Promise.all(results)) {
    expect(exit).toBe(0);
    expect(output).not.toContain('a code');
  }
  const seen = expect.stringContaining('Unrecognized key: "sealed"');
  expect(takeUnexpected()).toEqual([seen, seen]);
  spy.mockRestore();
});
