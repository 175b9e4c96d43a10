// From an empty database to a campaign whose programs run, as the people of a launch go through it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { withDatabase, durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { biscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
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
import { isPrivate } from '../../operator/settings/environments.ts';
import { recordProcess, removeProcess, runningPrograms } from '../../database/processes.ts';

let folder: string;
let gateway: FaultyGateway;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-launch-'));
  gateway = await startFaultyGateway();
});
afterEach(() => rm(folder, { recursive: true }));
afterEach(() => gateway.close());

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
  const settings = path.join(folder, 'inaam.env');
  const secrets = path.join(folder, 'secrets');
  await mkdir(secrets, { mode: 0o700 });
  const keep = (name: string, value: string) =>
    writeFile(path.join(secrets, name), `${value}\n`, { mode: 0o600 });
  const [hidden, shown] = [true, false].map((isHidden) =>
    Object.entries(variables).filter(([name]) => isPrivate(name) === isHidden),
  );
  await Promise.all((hidden ?? []).map(([name, value]) => keep(name, value)));
  await writeFile(settings, (shown ?? []).map(([name, value]) => `${name}='${value}'\n`).join(''));
  return {
    url,
    variables: { INAAM_SETTINGS: settings },
    placeSecondPart: () => keep('DRAW_PART_TWO', DRAW_PART_TWO),
  };
}

const steps = z.array(
  z.object({
    step: z.string(),
    state: z.string(),
    found: z.string(),
    who: z.string().optional(),
    todo: z.string().optional(),
  }),
);

type Run = { words?: string[]; typed?: string; isDemonstration?: boolean };

/** None if the command was refused. */
const stepsIn = (answer: unknown) => z.object({ steps: steps.default([]) }).parse(answer).steps;

async function launched(variables: Environment, { words = [], ...setting }: Run = {}) {
  const result = await runOperatorInProcess(['launch', '--json', '--by', 'asha', ...words], {
    variables,
    ...setting,
  });
  const lines = result.exit === 2 ? [] : stepsIn(result.json());
  const states = Object.fromEntries(lines.map(({ step, state }) => [step, state]));
  const of = (name: string) => lines.find(({ step }) => step === name);
  return { ...result, states, of };
}

test(
  'from an empty database to all done: it does what is safe, and says for whom the rest waits',
  { tags: ['long'] },
  async () => {
    const { url, variables, placeSecondPart } = await installed();
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
      packs: 'done',
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

    await placeSecondPart();
    const why = ['--why', 'launch of May'];
    const unasked = await launched(variables, { words: why });
    expect(unasked.of('commitment')).toMatchObject({ state: 'waiting' });
    const unexplained = await launched(variables, { typed: 'biscuit-2025' });
    expect(unexplained.of('commitment')).toMatchObject({
      state: 'waiting',
      todo: expect.stringContaining('npx inaam launch --why'),
    });
    const mistyped = await launched(variables, { words: why, typed: 'tea' });
    expect(mistyped).toMatchObject({ exit: 1, errors: expect.stringContaining('Dry run:') });
    const early = await launched(variables, { words: ['--published', 'the news page'] });
    expect(early).toMatchObject({ exit: 1, errors: expect.stringContaining('no commitment') });
    const committed = await launched(variables, { words: why, typed: 'biscuit-2025' });
    expect(committed.errors).toContain('Committed.');
    expect(committed.states).toMatchObject({
      commitment: 'done',
      programs: 'waiting',
      publication: 'waiting',
    });

    await loadStock(variables);
    const tried = await runOperatorInProcess(['sms', 'try', '--why', 'launch', '--by', 'asha'], {
      variables,
      typed: '+91 98765 43210',
    });
    expect(tried.exit).toBe(0);
    const ready = await launched(variables);
    expect(ready.states).toMatchObject({ 'voucher stock': 'done', 'sms try': 'done' });

    await startAll(variables);
    await expect
      .poll(async () => (await launched(variables)).of('programs'), { timeout: 60_000 })
      .toMatchObject({ state: 'done', found: expect.any(String) });
    const published = await launched(variables, {
      words: ['--published', 'the news page of 2 May'],
    });
    expect({ exit: published.exit, states: new Set(Object.values(published.states)) }).toEqual({
      exit: 0,
      states: new Set(['done']),
    });
    expect((await launched(variables)).exit).toBe(0);
    await statusFollows(url, variables);
  },
);

