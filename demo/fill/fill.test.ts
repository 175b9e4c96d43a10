// Weeks of simulated shoppers, created by the real rules and storage.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { recordProcess, removeProcess } from '@inaam/server/database/processes.ts';
import { budgetErrors } from '@inaam/testing/server/database/database-queries.ts';
import { recordingTerminal } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  openTestDatabase,
  durableTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { firstMoment, readFillOptions } from './fill.ts';
import { shoppersByHour } from './fill-shoppers.ts';
import { runDemoOperator } from '../run-demo-operator.ts';
import { readSettings, type Settings } from '../settings.ts';
import { folderOfFile, folderOfTest } from '@inaam/testing/setup/folders.ts';

const dayMs = 86_400_000;
const small = ['fill', '--shoppers', '200', '--days', '2'];

// The commands use no other.
const clone = await durableTestDatabase();
const database = openTestDatabase(clone.url, 2);
const dataFolder = await folderOfFile();
const settings = { ...readSettings({ DATA_FOLDER: dataFolder }), databaseUrl: clone.url };
afterAll(() => clone.drop());
afterAll(() => database.end());

const operate = (...words: string[]) => operateOn(settings, ...words);

async function operateOn(installation: Settings, ...words: string[]): Promise<string> {
  const { terminal, end } = recordingTerminal();
  const exit = await runDemoOperator(installation, words, terminal);
  const said = await end();
  // One line for each step and each day.
  expect({
    exit,
    errors: said.errors.replaceAll(/^(?:Filling \S+|Recomputing the ledger)\.\n/gm, ''),
  }).toEqual({
    exit: 0,
    errors: '',
  });
  return said.output;
}

async function counted(query: string): Promise<Record<string, number>> {
  const { rows } = await database.query<Record<string, string | null>>(query);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]),
  );
}

const books = () =>
  counted(
    `select (select count(*) from inaam.visit) as visits,
       (select count(*) from inaam.participation) as verified,
       (select count(*) from inaam.reward) as rewards,
       (select count(*) from inaam.message where kind = 'voucher') as vouchers,
       (select count(*) from inaam.message where state = 'delivered' and kind = 'voucher') as delivered,
       (select count(*) from inaam.message where state in ('owed', 'assigned')) as waiting,
       (select count(*) from inaam.voucher_hold where state = 'held') as held,
       (select count(*) from inaam.message where state in ('owed', 'assigned') and due_at < 'infinity') as jobs,
       (select count(*) from inaam.voucher where pseudonym is not null) as codes_given`,
  );

test(
  'a running demonstration is not filled, nor one that has participants, unless it is asked for again; every book agrees',
  { tags: ['long'] },
  async () => {
    const running = { campaign: settings.campaign, id: 'a worker' };
    await recordProcess(database, {
      ...running,
      program: 'deliver',
      host: 'one',
      state: 'ready',
    });
    await expect(operate(...small)).rejects.toThrow('The demonstration is running. Stop it');
    expect(await books()).toMatchObject({ visits: 0 });
    await removeProcess(database, running);

    const before = Date.now();
    expect(await operate(...small)).toMatch(/Waits for the voucher: [6-9]\d{9}\n/);
    const first = await books();
    expect(first['verified']).toBeGreaterThan(120);
    expect(first['visits']).toBe(340);
    expect(first['waiting']).toBeGreaterThan(0);
    const jobs = Number(first['waiting']) - Number(first['held']);
    expect(first).toMatchObject({ jobs, vouchers: first['rewards'] });
    expect(first['codes_given']).toBe(Number(first['rewards']) - Number(first['waiting']));
    expect(first['delivered']).toBeGreaterThan(0.85 * Number(first['rewards']));
    expect(await budgetErrors(database)).toEqual([]);
    const times = await counted(
      `with facts (at) as (select at from inaam.visit union all select granted_at from inaam.reward
       union all select owed_at from inaam.message union all select ended_at from inaam.message
       union all select sent_at from inaam.message union all select at from inaam.delivery
       union all select assigned_at from inaam.voucher)
     select extract(epoch from min(at)) * 1000 as first, extract(epoch from max(at)) * 1000 as last,
       (select count(*) from inaam.reward join inaam.participation using (campaign, pseudonym)
        where granted_at < verified_at) as too_early,
       (select count(*) from inaam.message where sent_at < owed_at or ended_at < sent_at) as backwards,
       (select count(*) from inaam.message join inaam.voucher using (campaign, pseudonym)
        where assigned_at > sent_at or assigned_at < owed_at) as assigned_late
     from facts`,
    );
    expect(times).toMatchObject({ too_early: 0, backwards: 0, assigned_late: 0 });
    expect(times['first']).toBeGreaterThan(before - 3 * dayMs);
    expect(times['last']).toBeLessThanOrEqual(Date.now());
    // Each reward has the day that the campaign's clock showed.
    expect(
      await counted(
        `select count(distinct day) as days,
           count(*) filter (where day < '2025-05-06' or day > '2025-05-08') as others
         from inaam.reward`,
      ),
    ).toEqual({ days: 3, others: 0 });

    await expect(operate(...small)).rejects.toThrow(
      `The demonstration has ${first['verified']} participants already. Add --again`,
    );
    const { rowCount: failed } = await database.query(
      `update inaam.message set owed_at = owed_at - interval '6 days'
     where kind = 'voucher' and state = 'failed'`,
    );
    expect(failed).toBeGreaterThan(0);
    await operate('fill', '--shoppers', '40', '--days', '1', '--again');
    // A manager would have paid them in another way before they were late.
    expect(
      await counted(
        `select count(*) filter (where state = 'settled') as settled,
         count(*) filter (where state = 'failed' and owed_at < now() - interval '6 days') as late
       from inaam.message where kind = 'voucher'`,
      ),
    ).toEqual({ settled: failed, late: 0 });
    const second = await books();
    expect(second['verified']).toBeGreaterThan(Number(first['verified']) + 20);
    const stillQueued = Number(second['waiting']) - Number(second['held']);
    expect(second).toMatchObject({ vouchers: second['rewards'], jobs: stillQueued });
    expect(await budgetErrors(database)).toEqual([]);
    expect(JSON.parse(await operate('ledger', 'verify', '--json'))).toMatchObject({ valid: true });
  },
);

