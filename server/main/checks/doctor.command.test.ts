// Each check is shown a fault, and one line with the mend comes out.
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  operatorFixture,
  runOperatorInProcess,
  operatorSecrets,
  operatorVariables,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  biscuitCampaign,
  committedBiscuitCampaign,
} from '@inaam/testing/server/campaign/committed-campaign.ts';
import { recordProcess, removeProcess } from '../../database/processes.ts';
import { storeReceipts, noteUnread } from '../../messages/sms-receipts.sql.ts';
import { readServeConfig } from '../../operator/settings/program-config.ts';
import { assertOwnSecrets } from '../../database/own-secrets.ts';
import { checkClock, checkNotifications } from './campaign-checks.ts';
import type { Finding } from '../../platform/finding.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const bytes = () => randomBytes(32);
const text = (key: Uint8Array) => Buffer.from(key).toString('base64');
const operators = operatorFixture();
afterAll(() => operators.end());

const fixture = await testDelivery(durableTestDatabase, operatorSecrets);
const variables: Record<string, string> = {
  ...operatorVariables(fixture.url),
  CAMPAIGN: 'biscuit-2025',
  PUBLIC_ORIGIN: 'https://win.example',
  TRUSTED_PROXIES: '127.0.0.1',
  SMS_PROVIDER: 'mailbox',
  DRAW_URL: 'http://127.0.0.1:9',
  DRAW_TOKEN: text(bytes()),
};

async function examined(others: Record<string, string> = {}, ...options: string[]) {
  const result = await runOperatorInProcess(['doctor', '--json', ...options], {
    variables: { ...variables, ...others },
  });
  const { findings, faults, warnings } = JSON.parse(result.output);
  const of = (check: string): Finding =>
    findings.find((finding: Finding) => finding.check === check);
  return { exit: result.exit, findings, faults, warnings, of };
}

test('settings, database, schema and keys are well; what is not there is a fault with its mend', async () => {
  const { exit, of } = await examined();
  expect(exit).toBe(1);
  for (const check of ['settings of serve', 'settings of deliver', 'database', 'migrations']) {
    expect(of(check)).toMatchObject({ state: 'ok' });
  }
  for (const check of ['clock', 'keys', 'limits', 'retention', 'receipts']) {
    expect(of(check)).toMatchObject({ state: 'ok' });
  }
  expect(of('roles')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/superuser/),
  });
  expect(of('SMS path')).toMatchObject({ state: 'warning' });
  expect(of('draw')).toMatchObject({
    state: 'fault',
    found:
      'The site does not reach the program draw: PLAY has to wait. It asks http://127.0.0.1:9.',
  });
});

test('[CAM-5] what a launch refuses is a fault in production, and a warning in a demonstration', async () => {
  const launch = async (isDemonstration: boolean) => {
    const { output } = await runOperatorInProcess(['doctor', '--json'], {
      variables,
      isDemonstration,
    });
    const { findings } = JSON.parse(output);
    return findings.find(({ check }: Finding) => check === 'launch');
  };
  const found = expect.stringMatching(/languages begins with "en".* And 6 more\.$/);
  expect(await launch(false)).toMatchObject({ state: 'fault', found });
  expect(await launch(true)).toMatchObject({ state: 'warning', found });
});

test('[CAM-5] before the commitment a newer rule and a programme that is over are faults; after it they are not', async () => {
  const { url, database } = await operators.newDatabase();
  const campaign = await biscuitCampaign();
  const later = ['campaigns/biscuit-2025/campaign.json: redeemAt is missing. Write where.'];
  const old = { ...campaign, launch: { ...campaign.launch, faults: [], later } };
  const states = async () => {
    const { output } = await runOperatorInProcess(['doctor', '--json'], {
      variables: { ...variables, DATABASE_URL: url },
      campaign: old,
      day: '2026-05-20',
    });
    const { findings } = JSON.parse(output);
    return ['launch', 'campaign'].map((name) =>
      findings.find(({ check }: Finding) => check === name),
    );
  };
  const [launch, programme] = await states();
  expect(launch).toMatchObject({ state: 'fault', found: later[0] });
  expect(programme).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('programme.to is over (2025-09-15). Write the days'),
  });
  await committedBiscuitCampaign(database, { draw: bytes(), pseudonym: bytes() });
  const [launched, ended] = await states();
  expect(launched).toMatchObject({
    state: 'warning',
    found: expect.stringContaining(later[0] ?? ''),
  });
  expect(ended).toMatchObject({ state: 'ok' });
});