test('two who launch at once: the schema is updated and the draw committed to once', async () => {
  const { url, variables, placeSecondPart } = await installed();
  await placeSecondPart();
  const words = ['--why', 'launch of May', '--yes'];
  const both = await Promise.all([launched(variables, { words }), launched(variables, { words })]);
  for (const { states } of both) expect(states).toMatchObject({ commitment: 'done' });
  await withDatabase(url, async (database) => {
    const { rowCount } = await database.query(
      `select from inaam.audit where command = 'draw commit'`,
    );
    expect(rowCount).toBe(1);
  });
});

test('a campaign with examples in it is not committed to, even when confirmed', async () => {
  const { variables, placeSecondPart } = await installed();
  await placeSecondPart();
  const words = ['--why', 'launch of May', '--yes'];
  const { exit, of } = await launched(variables, { words, isDemonstration: false });
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

async function startAll(variables: Environment) {
  await Promise.all([buildSite(), buildSite('console/build/build-console.ts')]);
  for (const name of runningPrograms) {
    programs.set(name, startProgram(`server/main/${name}.ts`, variables));
  }
}

/** Codes for the first week of each amount, as the campaign plans them. */
async function loadStock(variables: Environment) {
  const ofWeek = { 3: 57_895, 5: 13_158, 10: 2632 };
  const lines = Object.entries(ofWeek).flatMap(([amount, count]) =>
    Array.from({ length: count }, (_, at) => `C-${amount}-${at},${amount},2099-12-31`),
  );
  const file = path.join(folder, 'codes.csv');
  await writeFile(file, ['code,amount,expiry', ...lines, ''].join('\n'));
  const { exit, errors } = await runOperatorInProcess(
    ['vouchers', 'load', file, '--why', 'launch', '--by', 'asha', '--yes'],
    { variables },
  );
  expect({ exit, errors }).toMatchObject({ exit: 0 });
}

const statusAnswer = z.object({
  good: z.boolean(),
  version: z.string(),
  missing: z.array(z.string()),
  closed: z.array(z.looseObject({ text: z.string() })),
  processes: z.array(
    z.object({ program: z.string(), version: z.string(), host: z.string(), state: z.string() }),
  ),
});

async function statusFollows(url: string, variables: Environment) {
  const status = async () => {
    const { exit, json } = await runOperatorInProcess(['status', '--json'], { variables });
    return { exit, ...statusAnswer.parse(json()) };
  };
  const all = await status();
  expect(all).toMatchObject({ exit: 0, good: true, missing: [] });
  expect(all.processes.map(({ program }) => program)).toEqual(runningPrograms);
  for (const { version, host, state } of all.processes) {
    expect({ version, state }).toEqual({ version: all.version, state: 'ready' });
    expect(host).toMatch(/^.+:\d+$/);
  }
  const own = { campaign: 'biscuit-2025', host: 'elsewhere:1', state: 'ready' };
  const noDraw = { ...own, id: 'other', program: 'serve', draw: { state: 'down' } } as const;
  await withDatabase(url, async (database) => {
    await recordProcess(database, noDraw);
    expect(await status()).toMatchObject({
      exit: 1,
      good: false,
      closed: expect.arrayContaining([
        expect.objectContaining({ text: expect.stringContaining('does not reach') }),
      ]),
    });
    await removeProcess(database, noDraw);
    const ofAnother = { ...own, campaign: 'tea-demo', id: 'tea', program: 'deliver' } as const;
    await recordProcess(database, ofAnother);
  });
  expect(await status()).toMatchObject({ exit: 0, good: true });
  const { output, exit } = await runOperatorInProcess(['status'], {
    variables,
    campaign: { ...(await biscuitCampaign()), states: ['Goa'] },
  });
  expect(exit).toBe(1);
  expect(output).toMatch(/has committed to another draw .* the states \(states\.json\)/);
  const killed = programs.get('deliver');
  killed?.kill('SIGKILL');
  await killed?.ended;
  expect(await status()).toMatchObject({ exit: 1, good: false, missing: ['deliver'] });
  await withDatabase(url, async (database) => {
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
