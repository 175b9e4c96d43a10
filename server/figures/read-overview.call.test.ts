// The first page's figures, through the console in its own role, compared with a direct count.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { consoleCalls, type AnswerOf, type FieldsOf } from '@inaam/contract/console/calls.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { countDirectly, type DirectCounts } from '@inaam/testing/server/figures/direct-counts.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { simulateThreeDays } from '@inaam/testing/server/operator/operator-in-process.ts';
import { readsDuring, reportReads } from '@inaam/testing/server/database/table-reads.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { keepRollups } from './keep-rollups.job.ts';
import { allKeysOf } from '../platform/keys.ts';
import { recordProcess, removeProcess } from '../database/processes.ts';

const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
const threeDays = { from: '2025-05-06', until: '2025-05-08' };
const now = startOf('2025-05-08') + 20 * 3_600_000;

const time = { wall: now, campaign: now };

const clone = await testDatabase();
const database = openTestDatabase(clone.url, 4);
const campaign = await loadCampaign('biscuit-2025');
await simulateThreeDays({ url: clone.url, database }, 150);
await database.query(
  `insert into inaam.visit (campaign, user_key, at, query, language)
     select campaign, user_key, owed_at,
       jsonb_build_object('utm_campaign', (array['metro', 'shelf'])[1 + ascii(user_key) % 2], 'id', 'shop ' || ascii(user_key) % 5),
       (array['en', 'ta', null])[1 + ascii(user_key) % 3]
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
await database.query('analyze');
const clocks = { wall: () => time.wall, campaign: () => time.campaign };
const own = await backends();
const delivering = openTestDatabase(clone.url, 2, 'inaam_deliver');
await keepRollups({ database: delivering, campaign, clocks })();
await reportReads(delivering);
await delivering.end();
// The statistics of reads are complete once the connections have ended.
await waitUntil(async () => (await backends()) <= own);
const opened = await testConsole({
  database,
  databaseUrl: clone.url,
  campaign,
  keys: allKeysOf(testSecrets, campaign.id),
  time,
});
let cookie = await opened.signedIn('viewer');
afterAll(() => clone.drop());
afterAll(() => database.end());
afterAll(() => opened.close());

async function backends(): Promise<number> {
  const { rows } = await database.query(
    'select from pg_stat_activity where datname = current_database()',
  );
  return rows.length;
}

async function today(fields: FieldsOf<'readOverview'> = threeDays, as = cookie) {
  const { status, body } = await opened.call('readOverview', fields, { cookie: as });
  expect({ status, body }).toMatchObject({ status: 200 });
  return consoleCalls.readOverview.answer.parse(body);
}

const direct = () =>
  countDirectly(database, campaign.id, {
    from: startOf('2025-05-06'),
    until: startOf('2025-05-09'),
  });

type Rows = AnswerOf<'readOverview'>['parts']['source'];

/** @param hasVisits a visit has no state */
function expectParts(rows: Rows, expected: ReadonlyMap<string, DirectCounts>, hasVisits: boolean) {
  const byValue = (one: { value: string }, other: { value: string }) =>
    one.value < other.value ? -1 : 1;
  const wanted = [...expected].filter(([, { visits, verified }]) => visits + verified > 0);
  expect(rows.toSorted(byValue)).toEqual(
    wanted
      .map(([value, { visits, numbers, verified, rewarded, rupees }]) => ({
        value,
        visits: hasVisits ? visits : null,
        numbers: hasVisits ? numbers : null,
        verified,
        rewarded,
        rupees,
      }))
      .toSorted(byValue),
  );
}

test('the first page of the console says what the tables have', async () => {
  const answer = await today();
  const { total, by } = await direct();
  expect(total).toMatchObject(answer.total);
  expect(answer.total.delivered).toBeGreaterThan(10);
  expectParts(answer.parts.source, by.source, true);
  expectParts(answer.parts.language, by.language, true);
  expectParts(answer.parts.state, by.state, false);
  expect(answer.parts.shop.map(({ value }) => value).toSorted()).toEqual(
    [0, 1, 2, 3, 4].map((shop) => `shop ${shop}`),
  );
  expect(answer.bucket).toBe('hour');
  expect(answer.series.reduce((sum, { counts }) => sum + counts.rewarded, 0)).toBe(
    answer.total.rewarded,
  );
  expect(answer.budget.grantedRupees).toBe(answer.total.rupees);
  const days = answer.budget.days.filter(({ day }) => day <= threeDays.until);
  expect(days.reduce((sum, { rupees }) => sum + rupees, 0)).toBe(answer.total.rupees);
  expect(answer.delivery.failures).toEqual([
    { reason: 'no such number', count: answer.total.failed },
  ]);
  const { accepted } = total;
  expect(answer.sms).toMatchObject({ accepted, rupees: (accepted * 25) / 100 });
  const { rows: took } = await database.query<{ p50: number; p95: number }>(
    `select percentile_disc(0.5) within group (order by seconds) as p50,
       percentile_disc(0.95) within group (order by seconds) as p95
     from (select extract(epoch from sent_at - owed_at)::float8 as seconds from inaam.message
       where kind = 'voucher' and sent_at < $1) as sent`,
    [new Date(startOf('2025-05-09'))],
  );
  const { p50, p95 } = answer.delivery.voucherSeconds;
  expect((p50 ?? 0) / (took[0]?.p50 ?? 0)).toBeCloseTo(1, 0);
  expect((p95 ?? 0) / (took[0]?.p95 ?? 0)).toBeCloseTo(1, 0);
  const owed = await database.query(
    `select count(*)::integer from inaam.message where kind = 'voucher' and state = 'owed'`,
  );
  expect(answer.stock.reduce((sum, one) => sum + one.owed, 0)).toBe(owed.rows[0]?.count);
  expect(answer.delivery.waiting).toBe(owed.rows[0]?.count);
});

test('the compared period has the same weekdays, and none before the programme', async () => {
  const first = await today();
  expect(first.compared).toBeNull();
  const later = await today({ from: '2025-05-13', until: '2025-05-15' });
  expect(later.total.visits).toBe(0);
  expect(later.compared).toMatchObject({ from: threeDays.from, until: threeDays.until });
  expect(later.compared?.total).toEqual(first.total);
  expect(later.compared?.series).toEqual(first.series);
  // A longer one is shifted by whole weeks, and shown by day.
  const long = await today({ from: '2025-05-20', until: '2025-05-27' });
  expect(long).toMatchObject({ bucket: 'day', compared: { from: '2025-05-06' } });
  expect(long.compared?.total).toEqual(first.total);
  expect(long.compared?.series.map(({ start }) => start)).toEqual(
    ['2025-05-06', '2025-05-07', '2025-05-08'].map(startOf),
  );
  const one = await today({ from: '2025-05-07', until: '2025-05-07' });
  const hours = first.series.filter(
    ({ start }) => start >= startOf('2025-05-07') && start < startOf('2025-05-08'),
  );
  expect(one.series).toEqual(hours);
});

const figures = ['visits', 'numbers', 'verified', 'rewarded', 'rupees'] as const;

test('with today in it, the compared period ends at the same minute, in total and for a filter', async () => {
  const day = await today({ from: '2025-05-07', until: '2025-05-07' });
  const noon = startOf('2025-05-07') + 12 * 3_600_000;
  const at = noon + 7 * dayMs + 1_800_000;
  time.wall = time.campaign = at;
  try {
    const fields = { from: '2025-05-14', until: '2025-05-14' };
    const as = await opened.signedIn('viewer');
    const { compared } = await today(fields, as);
    expect(compared).toMatchObject({ until: '2025-05-07', at: at - 7 * dayMs });
    const running = day.series.find(({ start }) => start === noon);
    for (const name of figures) {
      const passed = day.series
        .filter(({ start }) => start < noon)
        .reduce((sum, { counts }) => sum + counts[name], 0);
      const wanted = passed + Math.round((running?.counts[name] ?? 0) / 2);
      expect([name, compared?.total[name]]).toEqual([name, wanted]);
    }
    for (const name of figures) {
      const alone = [];
      for (const { value } of day.parts.source) {
        alone.push(await today({ ...fields, filter: { source: value } }, as));
      }
      // Each source rounds for itself.
      const sum = alone.reduce((all, one) => all + (one.compared?.total[name] ?? 0), 0);
      const difference = Math.abs(sum - (compared?.total[name] ?? 0));
      expect(difference).toBeLessThanOrEqual(day.parts.source.length);
    }
  } finally {
    time.wall = time.campaign = now;
    // Its sign-in has ended the sessions that were too old by then.
    cookie = await opened.signedIn('viewer');
  }
});

test('a filter leaves the people whom it names, in every figure but those of the campaign', async () => {
  const whole = await today();
  const shared = await today({ ...threeDays, filter: { source: 'metro' } });
  const row = whole.parts.source.find(({ value }) => value === 'metro');
  for (const name of figures) expect(row?.[name]).toBe(shared.total[name]);
  expect(shared.total.sent).toBeGreaterThan(0);
  expect(shared.total.sent).toBeLessThan(whole.total.sent);
  // Its own table still has all values.
  expect(shared.parts.source).toEqual(whole.parts.source);
  const sumOf = (rows: Rows) => rows.reduce((sum, { verified }) => sum + verified, 0);
  for (const rows of [shared.parts.state, shared.parts.shop, shared.parts.language]) {
    expect(sumOf(rows)).toBe(shared.total.verified);
  }
  const sum = (series: typeof shared.series) =>
    series.reduce((all, { counts }) => all + counts.verified, 0);
  expect(sum(shared.series)).toBe(shared.total.verified);
  for (const name of ['budget', 'stock', 'sms'] as const) {
    expect(shared[name]).toEqual(whole[name]);
  }
  // How long the oldest waits grows meanwhile.
  expect(shared.delivery).toEqual({ ...whole.delivery, oldestWaitingSeconds: expect.anything() });
  const [state] = shared.parts.state;
  const both = await today({
    ...threeDays,
    filter: { source: 'metro', state: state?.value, language: '(unknown)' },
  });
  expect(both.total).toMatchObject({ visits: 0, devices: 0, codes: 0, numbers: 0 });
  expect(both.parts.source.every(({ visits }) => visits === null)).toBe(true);
  expect(both.total.verified).toBe(
    both.parts.source.find(({ value }) => value === 'metro')?.verified ?? 0,
  );
});

test('days and hours are those of a campaign clock that is shifted by whole days', async () => {
  const plain = await today();
  time.campaign = now + 30 * dayMs;
  onTestFinished(() => void (time.campaign = now));
  const shifted = await today({ from: '2025-06-05', until: '2025-06-07' });
  expect(shifted.total).toEqual(plain.total);
  expect(shifted.at - plain.at).toBe(30 * dayMs);
  expect(shifted.series.map(({ start }) => start - 30 * dayMs)).toEqual(
    plain.series.map(({ start }) => start),
  );
  expect(shifted.budget.days[0]?.day).toBe('2025-06-05');
});

test('the first page says up to when the figures are counted', async () => {
  const { countedUntil, at } = await today();
  const { rows } = await database.query<{ at: Date }>(
    "select counted_at as at from inaam.figure_progress where counted_at > now() - interval '1 hour'",
  );
  expect(countedUntil).toBe(rows[0]?.at.getTime());
  time.campaign = now + 5000;
  onTestFinished(() => void (time.campaign = now));
  expect(await today()).toMatchObject({
    at: at + 5000,
    countedUntil: Number(countedUntil) + 5000,
  });
});

test('a millisecond that ends between the readings of two clocks moves no hour', async () => {
  const plain = await today();
  time.campaign = now + 1;
  onTestFinished(() => void (time.campaign = now));
  expect((await today()).series).toEqual(plain.series);
  expect(plain.series.length).toBeGreaterThan(10);
});

test('the verdicts of the first page see workers that are heard of, and a pause', async () => {
  const texts = async () => (await today()).verdicts.map(({ text }) => text).join('\n');
  expect(await texts()).toContain('deliver does not respond');
  const worker = { campaign: campaign.id, id: 'worker-of-this-test' };
  await recordProcess(database, { ...worker, program: 'deliver', host: 'one', state: 'ready' });
  await database.query('update inaam.head set paused_at = now()');
  onTestFinished(() => removeProcess(database, worker));
  onTestFinished(async () => void (await database.query('update inaam.head set paused_at = null')));
  const answer = await today();
  expect(answer.processes).toMatchObject([
    { kind: 'delivery', id: 'worker-of-this-test', isWell: true },
  ]);
  expect(answer.verdicts.map(({ text }) => text).join('\n')).not.toContain('deliver does not');
  expect(await texts()).toContain('the campaign is paused');
  expect(await texts()).toMatch(/\d+ winners are waiting for a voucher code of ₹\d+; 0 in stock/);
});

test('the first page knows the processes of the site, and of the draw what they say', async () => {
  const seen = async () => {
    const { processes, verdicts } = await today();
    const texts = verdicts.map(({ text }) => text).join('\n');
    return [processes.map(({ kind, isWell }) => [kind, isWell]), texts] as const;
  };
  const site = { campaign: campaign.id, program: 'serve', host: 'one', state: 'ready' } as const;
  const beat = (id: string, draw: 'up' | 'down') =>
    recordProcess(database, { ...site, id, draw: { state: draw } });
  const age = (id: string, seconds: number) =>
    database.query(
      `update inaam.process set beat_at = beat_at - $1 * interval '1 second' where id = $2`,
      [seconds, id],
    );
  expect(await seen()).toEqual([[], expect.stringContaining('serve does not respond')]);
  await beat('one', 'up');
  await beat('other', 'down');
  await database.query(`update inaam.process set started_at = started_at - interval '1 hour'`);
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
  expect(texts).toContain('1 process of serve stopped responding; 1 is running');
  expect(texts).not.toContain('program draw');
  // One that started later has taken its place.
  const younger = { ...site, id: 'younger' };
  await recordProcess(database, younger);
  expect((await seen())[0]).toEqual([
    ['site', true],
    ['site', true],
    ['draw', true],
  ]);
  await removeProcess(database, younger);
  await age('other', 600);
  await beat('one', 'up');
  expect((await seen())[0]).toEqual([
    ['site', true],
    ['draw', true],
  ]);
  await removeProcess(database, { campaign: campaign.id, id: 'one' });
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
      `insert into inaam.voucher_hold (campaign, pseudonym, state, at, decided_by, why)
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
    await database.query('delete from inaam.voucher_hold');
    for (const { id, owed_at: owedAt } of rows) await oweSince(id, owedAt.toISOString());
  }
});

test('a voucher does not wait while its category may not be sent', async () => {
  const hoursWaiting = async () => {
    const { verdicts } = await today();
    const found = verdicts.map(({ text }) =>
      /^The next voucher has been waiting to be sent for (\d+) /.exec(text),
    );
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
const large = 'participant message visit reward delivery voucher ledger'.split(' ');

test('the first page reads the same few rows when thousands have taken part', async () => {
  const read = await readsDuring([database, opened.database], today);
  // Late vouchers are counted up to a limit.
  const max = (name: string) => (name === 'message' ? 300 : 20);
  expect(read.filter(([name, rows]) => large.includes(name) && rows > max(name))).toEqual([]);
});