test('one line each for a person; nothing secret is in it', async () => {
  const { output, exit } = await runOperatorInProcess(['doctor'], { variables });
  expect(exit).toBe(1);
  const lines = output.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^(?:ok|skipped|warning|fault|Faults:) +\S/);
  expect(lines).toContainEqual(
    expect.stringMatching(/^fault {4}overview +The program deliver does not respond.* Start it/),
  );
  for (const [name, value] of Object.entries(variables)) {
    if (/SECRET|KEYS|TOKEN/.test(name)) expect(output).not.toContain(value);
  }
});

test('a missing variable is a fault, and the checks that need it are skipped', async () => {
  const { of, exit } = await examined({ VOUCHER_SEAL_KEYS: '' }, '--of', 'deliver');
  expect(exit).toBe(1);
  expect(of('settings of deliver').found).toContain('VOUCHER_SEAL_KEYS is missing');
  expect(of('keys')).toMatchObject({ state: 'skipped' });
  expect(of('draw')).toMatchObject({ state: 'skipped' });
});

test('a name in the settings file that is not known is a warning, and each program reads its own there', async () => {
  const folder = await folderOfTest();
  const INAAM_SETTINGS = path.join(folder, 'inaam.env');
  await writeFile(INAAM_SETTINGS, 'SERVE_PROT=1\nSERVE_PORT=x\nDELIVER_STOP_SECONDS=8\n');
  const { of } = await examined({ INAAM_SETTINGS }, '--of', 'serve', 'deliver', 'console');
  expect(of('settings file')).toMatchObject({
    state: 'warning',
    found: 'Line 1 of the settings file: SERVE_PROT is not a setting of Inaam.',
  });
  expect(of('settings of serve').found).toContain('PORT must be a whole number');
  expect(of('settings of deliver')).toMatchObject({ state: 'ok' });
  expect(of('settings of console').found).toContain('CONSOLE_ORIGIN is missing');
});

test('a database that does not answer is one fault, and nothing else is asked', async () => {
  const { of, faults, exit } = await examined(
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    '--no-settings',
  );
  expect({ exit, faults }).toEqual({ exit: 1, faults: 1 });
  expect(of('database').found).toContain('cannot be reached');
});

test('a right that somebody gave or took by hand is named', async () => {
  await fixture.database.query('grant delete on inaam.reward to inaam_serve');
  await fixture.database.query('revoke select (amount) on inaam.voucher from inaam_serve');
  try {
    const { of } = await examined({}, '--no-settings');
    expect(of('roles')).toMatchObject({ state: 'fault' });
    expect(of('roles').found).toBe(
      'too much (inaam_serve: delete on reward), too little (inaam_serve: select on voucher.amount).',
    );
  } finally {
    await fixture.database.query('revoke delete on inaam.reward from inaam_serve');
    await fixture.database.query('grant select (amount) on inaam.voucher to inaam_serve');
  }
});

test('a clock that is minutes off is a fault', async () => {
  const now = () => Date.now() + 120_000;
  expect(await checkClock(fixture.database, now)).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/1(?:19|20)\.\d seconds apart/),
  });
});

test('a queue of notifications that is half full is a warning', async () => {
  const { database } = fixture;
  expect(await checkNotifications(database)).toMatchObject({ state: 'ok' });
  expect(await checkNotifications(database, async () => 0.51)).toMatchObject({ state: 'warning' });
});

