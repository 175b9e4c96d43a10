// The first page's figures, through the console in its own role, compared with the report.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { testSecrets } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { simulateThreeDays } from '@inaam/testing/server/operator/operator-fixture.ts';
import { readsDuring, reportReads } from '@inaam/testing/server/database/table-reads.ts';
import { testConsole, type TestConsole } from '@inaam/testing/server/console/test-console.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { keepRollups } from './keep-rollups.job.ts';
import { allKeysOf } from '../platform/keys.ts';
import { transaction, type Database } from '../database/database.ts';
import { recordHeartbeat, removeWorker } from '../messages/workers.sql.ts';
import { readDeliveries } from '../messages/deliveries.sql.ts';
import { readFunnel } from './funnel.sql.ts';
import { recordSiteProcess, removeSiteProcess } from '../database/health.ts';

const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
const threeDays = { from: '2025-05-06', until: '2025-05-08' };
const now = startOf('2025-05-08') + 20 * 3_600_000;

let clone: TestDatabase;
let database: Database;
let campaign: Awaited<ReturnType<typeof loadCampaign>>;
let opened: TestConsole;
let cookie: string;
const time = { wall: now, campaign: now };

beforeAll(async () => {
  clone = await testDatabase();
  database = openTestDatabase(clone.url, 4);
  campaign = await loadCampaign('biscuit-2025');
  await simulateThreeDays({ url: clone.url, database }, 150);
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select campaign, user_key, owed_at, jsonb_build_object('utm_campaign', (array['metro', 'shelf'])[1 + tries % 2])
     from inaam.message where kind = 'otp'`,
  );
  await database.query(
    `with numbered as (select id, row_number() over (order by id) as place from inaam.message where kind = 'voucher')
     update inaam.message set
       state = (array['sent', 'delivered', 'delivered', 'failed', 'owed'])[1 + place % 5],
       sent_at = case when place % 5 < 3 then owed_at + place * interval '1 second' end,
       ended_at = case when place % 5 between 1 and 3 then owed_at + interval '1 hour' end,
       reason = case when place % 5 = 3 then 'no such number' end
     from numbered where numbered.id = message.id`,
  );
  await database.query(
    `insert into inaam.delivery (message_id, at, outcome)
     select id, sent_at, 'accepted' from inaam.message where sent_at is not null`,
  );
  // Long after the three days: thousands more, half of whom wait for their voucher.
  await fillCampaign(database, campaign.id, 3000);
  await database.query(
    `update inaam.message set state = 'owed', sent_at = null
     where kind = 'voucher' and owed_at > $1 and get_byte(pseudonym, 7) < 128`,
    [new Date(now + 30 * dayMs)],
  );
  await database.query(
    `insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
     values ($1, $2::timestamptz, 'languages', 'ta', 0, 3),
       ($1, $2::timestamptz, 'languages', 'en', 0, 1)`,
    [campaign.id, new Date(now)],
  );
  await database.query('analyze');
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const own = await backends();
  const delivering = openTestDatabase(clone.url, 2, 'inaam_deliver');
  await keepRollups({ database: delivering, campaign, clocks })();
  await reportReads(delivering);
  await delivering.end();
  // The statistics of reads are complete once the connections have ended.
  await waitUntil(async () => (await backends()) <= own);
  opened = await testConsole({
    database,
    databaseUrl: clone.url,
    campaign,
    keys: allKeysOf(testSecrets, campaign.id),
    time,
  });
  cookie = await opened.signedIn('viewer');
});
afterAll(async () => {
  await opened.close();
  await database.end();
  await clone.drop();
});

async function backends(): Promise<number> {
  const { rows } = await database.query(
    'select from pg_stat_activity where datname = current_database()',
  );
  return rows.length;
}

async function today(fields = threeDays) {
  const { status, body } = await opened.call('readOverview', fields, { cookie });
  expect({ status, body }).toMatchObject({ status: 200 });
  return consoleCalls.readOverview.answer.parse(body);
}

const reported = () =>
  transaction(database, async (connection) => {
    const period = {
      from: startOf('2025-05-06'),
      until: startOf('2025-05-09'),
      campaignAheadMs: 0,
    };
    return {
      funnel: await readFunnel(connection, campaign.id, period, 'utm_campaign'),
      deliveries: await readDeliveries(connection, campaign.id, period),
    };
  });

test('the first page of the console says what the report counts', async () => {
  const answer = await today();
  const { funnel, deliveries } = await reported();
  expect(funnel.total).toMatchObject(answer.total);
  expect(answer.total.delivered).toBeGreaterThan(10);
  expect(answer.states).toEqual(
    funnel.by.state
      .map(({ value, verified, rewarded, rupees }) => ({
        state: value,
        verified,
        rewarded,
        rupees,
      }))
      .toSorted((one, other) => (one.state < other.state ? -1 : 1)),
  );
  const sources = funnel.by.source.filter(({ visits }) => visits > 0);
  expect(answer.sources.map(({ source }) => source).toSorted()).toEqual(
    sources.map(({ value }) => value).toSorted(),
  );
  expect(answer.languages).toEqual([
    { language: 'ta', visits: 3 },
    { language: 'en', visits: 1 },
    { language: '(none)', visits: answer.total.visits - 4 },
  ]);
  expect(answer.hours.reduce((sum, { counts }) => sum + counts.rewarded, 0)).toBe(
    answer.total.rewarded,
  );
  expect(answer.budget.grantedRupees).toBe(answer.total.rupees);
  const days = answer.budget.days.filter(({ day }) => day <= threeDays.until);
  expect(days.reduce((sum, { rupees }) => sum + rupees, 0)).toBe(answer.total.rupees);
  expect(answer.delivery.failures).toEqual([
    { reason: 'no such number', count: answer.total.failed },
  ]);
  const [, vouchers] = deliveries;
  expect(answer.sms).toMatchObject({
    accepted: vouchers?.accepted,
    rupees: ((vouchers?.accepted ?? 0) * 25) / 100,
  });
  const { p50, p95 } = answer.delivery.voucherSeconds;
  expect((p50 ?? 0) / (vouchers?.medianSeconds ?? 0)).toBeCloseTo(1, 0);
  expect((p95 ?? 0) / (vouchers?.p95Seconds ?? 0)).toBeCloseTo(1, 0);
  const owed = await database.query(
    `select count(*)::integer from inaam.message where kind = 'voucher' and state = 'owed'`,
  );
  expect(answer.stock.reduce((sum, one) => sum + one.owed, 0)).toBe(owed.rows[0]?.count);
  expect(answer.delivery.waiting).toBe(owed.rows[0]?.count);
});

test('the week before is that of the same days, and one day is one day', async () => {
  const whole = await today();
  expect(whole.before.visits).toBe(0);
  const later = await today({ from: '2025-05-13', until: '2025-05-15' });
  expect(later.total.visits).toBe(0);
  expect(later.before).toEqual(whole.total);
  const one = await today({ from: '2025-05-07', until: '2025-05-07' });
  const hours = whole.hours.filter(
    ({ hour }) => hour >= startOf('2025-05-07') && hour < startOf('2025-05-08'),
  );
  expect(one.hours).toEqual(hours);
});

test('days and hours are those of a campaign clock that is shifted by whole days', async () => {
  const plain = await today();
  time.campaign = now + 30 * dayMs;
  try {
    const shifted = await today({ from: '2025-06-05', until: '2025-06-07' });
    expect(shifted.total).toEqual(plain.total);
    expect(shifted.at - plain.at).toBe(30 * dayMs);
    expect(shifted.hours.map(({ hour }) => hour - 30 * dayMs)).toEqual(
      plain.hours.map(({ hour }) => hour),
    );
    expect(shifted.budget.days[0]?.day).toBe('2025-06-05');
  } finally {
    time.campaign = now;
  }
});

test('the first page says up to when the figures are counted', async () => {
  const { countedUntil, at } = await today();
  const { rows } = await database.query<{ at: Date }>(
    "select counted_at as at from inaam.figure_progress where counted_at > now() - interval '1 hour'",
  );
  expect(countedUntil).toBe(rows[0]?.at.getTime());
  time.campaign = now + 5000;
  try {
    expect(await today()).toMatchObject({
      at: at + 5000,
      countedUntil: Number(countedUntil) + 5000,
    });
  } finally {
    time.campaign = now;
  }
});

test('a millisecond that ends between the readings of two clocks moves no hour', async () => {
  const plain = await today();
  time.campaign = now + 1;
  try {
    expect((await today()).hours).toEqual(plain.hours);
    expect(plain.hours.length).toBeGreaterThan(10);
  } finally {
    time.campaign = now;
  }
});

test('a source is shown without what turns text around, and two that look alike are one', async () => {
  const day = { from: '2025-07-01', until: '2025-07-01' };
  const add = `insert into inaam.rollup (campaign, start, figure, label, amount, count) values
    ($1, $2, 'visits', '', 0, 9), ($1, $2, 'visits', $3, 0, 4), ($1, $2, 'visits', 'metro', 0, 3),
    ($1, $2, 'visits', $4, 0, 2)`;
  const at = new Date(startOf(day.from));
  await database.query(add, [campaign.id, at, 'me\u202Etro\u0007', '\u2066']);
  expect((await today(day)).sources).toEqual([
    { source: 'metro', visits: 7 },
    { source: '(none)', visits: 2 },
  ]);
});

test('the verdicts of the first page see workers that are heard of, and a pause', async () => {
  const texts = async () => (await today()).verdicts.map(({ text }) => text).join('\n');
  expect(await texts()).toContain('deliver does not respond');
  await recordHeartbeat(database, 'worker-of-this-test', 1000);
  await database.query('update inaam.head set paused_at = now()');
  try {
    const answer = await today();
    expect(answer.processes).toMatchObject([
      { kind: 'delivery', id: 'worker-of-this-test', isWell: true },
    ]);
    expect(answer.programme.isPaused).toBe(true);
    expect(answer.verdicts.map(({ text }) => text).join('\n')).not.toContain('deliver does not');
    expect(await texts()).toContain('The campaign is paused');
    expect(await texts()).toMatch(/\d+ winners wait for a code of Rs \d+; in stock: 0/);
  } finally {
    await database.query('update inaam.head set paused_at = null');
    await removeWorker(database, 'worker-of-this-test');
  }
});

test('the first page knows the processes of the site, and of the draw what they say', async () => {
  const seen = async () => {
    const { processes, verdicts } = await today();
    const texts = verdicts.map(({ text }) => text).join('\n');
    return [processes.map(({ kind, isWell }) => [kind, isWell]), texts] as const;
  };
  const beat = (id: string, draw: 'up' | 'down') =>
    recordSiteProcess(database, { campaign: campaign.id, id, draw: { state: draw } });
  const age = (id: string, seconds: number) =>
    database.query(
      `update inaam.site_process set beat_at = beat_at - $1 * interval '1 second' where id = $2`,
      [seconds, id],
    );
  expect(await seen()).toEqual([[], expect.stringContaining('serve does not respond')]);
  await beat('one', 'up');
  await beat('other', 'down');
  expect(await seen()).toEqual([
    [
      ['site', true],
      ['site', true],
      ['draw', false],
    ],
    expect.stringContaining('does not reach the program draw'),
  ]);
  // A silent process's last report is ignored.
  await age('other', 46);
  const [processes, texts] = await seen();
  expect(processes).toEqual([
    ['site', true],
    ['site', false],
    ['draw', true],
  ]);
  expect(texts).toContain('1 process is silent');
  expect(texts).not.toContain('program draw');
  // Another process has taken its place.
  await age('other', 600);
  await beat('one', 'up');
  expect((await seen())[0]).toEqual([
    ['site', true],
    ['draw', true],
  ]);
  await removeSiteProcess(database, { campaign: campaign.id, id: 'one' });
  expect((await seen())[0]).toEqual([]);
});

test('a voucher that is held for the review does not wait to be sent', async () => {
  const { rows } = await database.query<{ id: string; pseudonym: Buffer; owed_at: Date }>(
    `select id, pseudonym, owed_at from inaam.message
     where kind = 'voucher' and state in ('owed', 'assigned') order by owed_at limit 2`,
  );
  const oweSince = (id: string, since: string) =>
    database.query('update inaam.message set owed_at = $2 where id = $1', [id, since]);
  const hold = (name: Buffer | undefined, state: string) =>
    database.query(
      `insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
       values ($1, $2, $3, now(), 'mira', 'a test')`,
      [campaign.id, name, state],
    );
  const daysWaiting = async () =>
    Math.floor(((await today()).delivery.oldestWaitingSeconds ?? 0) / 86_400);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  try {
    for (const [place, { id }] of rows.entries()) await oweSince(id, daysAgo(900 - 100 * place));
    expect(await daysWaiting()).toBe(900);
    await hold(rows[0]?.pseudonym, 'held');
    expect(await daysWaiting()).toBe(800);
    await hold(rows[1]?.pseudonym, 'released');
    expect(await daysWaiting()).toBe(800);
  } finally {
    await database.query('delete from inaam.review_hold');
    for (const { id, owed_at: owedAt } of rows) await oweSince(id, owedAt.toISOString());
  }
});

test('a voucher does not wait while its category may not be sent', async () => {
  const hoursWaiting = async () => {
    const { verdicts } = await today();
    const found = verdicts.map(({ text }) => /^A voucher has been waiting for (\d+) /.exec(text));
    return Number(found.find((match) => match !== null)?.[1]);
  };
  const atAnyHour = await hoursWaiting();
  const { vouchers } = campaign.sms;
  const templates = Object.values(vouchers);
  try {
    for (const template of templates) template.category = 'promotional';
    // Eleven of 24 hours.
    const share = (await hoursWaiting()) / atAnyHour;
    expect(share).toBeGreaterThan(0.42);
    expect(share).toBeLessThan(0.49);
  } finally {
    for (const template of templates) template.category = 'service-implicit';
  }
});

test.each([
  ['the last before the first', { from: '2025-05-08', until: '2025-05-07' }, 400],
  ['no days of a calendar', { from: '2025-13-01', until: '2025-13-02' }, 400],
  ['401 days', { from: '2025-01-01', until: '2026-02-05' }, 400],
  ['400 days', { from: '2025-01-01', until: '2026-02-04' }, 200],
])('of the days of a period, %s', async (_, fields, expected) => {
  const { status } = await opened.call('readOverview', fields, { cookie });
  expect(status).toBe(expected);
});

/** Tables that grow with the shoppers. */
const large = 'participant message visit reward delivery voucher ledger rollup_change'.split(' ');

test('the first page reads the same few rows when thousands have taken part', async () => {
  const read = await readsDuring([database, opened.database], today);
  expect(read.filter(([name, rows]) => large.includes(name) && rows > 20)).toEqual([]);
});
