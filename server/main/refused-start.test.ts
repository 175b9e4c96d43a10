// Programs that refuse to start although their settings are complete. Real processes.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startDroppingPooler } from '@inaam/testing/product/poolers.ts';
import {
  committedBiscuitCampaign,
  committedCampaign,
  biscuitCampaign,
} from '@inaam/testing/server/campaign/committed-campaign.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  committedSecrets,
  drawEnvironment,
  endPrograms,
  logLines,
  startAsItIs,
  startProgram,
  validEnvironment,
  type Environment,
} from '@inaam/testing/server/programs/program-process.ts';
import { migrate } from '../database/schema/migrate.ts';
import { buildSite, serve } from '@inaam/testing/server/programs/serve-process.ts';
import { withDatabase, durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';

await buildSite();
await buildSite('console/build/build-console.ts');
const main = await durableTestDatabase();
const environment = {
  ...validEnvironment(main.url),
  CONSOLE_PORT: '0',
  CONSOLE_ORIGIN: 'https://console.win.example',
};
await withDatabase(main.url, (owner) => committedBiscuitCampaign(owner, committedSecrets));
afterAll(() => main.drop());
afterAll(() => endPrograms());

async function refusal(program: string, different: Environment) {
  const started = startProgram(`server/main/${program}.ts`, { ...environment, ...different });
  return { exit: await started.ended, output: started.output() };
}

const secret = () => randomBytes(32).toString('base64');

type Differing = readonly (readonly [program: string, name: string, value: string])[];

async function expectRefusals(differing: Differing): Promise<void> {
  for (const [program, name, value] of differing) {
    const { exit, output } = await refusal(program, { [name]: value });
    expect({ program, name, exit }).toEqual({ program, name, exit: 1 });
    expect(output).toMatch(new RegExp(`^${name} (differs|lacks key 1)`, 'm'));
    expect(output).not.toContain(value.replace(/^\d:/, ''));
  }
}

test('a program with another secret than the campaign began with ends, and names the variable', async () => {
  const site = await serve(main.url, environment);
  await expectRefusals([['serve', 'INDEX_SECRET', secret()]]);
  for (const words of [
    ['number', 'erase'],
    ['vouchers', 'load', 'x.csv'],
  ]) {
    const { exit, errors } = await runOperatorInProcess([...words, '--why', 'a test'], {
      variables: { ...environment, INDEX_SECRET: secret() },
      typed: '9876543210\n',
    });
    expect({ words, exit }).toEqual({ words, exit: 1 });
    expect(errors).toContain('INDEX_SECRET differs from the one that campaign "biscuit-2025"');
  }
  expect(site.hasEnded()).toBe(false);
});

test('so does each other program, for each other secret', { tags: ['long'] }, async () => {
  // One after the other: each has secrets that the other lacks.
  const site = await serve(main.url, environment);
  await startProgram('server/main/deliver.ts', environment).logLine('Delivering.');
  await expectRefusals([
    ['serve', 'CODE_SECRET', secret()],
    ['deliver', 'VOUCHER_SEAL_KEYS', `1:${secret()}`],
    ['console', 'SEAL_KEYS', `2:${secret()}`],
    ['console', 'VOUCHER_PUBLIC_KEY', `1:${secret()}`],
    ['migrate', 'PSEUDONYM_SECRET', secret()],
  ]);
  expect(site.hasEnded()).toBe(false);
  expect((await refusal('migrate', {})).output).toMatch(/^The schema is up to date\.$/m);
});

test('where each pack has a code, serve does not start without the keys of the codes', async () => {
  const { exit, output } = await refusal('serve', { CAMPAIGN: 'goli-soda-2026' });
  expect(exit).toBe(1);
  expect(output).toMatch(/- PACK_KEYS is missing: each pack has a code\./);
});

async function expectPoolerRefused(programs: readonly string[]): Promise<void> {
  const pooler = await startDroppingPooler(main.url);
  onTestFinished(pooler.close);
  const headFile = path.join(tmpdir(), `inaam-head-${randomBytes(4).toString('hex')}.json`);
  for (const program of programs) {
    const own = program === 'draw' ? drawEnvironment(pooler.url, headFile) : {};
    const { exit, output } = await refusal(program, { ...own, DATABASE_URL: pooler.url });
    expect(exit).toBe(1);
    expect(output).toMatch(
      new RegExp(
        `^The connection acts as inaam and not as inaam_${program}: a pooler .*\`options\``,
      ),
    );
  }
  const { exit, errors } = await runOperatorInProcess(['overview'], {
    variables: { ...environment, DATABASE_URL: pooler.url },
  });
  expect(exit).toBe(2);
  expect(errors).toMatch(/acts as inaam and not as inaam_operator/);
}

test('behind a pooler that drops the role, the site does not start, and says how to set it', () =>
  expectPoolerRefused(['serve']));
test('behind it no other program starts', { tags: ['long'] }, () =>
  expectPoolerRefused(['deliver', 'console', 'draw']),
);

/** Its own database, with a complete environment of each program on it. */
async function programsOn() {
  const own = await durableTestDatabase();
  onTestFinished(() => own.drop());
  const headFile = path.join(tmpdir(), `inaam-never-${randomBytes(8).toString('hex')}.json`);
  const at = { DATABASE_URL: own.url };
  const start = (program: string) =>
    refusal(program, program === 'draw' ? drawEnvironment(own.url, headFile) : at);
  return { url: own.url, at, start };
}

test('on a copy of a database no program starts, until a person takes it over', async () => {
  const { url } = await programsOn();
  await withDatabase(url, (owner) => migrate(owner));
  const copy = new URL(url);
  copy.pathname += '_copy';
  const [from, to] = [new URL(url), copy].map(({ pathname }) => pathname.slice(1));
  await withDatabase(main.url, (admin) => admin.query(`create database ${to} template ${from}`));
  onTestFinished(async () => {
    await withDatabase(main.url, (admin) => admin.query(`drop database ${to} with (force)`));
  });
  const at = { DATABASE_URL: copy.href };
  const headFile = path.join(tmpdir(), `inaam-never-${randomBytes(8).toString('hex')}.json`);
  const ended = await Promise.all([
    refusal('serve', at),
    refusal('draw', drawEnvironment(copy.href, headFile)),
  ]);
  for (const { exit, output } of ended) {
    expect({ exit, output }).toEqual({
      exit: 1,
      output: expect.stringMatching(/^This database is a copy: /),
    });
  }
  const variables = { ...environment, ...at };
  const doctor = async () => (await runOperatorInProcess(['doctor'], { variables })).output;
  expect(await doctor()).toMatch(/^fault +migrations +This database is a copy: /m);
  const words = ['take-over', '--why', 'the database was destroyed'];
  expect(await runOperatorInProcess(words, { variables })).toMatchObject({ exit: 0, errors: '' });
  for (const own of [copy.href, url]) {
    const { output } = await refusal('deliver', { DATABASE_URL: own });
    expect(output).toMatch(/has not committed to its draw/);
  }
  expect(await doctor()).not.toContain('is a copy');
});

test(
  '[CAM-5] before the commitment only the console is ready, where the launch is watched',
  { tags: ['long'] },
  async () => {
    const { start, at } = await programsOn();
    // Although its folder has a demonstration's values, which block a launch.
    const watching = startAsItIs(['server/main/console.ts'], { ...environment, ...at });
    const ended = await Promise.all(['serve', 'deliver', 'draw'].map(start));
    for (const { exit, output } of ended) {
      expect(exit).toBe(1);
      expect(output).toMatch(/^Campaign "biscuit-2025" has not committed to its draw/);
    }
    const { port } = await watching.logLine('The console is open.');
    expect((await fetch(`http://127.0.0.1:${Number(port)}/ready`)).status).toBe(200);
    expect(await watching.stop()).toBe(0);
  },
);

test(
  'a further campaign of the console that cannot be loaded is left out, and the log says why',
  { tags: ['long'] },
  async () => {
    const CONSOLE_CAMPAIGNS = 'tea-demo, no-such-campaign, biscuit-2025';
    const own = startProgram('server/main/console.ts', { ...environment, CONSOLE_CAMPAIGNS });
    await own.logLine('The console is open.');
    const also = logLines(own.output()).filter(({ msg }) =>
      /has this campaign too/.test(String(msg)),
    );
    expect(also.map(({ campaign }) => campaign)).toEqual(['tea-demo']);
    const errors = logLines(own.output()).filter(({ level }) => level === 'error');
    expect(errors).toEqual([
      expect.objectContaining({
        campaign: 'no-such-campaign',
        msg: expect.stringMatching(/^This campaign is left out of the console\. .+/),
      }),
    ]);
    expect(await own.stop()).toBe(0);
  },
);

async function expectOtherCommitment(programs: readonly string[]): Promise<void> {
  const { start, url } = await programsOn();
  const campaign = await biscuitCampaign();
  const deck = { ...campaign.draw.deck, blocks: campaign.draw.deck.blocks + 1 };
  const other = { ...campaign, draw: { ...campaign.draw, deck } };
  await withDatabase(url, (owner) => committedCampaign(owner, other, committedSecrets));
  const ended = await Promise.all(programs.map(start));
  for (const { exit, output } of ended) {
    expect(exit).toBe(1);
    expect(output).toMatch(/^Campaign "biscuit-2025" has committed to another draw .* deck/);
  }
}

test('[CAM-5] with another commitment than the campaign’s folder the site is not ready', () =>
  expectOtherCommitment(['serve']));
test('with it no other program that reads the folder is ready', { tags: ['long'] }, () =>
  expectOtherCommitment(['deliver', 'console', 'draw']),
);
