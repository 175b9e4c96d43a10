// How the command line is used: help with examples, wrong use, an incomplete environment. No
// database is needed for it.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { runOperatorProcess } from '@inaam/testing/server/operator/operator-process.ts';

const commands = [
  'campaign check',
  'draw commit',
  'draw reveal',
  'ledger export',
  'ledger verify',
  'vouchers load',
  'vouchers stock',
  'deliveries failed',
  'deliveries resend',
  'number show',
  'today',
  'review',
  'console invite',
  'console list',
  'console close',
  'budget',
  'audit',
];

test.each(commands)('`%s --help` says what it takes, with an example', async (command) => {
  const { exit, output, errors } = await runOperatorInProcess([...command.split(' '), '--help']);
  expect({ exit, errors }).toEqual({ exit: 0, errors: '' });
  expect(output).toContain(`Usage: npx inaam ${command}`);
  expect(output).toMatch(new RegExp(`Examples:\n  npx inaam ${command}`));
  expect(output).toContain('--json');
});

test('the program itself lists every command', async () => {
  const { exit, output } = await runOperatorProcess(['--help']);
  expect(exit).toBe(0);
  for (const command of commands) expect(output).toContain(command.split(' ')[0]);
});

test('the real program exits with 0, 1 and 2 likewise', { tags: ['long'] }, async () => {
  const words = [['--help'], ['campaign', 'check', 'coffee'], ['draw'], ['budget', '--json']];
  const ended = await Promise.all(words.map((one) => runOperatorProcess(one)));
  expect(ended.map(({ exit }) => exit)).toEqual([0, 1, 2, 2]);
  expect(ended[3]?.json()).toMatchObject({ exit: 2 });
});

test.each([
  [['budgte'], 'unknown command'],
  [['budget', '--jsno'], 'unknown option'],
  [['draw'], 'Commands:'],
  [[], 'Commands:'],
  [['audit', '--max', 'many'], 'Write a whole number from 1 to 1000'],
  [['console', 'invite', '--name', '\u001b[2J', '--role', 'support'], 'Write up to 60 letters'],
  [['console', 'invite', '--name', 'Asha', '--role', 'boss'], 'Write one of: viewer'],
  [['deliveries', 'settle', 'nonsense'], 'the id of a message, as "deliveries failed" lists it'],
  [['webhooks', 'retry', 'nonsense'], 'the id of an event, as "webhooks failed" lists it'],
  [['campaign', 'check', 'one', 'two'], 'too many arguments'],
])('%j is wrong use: 2, and a sentence beside the answer', async (words, sentence) => {
  const { exit, output, errors } = await runOperatorInProcess(words);
  expect({ exit, output }).toEqual({ exit: 2, output: '' });
  expect(errors).toContain(sentence);
  expect(errors).not.toMatch(/\n\s+at /);
});

test.each([
  [['budget'], ['DATABASE_URL']],
  [['audit'], ['DATABASE_URL']],
  [['ledger', 'verify'], ['DATABASE_URL']],
  [
    ['draw', 'commit'],
    ['DATABASE_URL', 'DRAW_PART_ONE', 'DRAW_PART_TWO', 'PSEUDONYM_SECRET'],
  ],
  [
    ['vouchers', 'load', 'codes.csv'],
    ['DATABASE_URL', 'INDEX_SECRET', 'VOUCHER_SEAL_KEYS'],
  ],
  [
    ['draw', 'reveal'],
    ['DATABASE_URL', 'DRAW_PART_ONE', 'DRAW_PART_TWO'],
  ],
])('%j lists all missing variables, and exits with 2', async (words, names) => {
  const result = await runOperatorInProcess([...words, '--json']);
  expect(result.exit).toBe(2);
  const lacking = [...result.errors.matchAll(/- (\w+) is missing/g)].map(([, name]) => name);
  expect(lacking).toEqual(names);
  expect(JSON.parse(result.output)).toEqual({ error: result.errors.trimEnd(), exit: 2 });
});

test('a database that cannot be reached is of the environment too', async () => {
  const variables = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const result = await runOperatorInProcess(['budget'], { variables });
  expect(result.exit).toBe(2);
  expect(result.errors).toContain('The database cannot be reached');
});

test('[CAM-5] a good campaign is said to be, with its pools in rupees', async () => {
  const { exit, output } = await runOperatorInProcess(['campaign', 'check']);
  expect(exit).toBe(0);
  expect(output).toContain('"biscuit-2025" is valid');
  expect(output).toContain('Planned in total: Rs 52,00,000.');
  const other = await runOperatorInProcess(['campaign', 'check', 'campaigns/tea-demo', '--json']);
  expect(other.json()).toMatchObject({ campaign: 'tea-demo', good: true });
  const pools = (
    await runOperatorInProcess(['campaign', 'check', '--json'], {
      variables: { CAMPAIGN: 'biscuit-2025' },
    })
  ).json();
  expect(pools).toMatchObject({
    programme: { from: '2025-05-06', to: '2025-09-15' },
    pools: expect.arrayContaining([{ pool: 'chance:10', amount: 10, planned: 50_000 }]),
    plannedRupees: 5_200_000,
    unreviewed: expect.arrayContaining(['default-words/hi.json', 'biscuit-2025/words/hi.json']),
    reviewHashes: { 'default-words/hi.json': expect.stringMatching(/^[0-9a-f]{64}$/) },
    launch: { languages: [], faults: expect.arrayContaining([expect.any(String)]) },
  });
  expect(output).toMatch(/Faults of a launch[^]*contacts\.phone is the example "1800 000 0000"/);
  expect(output).toMatch(/biscuit-2025\/words\/ur\.json +[0-9a-f]{64}/);
});

test('vouchers that are sent at certain hours only are named, with their hours', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-check-'));
  try {
    const root = path.join(folder, 'campaigns');
    await cp('campaigns/biscuit-2025', path.join(root, 'biscuit-2025'), { recursive: true });
    for (const others of ['default-words', 'places', 'public', 'schema']) {
      await cp(path.join('campaigns', others), path.join(root, others), { recursive: true });
    }
    const file = path.join(root, 'biscuit-2025', 'sms.json');
    const { vouchers, ...sms } = JSON.parse(await readFile(file, 'utf8'));
    vouchers['5'].category = 'promotional';
    await writeFile(file, JSON.stringify({ ...sms, vouchers }));
    const { exit, output } = await runOperatorInProcess(['campaign', 'check', path.dirname(file)]);
    expect(exit).toBe(0);
    expect(output).toContain('on the next day: vouchers of Rs 5 (promotional, 10:00 to 21:00).');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('[CAM-5] every problem of a folder is reported, and the check fails with 1', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-check-'));
  try {
    const broken = path.join(folder, 'campaigns', 'broken');
    await cp('campaigns/biscuit-2025', broken, { recursive: true });
    await writeFile(path.join(broken, 'draw.json'), '{}');
    const result = await runOperatorProcess(['campaign', 'check', broken, '--json']);
    expect(result.exit).toBe(1);
    const { good, faults } = result.json();
    expect(good).toBe(false);
    expect(faults).toEqual(
      expect.arrayContaining([expect.stringContaining('draw.json: deck is missing')]),
    );
    const plain = await runOperatorInProcess(['campaign', 'check', 'coffee']);
    expect(plain.exit).toBe(1);
    expect(plain.output).toContain('Failed to read campaign "coffee"');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