test(
  'where each pack has a code, each participation uses one, of a batch of its region',
  { tags: ['long'] },
  async () => {
    const own = await durableTestDatabase();
    onTestFinished(() => own.drop());
    const dataFolder = await folderOfTest();
    const soda = readSettings({ DATA_FOLDER: dataFolder, CAMPAIGN: 'goli-soda-2026' });
    const installation = { ...soda, databaseUrl: own.url };
    await operateOn(installation, ...small);
    await operateOn(installation, 'fill', '--shoppers', '40', '--days', '1', '--again');
    const filled = openTestDatabase(own.url, 1);
    onTestFinished(() => filled.end());
    const { rows } = await filled.query(
      `select region, bool_and(used > 10) as is_used, sum(used)::integer as used,
       sum((select count(*) from inaam.pack_use where pack_use.batch = pack_batch.batch))::integer as uses
     from inaam.pack_batch group by region order by sum(used) desc`,
    );
    expect(rows).toHaveLength(3);
    for (const { used, uses } of rows) expect(used).toBe(uses);
    const { rows: counted } = await filled.query(
      `select count(*)::integer as participations, count(distinct mobile_index)::integer as numbers
     from inaam.participation`,
    );
    expect(counted[0]?.participations).toBe(rows.reduce((sum, { used }) => sum + used, 0));
    expect(await budgetErrors(filled)).toEqual([]);
    expect(JSON.parse(await operateOn(installation, 'ledger', 'verify', '--json'))).toMatchObject({
      valid: true,
    });
  },
);

test('a seed gives the same shoppers again, and no two of them the same number by chance', async () => {
  const campaign = await loadCampaign('biscuit-2025');
  const until = Date.parse('2026-11-20T06:00:00Z');
  const plan = { from: '2026-11-10', to: '2026-11-20', until, campaignOffsetMs: 0 };
  const make = (seed: string) => shoppersByHour(campaign, { ...plan, seed, shoppers: 2000 });
  const hours = make('1');
  expect(make('1')).toEqual(hours);
  expect(make('2')).not.toEqual(hours);
  const shoppers = hours.flatMap((hour) => hour.shoppers);
  expect(shoppers).toHaveLength(2000);
  expect(shoppers.every(({ at, mobile }) => at < until && /^[6-9]\d{9}$/.test(mobile))).toBe(true);
  const repeated = shoppers.length - new Set(shoppers.map(({ mobile }) => mobile)).size;
  expect(repeated / shoppers.length).toBeCloseTo(0.06, 1);
  expect(hours.map(({ at }) => at)).toEqual(hours.map(({ at }) => at).toSorted((a, b) => a - b));
});

test('a campaign that opened less than twelve hours ago has no past to fill', () => {
  const opensAt = Date.parse('2026-11-20T00:00:00+05:30');
  const hours = (count: number) => opensAt + count * 3_600_000;
  const from = (now: number) => firstMoment({ opensAt, now, days: 1 });
  expect(() => from(hours(12) - 1)).toThrow('no past to fill');
  expect(from(hours(12))).toBe(opensAt);
  expect(from(hours(48))).toBe(hours(24));
});

test('what is typed after fill is checked, and help changes nothing', async () => {
  expect(readFillOptions([])).toEqual({ shoppers: 10_000, days: 21, seed: '1', again: false });
  expect(readFillOptions(['--shoppers', '100000', '--days', '1'])).toMatchObject({ days: 1 });
  for (const wrong of ['0', '100001', 'many', '']) {
    expect(() => readFillOptions([`--shoppers=${wrong}`])).toThrow('--shoppers must be a whole');
  }
  expect(() => readFillOptions(['--days', '121'])).toThrow('--days must be a whole');
  expect(() => readFillOptions(['--nonsense'])).toThrow('nonsense');
  expect(await operate('fill', '--help')).toContain('--again');
});
