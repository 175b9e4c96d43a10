// From an empty database to a campaign whose programs run, as the people of a launch go through it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '@inaam/testing/setup/cluster/database-template.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  drawEnvironment,
  endPrograms,
  ephemeralPort,
  startProgram,
  validEnvironment,
  type Environment,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite } from '@inaam/testing/server/programs/serve-process.ts';
import type { LaunchLine } from '../../console/checks/launch.rules.ts';

let folder: string;
let gateway: FaultyGateway;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-launch-'));
  gateway = await startFaultyGateway();
});
afterEach(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** Everything but the second part of the draw's secret. */
async function installed() {
  const { url, drop } = await durableTestDatabase('empty');
  onTestFinished(async () => {
    await endPrograms();
    await drop();
  });
  const paths = {
    paths: [
      {
        name: 'main',
        http: {
          address: `${gateway.address}/send`,
          json: { to: '{mobile}', text: '{text}' },
          answer: { rules: [{ is: 'accepted', status: '200' }], reason: { json: 'error' } },
        },
      },
    ],
  };
  const file = path.join(folder, 'paths.json');
  await writeFile(file, JSON.stringify(paths));
  const port = await ephemeralPort('127.0.0.1');
  const draw = drawEnvironment(url, path.join(folder, 'head.json'));
  const { DRAW_PART_TWO, ...variables } = {
    ...validEnvironment(url),
    ...draw,
    DRAW_PORT: String(port),
    DRAW_URL: `http://127.0.0.1:${port}`,
    CONSOLE_PORT: '0',
    CONSOLE_ORIGIN: 'http://localhost:8090',
    SMS_PROVIDER: 'paths',
    SMS_PATHS_FILE: file,
    SMS_HOSTS: '127.0.0.1',
    SECOND_HOLDER: 'Asha Rao',
  };
  return { url, variables, whole: { ...variables, DRAW_PART_TWO } };
}

type Run = { words?: string[]; typed?: string; isDemonstration?: boolean };

async function launched(variables: Environment, { words = [], ...setting }: Run = {}) {
  const result = await runOperatorInProcess(['launch', '--json', '--by', 'asha', ...words], {
    variables,
    ...setting,
  });
  const steps: LaunchLine[] = result.output === '' ? [] : (result.json()['steps'] ?? []);
  const states = Object.fromEntries(steps.map(({ step, state }) => [step, state]));
  const of = (name: string) => steps.find(({ step }) => step === name);
  return { ...result, states, of };
}

test('from an empty database to all done: it does what is safe, and says for whom the rest waits', async () => {
  const { url, variables, whole } = await installed();
  const shown = await launched(variables, { words: ['--dry-run'] });
  expect(shown.states).toMatchObject({ database: 'waiting', commitment: 'later' });
  const first = await launched(variables);
  expect(first.exit).toBe(1);
  expect(first.errors).toContain('Applied: 000001-codes.sql');
  expect(first.states).toEqual({
    'campaign check': 'done',
    settings: 'done',
    database: 'done',
    'draw parts': 'waiting',
    commitment: 'later',
    'voucher stock': 'waiting',
    'sms check': 'done',
    'sms try': 'waiting',
    programs: 'later',
    publication: 'later',
  });
  expect(first.of('draw parts')).toMatchObject({
    who: 'Asha Rao',
    todo: expect.stringContaining('`npx inaam draw part --out part-two.txt`'),
  });

  // The second holder has placed the part.
  const why = ['--why', 'launch of May'];
  const unasked = await launched(whole, { words: why });
  expect(unasked.of('commitment')).toMatchObject({ state: 'waiting' });
  const unexplained = await launched(whole, { typed: 'biscuit-2025' });
  expect(unexplained.of('commitment')).toMatchObject({
    state: 'waiting',
    todo: expect.stringContaining('npx inaam launch --why'),
  });
  const mistyped = await launched(whole, { words: why, typed: 'tea' });
  expect(mistyped).toMatchObject({ exit: 1, errors: expect.stringContaining('Dry run:') });
  const early = await launched(whole, { words: ['--published', 'the news page'] });
  expect(early).toMatchObject({ exit: 1, errors: expect.stringContaining('no commitment') });
  const committed = await launched(whole, { words: why, typed: 'biscuit-2025' });
  expect(committed.errors).toContain('Committed.');
  expect(committed.states).toMatchObject({
    commitment: 'done',
    programs: 'waiting',
    publication: 'waiting',
  });

  await loadStock(url);
  const tried = await runOperatorInProcess(
    ['sms', 'try', '--why', 'launch', '--by', 'asha', '--to', '9876543210'],
    { variables: whole },
  );
  expect(tried.exit).toBe(0);
  const ready = await launched(whole);
  expect(ready.states).toMatchObject({ 'voucher stock': 'done', 'sms try': 'done' });

  await startAll(whole);
  await expect
    .poll(async () => (await launched(whole)).of('programs'), { timeout: 60_000 })
    .toMatchObject({ state: 'done' });
  const published = await launched(whole, { words: ['--published', 'the news page of 2 May'] });
  expect({ exit: published.exit, states: new Set(Object.values(published.states)) }).toEqual({
    exit: 0,
    states: new Set(['done']),
  });
  expect((await launched(whole)).exit).toBe(0);
  await statusFollows(whole);
});

test('two who launch at once: the schema is updated and the draw committed to once', async () => {
  const { url, whole } = await installed();
  const words = ['--why', 'launch of May', '--yes'];
  const both = await Promise.all([launched(whole, { words }), launched(whole, { words })]);
  for (const { states } of both) expect(states).toMatchObject({ commitment: 'done' });
  await withDatabase(url, async (database) => {
    const { rowCount } = await database.query(
      `select from inaam.audit where command = 'draw commit'`,
    );
    expect(rowCount).toBe(1);
  });
});

test('a campaign with examples in it is not committed to, whoever confirms it', async () => {
  const { whole } = await installed();
  const words = ['--why', 'launch of May', '--yes'];
  const { exit, of } = await launched(whole, { words, isDemonstration: false });
  expect(exit).toBe(1);
  expect(of('campaign check')).toMatchObject({
    state: 'fault',
    todo: expect.stringContaining('campaign check'),
  });
  expect(of('commitment')).toMatchObject({ state: 'later' });
});

test('without settings or a database the list still says what is missing, and no value', async () => {
  const none = await launched({});
  expect(none.exit).toBe(1);
  expect(none.of('settings')).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('DATABASE_URL is missing'),
  });
  expect(none.of('database')).toMatchObject({ state: 'later', found: 'After: settings.' });
  const away = await launched({
    ...validEnvironment('postgres://inaam:of-nobody@127.0.0.1:1/inaam'),
    CAMPAIGN: 'biscuit-2025',
  });
  expect(away.exit).toBe(1);
  expect(away.of('database')).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('cannot be reached'),
  });
  expect(away.of('commitment')).toMatchObject({ state: 'later' });
  expect(away.output + away.errors).not.toContain('of-nobody');
});