test('how it goes is said by the verdicts of the overview', async () => {
  const { id } = await fixture.grantVoucher(10);
  await fixture.database.query(
    `update inaam.message set owed_at = owed_at - interval '11 days' where id = $1`,
    [id],
  );
  const said = async () => {
    const { findings } = await examined({}, '--no-settings');
    return findings.filter(({ check }: Finding) => check === 'overview');
  };
  expect(await said()).toEqual([
    expect.objectContaining({ state: 'fault', found: expect.stringMatching(/deliver does not/) }),
    expect.objectContaining({
      state: 'fault',
      found: expect.stringMatching(/^The next voucher has been waiting/),
    }),
    expect.objectContaining({
      state: 'fault',
      found: '1 voucher has been owed for 11 days; 10 days are promised.',
      mend: 'See which are waiting and which failed, and why.',
    }),
    expect.objectContaining({ state: 'ok', found: expect.stringMatching(/begins on 6 May 2025/) }),
  ]);
  await fixture.database.query('update inaam.head set paused_at = now()');
  try {
    expect(await said()).toContainEqual({
      check: 'overview',
      state: 'fault',
      found: 'Nobody can take part, because the campaign is paused.',
      mend: 'Resume it once the cause is resolved.',
    });
  } finally {
    await fixture.database.query('update inaam.head set paused_at = null');
  }
});

test.each([
  [63_999, 'ok', /^Codes have used 80 % of the hour and 32 % of the day's rupees\.$/],
  [64_000, 'warning', /^Codes have used 80 % of the hour/],
  [80_000, 'fault', /^Nobody can take part, because codes have used 100 % of the hour/],
])('%i codes in an hour: the limit is %s', async (count, state, found) => {
  const { database, campaign } = fixture;
  const spend = (codes: number) =>
    database.query(
      `update inaam.send_counter set started_at = now(), count = $2, hour_count = $2,
         count_before = 0, hour_before = 0
       where campaign = $1 and counter = 'campaign'`,
      [campaign.id, codes],
    );
  await spend(count);
  const limits = (await examined()).of('limits');
  await spend(1);
  expect(limits).toMatchObject({ state, found: expect.stringMatching(found) });
});

test('another version of the collation than the database was made with is a fault', async () => {
  const { database } = fixture;
  const { rows } = await database.query<{ version: string }>(
    'select datcollversion as version from pg_database where datname = current_database()',
  );
  const set = (version: string | undefined) =>
    database.query(
      'update pg_database set datcollversion = $1 where datname = current_database()',
      [version],
    );
  await set('0');
  try {
    expect((await examined({}, '--no-settings')).of('collation')).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('version 0 of its collation'),
      mend: expect.stringContaining('refresh collation version'),
    });
  } finally {
    await set(rows[0]?.version);
  }
  expect((await examined({}, '--no-settings')).of('collation')).toBeUndefined();
});

test('a proxy whose address all clients would have is a fault of the settings', async () => {
  const site = await examined({ TRUSTED_PROXIES: '' }, '--of', 'serve');
  expect(site.of('settings of serve')).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/^PUBLIC_ORIGIN is https and TRUSTED_PROXIES is empty: /),
  });
  expect((await examined({}, '--of', 'serve')).of('settings of serve')).toMatchObject({
    state: 'ok',
  });
});

test('a trusted proxy that names no client is a fault', async () => {
  const { database, campaign } = fixture;
  const serve = { campaign: campaign.id, id: 'shared', program: 'serve', host: 'a:1' } as const;
  const found = async () =>
    (await examined({}, '--no-settings')).findings.filter(
      (one: Finding) => one.found.includes('X-Forwarded-For') && one.state === 'fault',
    );
  await recordProcess(database, { ...serve, state: 'proxy' });
  expect(await found()).toHaveLength(1);
  await recordProcess(database, { ...serve, state: 'ready' });
  expect(await found()).toEqual([]);
  await removeProcess(database, serve);
});

test('receipts that nobody understood, and many that fit no message, are shown', async () => {
  const { database, campaign, clocks } = fixture;
  const note = noteUnread(database, campaign.id);
  await Promise.all([1, 2].map(() => note('operator', 'no id', clocks.wall())));
  const [store, at] = [storeReceipts(database, campaign.id), clocks.wall() - 2 * 3_600_000];
  const receive = (reference: string) =>
    store.one({ path: 'operator', reference, at, outcome: 'delivered' });
  await receive('r1');
  onTestFinished(async () => void (await database.query('delete from inaam.sms_receipt')));
  expect((await examined({}, '--no-settings')).of('receipts')).toMatchObject({
    state: 'warning',
    found: 'Not understood this week: operator: 2 (no id). Fits no message: 1.',
  });
  await database.query('delete from inaam.sms_unread');
  expect((await examined({}, '--no-settings')).of('receipts')).toMatchObject({ state: 'ok' });
  await Promise.all(Array.from({ length: 10 }, (_, place) => receive(`more-${place}`)));
  expect((await examined({}, '--no-settings')).of('receipts')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/Fits no message: 11\./),
  });
});

