// A simulation through the real program: repeatable, on a database that is gone afterwards, its
// figures those of the database; with a reserve, closing with the deck, and paced by the day.
import { expect, inject, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { clonePrefix, withDatabase } from '@inaam/testing/setup/cluster/database-template.ts';
import { defaultHabits } from '../simulation/visitors.ts';
import { figuresOf } from '../simulation/report.ts';
import { simulateCampaign } from '../simulation/simulate-campaign.ts';
import { withTemporaryDatabase } from '../simulation/temporary-database.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { runOperatorProcess } from '@inaam/testing/server/operator/operator-process.ts';

const short = ['simulate', '--shoppers', '400000', '--scale', '1000', '--days', '2'];

/** Other tests make and drop theirs meanwhile. */
async function databases(): Promise<string[]> {
  const { rows } = await withDatabase(inject('postgresUrl'), (admin) =>
    admin.query<{ datname: string }>(
      'select datname from pg_database where not starts_with(datname, $1) order by datname',
      [clonePrefix],
    ),
  );
  return rows.map(({ datname }) => datname);
}

test(
  'the same seed gives the same bytes, another seed does not, and no database remains',
  { tags: ['long'] },
  async () => {
    const before = await databases();
    const variables = { DATABASE_URL: inject('postgresUrl') };
    const first = await runOperatorProcess([...short, '--seed', 'a', '--json'], variables);
    expect(first).toMatchObject({ exit: 0, errors: '' });
    for (const [seed, isSame] of [
      ['a', true],
      ['b', false],
    ] as const) {
      const next = await runOperatorInProcess([...short, '--seed', seed, '--json'], { variables });
      expect(next.output === first.output).toBe(isSame);
    }
    expect(await databases()).toEqual(before);
    expect(first.json()).toMatchObject({
      campaign: 'biscuit-2025',
      plan: { seed: 'a', shoppers: 400_000, days: 2, scale: 1000, states: 'population' },
      stockOutDay: null,
      agrees: true,
      sms: { paiseEach: 15 },
    });
  },
);

test(
  'without DATABASE_URL it starts a PostgreSQL; the report shows days, pools and costs',
  { tags: ['long'] },
  async () => {
    const { exit, output } = await runOperatorInProcess([...short, '--sms-paise', '12.5']);
    expect(exit).toBe(0);
    expect(output).toMatch(/\n {2}2025-05-06 {2}[\d,]+ {2}#+\n/);
    expect(output).toContain('The deck was not used up.');
    expect(output).toMatch(/chance:3 +\d+ of 700 /);
    expect(output).toMatch(/SMS: \d+ codes \(\d+ resent\) and \d+ vouchers at 12.5 paise: Rs /);
    expect(output).toContain("The database's budget agrees with what was counted.");
  },
);

/** A deck of three blocks, three days, and nobody who goes without a spin. */
async function playSmall(draw: Partial<ServerCampaign['draw']>, shoppers: number) {
  const whole = await loadCampaign('biscuit-2025');
  const campaign = {
    ...whole,
    programme: { from: '2025-05-06', to: '2025-05-08' },
    draw: { ...whole.draw, deck: { cards: { '3': 70, '5': 25, '10': 5 }, blocks: 3 }, ...draw },
  };
  const plan = { seed: '1', shoppers, days: undefined, scale: 1 } as const;
  const habits = { ...defaultHabits, dropBeforeSpin: 0 };
  const options = { ...plan, habits, states: 'equal' } as const;
  const found = await withTemporaryDatabase(inject('postgresUrl'), (database) =>
    simulateCampaign(database, campaign, options, new AbortController().signal),
  );
  return figuresOf(campaign.id, 15, options, found);
}

test('[CAM-3] the reserve pays after the deck, and rewards beyond it are reported as owed', async () => {
  const found = await playSmall({ whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 20 } }, 600);
  expect(found.agrees).toBe(true);
  expect(found.stockOutDay).toMatch(/^2025-05-0[678]$/);
  expect(found.total.byPool).toMatchObject({ 'chance:3': 210, 'chance:5': 75, 'chance:10': 15 });
  expect(found.owedByReserve).toBe(20);
  expect(found.unpaid).toBeGreaterThan(0);
  expect(found.total.verified).toBe(found.total.granted + found.unpaid);
});

test(
  '[CAM-3] a campaign that closes with its deck refuses whom it cannot pay, and owes nothing',
  { tags: ['long'] },
  async () => {
    const found = await playSmall({ whenDeckEnds: { kind: 'close' } }, 600);
    expect(found.agrees).toBe(true);
    expect(found.total.full).toBeGreaterThan(0);
    expect(found.unpaid).toBe(0);
    expect(found.total.granted).toBe(found.total.verified);
    expect(found.owedByReserve).toBe(0);
  },
);

test(
  '[CAM-3] with daily pacing, participants who come too early are paid on a later day',
  { tags: ['long'] },
  async () => {
    const found = await playSmall({ pacing: 'daily', whenDeckEnds: { kind: 'close' } }, 330);
    expect(found.agrees).toBe(true);
    expect(found.total.cameTooEarly).toBeGreaterThan(0);
    expect(found.unpaid).toBe(0);
    expect(found.total.granted).toBe(found.total.verified);
    const chance = (day: number) =>
      Object.entries(found.days[day]?.byPool ?? {})
        .filter(([pool]) => pool.startsWith('chance'))
        .reduce((sum, [, count]) => sum + count, 0);
    // A block of 100 cards a day.
    expect(chance(0)).toBeLessThanOrEqual(100);
    expect(chance(0) + chance(1)).toBeLessThanOrEqual(200);
  },
);