const programs = new Map<string, ReturnType<typeof startProgram>>();

async function startAll({ DRAW_PART_ONE = '', DRAW_PART_TWO = '', ...variables }: Environment) {
  await Promise.all([
    buildSite(),
    buildSite('console/build/build-console.ts'),
    buildSite('web/build/build-preview.ts'),
  ]);
  for (const name of ['draw', 'deliver', 'serve', 'console']) {
    const parts = name === 'draw' ? { DRAW_PART_ONE, DRAW_PART_TWO } : {};
    programs.set(name, startProgram(`server/main/${name}.ts`, { ...variables, ...parts }));
  }
}

/** Enough codes of each amount for the whole campaign. */
async function loadStock(url: string) {
  await withDatabase(url, async (database) => {
    await database.query(
      `insert into inaam.voucher (campaign, code_index, code_sealed, end_index, amount, expires_on, loaded_at)
       select 'biscuit-2025', sha256((amount || ' ' || number)::bytea), '\\x00', '\\x00', amount, '2099-01-01', now()
       from (select amount, ceil(sum(planned) / 10) as planned from inaam.budget group by amount) as pool,
         generate_series(1, planned::integer) as number`,
    );
  });
}

async function statusFollows(variables: Environment) {
  const status = async () => {
    const { exit, json, output } = await runOperatorInProcess(['status', '--json'], { variables });
    return { exit, output, ...json() };
  };
  const all = await status();
  expect(all).toMatchObject({ exit: 0, good: true, missing: [] });
  const names = all['processes'].map(({ program }: { program: string }) => program);
  expect(names).toEqual(['draw', 'deliver', 'serve', 'console']);
  for (const { version, host, state } of all['processes']) {
    expect({ version, state }).toEqual({ version: all['version'], state: 'ready' });
    expect(host).toMatch(/^.+:\d+$/);
  }
  await programs.get('deliver')?.stop();
  expect(await status()).toMatchObject({ exit: 1, good: false, missing: ['deliver'] });
  await withDatabase(variables['DATABASE_URL'] ?? '', async (database) => {
    await database.query(`update inaam.process set version = '0.0.1' where program = 'serve'`);
    await database.query(
      `update inaam.process set beat_at = now() - interval '1 hour' where program = 'console'`,
    );
    const { output, exit } = await runOperatorInProcess(['status'], { variables });
    expect(exit).toBe(1);
    expect(output).toMatch(/`serve` at .* has another version than this one/);
    expect(output).toMatch(/deliver +not running/);
  });
}