test('a key that is missing, but still used, is a fault', async () => {
  const unknown = await examined({ SEAL_KEYS: `7:${text(bytes())}` }, '--of', 'deliver');
  expect(unknown.of('keys').found).toBe('Key 1 of SEAL_KEYS is missing but still used.');
});

test('where each pack has a code, PACK_KEYS must be there', async () => {
  const campaign = {
    ...(await biscuitCampaign()),
    packs: { kind: 'unique', codes: 'made' } as const,
  };
  const found = async (others = {}) => {
    const { output } = await runOperatorInProcess(['doctor', '--json', '--of', 'serve'], {
      variables: { ...variables, ...others },
      campaign,
    });
    const { findings } = JSON.parse(output);
    return findings.find(({ check }: Finding) => check === 'keys');
  };
  expect(await found()).toMatchObject({
    state: 'fault',
    found: 'PACK_KEYS is missing, and each pack has a code.',
    mend: expect.stringContaining('npx inaam init'),
  });
  expect(await found({ PACK_KEYS: `1:${text(bytes())}` })).toMatchObject({ state: 'ok' });
});

test('another secret than the first program had is a fault, also where nothing is sealed yet', async () => {
  const { database, campaign, url } = fixture;
  const { secrets } = readServeConfig(variables);
  await assertOwnSecrets(database, campaign.id, secrets);
  for (const [name, value] of [
    ['CODE_SECRET', text(bytes())],
    ['INDEX_SECRET', text(bytes())],
    ['SEAL_KEYS', `1:${text(bytes())}`],
  ] as const) {
    const other = await examined({ [name]: value }, '--of', 'serve');
    expect(other.of('keys').found).toBe(`The stored data was written with another ${name}.`);
  }
  const { url: empty, database: own } = await operators.newDatabase();
  expect(empty).not.toBe(url);
  await committedBiscuitCampaign(own, { draw: bytes(), pseudonym: Buffer.from(secrets.pseudonym) });
  await assertOwnSecrets(own, campaign.id, secrets);
  const lacking = { DATABASE_URL: empty, SEAL_KEYS: `7:${text(bytes())}` };
  const { of } = await examined(lacking, '--of', 'serve');
  expect(of('keys')).toMatchObject({ state: 'fault', found: 'Key 1 of SEAL_KEYS is missing.' });
});

test('another pseudonym secret than the committed one is a fault', async () => {
  const { of } = await examined({ PSEUDONYM_SECRET: text(bytes()) }, '--of', 'serve');
  expect(of('commitment')).toMatchObject({ state: 'fault' });
});

test('what is kept for too long is a fault', async () => {
  const { database, campaign } = fixture;
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query) values ($1, 'x', now() - interval '367 days', '{}')`,
    [campaign.id],
  );
  const { of } = await examined({}, '--no-settings');
  expect(of('retention')).toMatchObject({
    state: 'fault',
    found: 'More than a day overdue in visit.',
  });
  await database.query('delete from inaam.visit');
});

test('a path that gave no clear answer is named, with what it said', async () => {
  const { database } = fixture;
  const id = await fixture.requestCode(newMobile(), '482913');
  await database.query(
    `insert into inaam.delivery (message_id, at, outcome, reason, path)
     select $1, now() - place * interval '9 hours', 'unknown', 'HTTP 502', 'gateway'
     from generate_series(1, 3) as place`,
    [id],
  );
  expect((await examined({}, '--no-settings')).of('answers')).toMatchObject({
    state: 'warning',
    found: 'In the last day, no clear answer from gateway: 2 (HTTP 502).',
  });
  await fixture.clear();
  expect((await examined({}, '--no-settings')).of('answers')).toMatchObject({ state: 'ok' });
});
