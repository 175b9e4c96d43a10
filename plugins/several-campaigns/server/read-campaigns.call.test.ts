// The list of campaigns in the console's role: whose, and with which figures.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { severalCampaigns } from '../contract.ts';
import { changeFurtherRole } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { transaction } from '@inaam/server/database/database.ts';
import { dayMs, hourMs } from '@inaam/server/platform/period.rules.ts';
import { numberKeysOf } from '@inaam/server/platform/keys.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { afterAll, expect, test } from 'vitest';

const [first, second, third] = ['biscuit-2025', 'goli-soda-2026', 'tea-demo'];
const server = await testServer();
const further = [second, third].map(async (id) => ({
  campaign: await loadCampaign(id),
  keys: numberKeysOf(testSecrets, id),
}));
const site = await testConsole(server, { furtherCampaigns: await Promise.all(further) });
afterAll(() => server.close());
afterAll(() => site.close());

const read = async (cookie: string) => {
  const { status, body } = await site.call('readCampaigns', {}, { cookie });
  expect(status).toBe(200);
  return severalCampaigns.readCampaigns.answer.parse(body).campaigns;
};

async function manager(name: string, ...campaigns: string[]) {
  const cookie = await site.signedIn('manager', name);
  const made = { home: first, name, role: 'viewer', at: server.time.wall } as const;
  for (const campaign of campaigns) {
    await transaction(server.database, (connection) =>
      changeFurtherRole(connection, { ...made, campaign }),
    );
  }
  return cookie;
}

const counted = (figure: string, start: number, count: number, amount = 0) =>
  server.database.query(
    `insert into inaam.rollup (campaign, start, figure, label, amount, count)
     values ($1, $2, $3, '', $4, $5)`,
    [second, new Date(start), figure, amount, count],
  );

test('each has the campaigns of their roles alone, and the role in each', async () => {
  const all = await read(await manager('Asha Rao', second, third));
  expect(all.map(({ id, role }) => [id, role])).toEqual([
    [first, 'manager'],
    [second, 'viewer'],
    [third, 'viewer'],
  ]);
  const two = await read(await manager('Ravi Nair', third));
  expect(two.map(({ id }) => id)).toEqual([first, third]);
  expect((await read(await manager('Lata Iyer'))).map(({ id }) => id)).toEqual([first]);
});

test('figures are of seven days with today, by day of two weeks, and of the own campaign', async () => {
  const cookie = await manager('Mira Shah', second);
  const now = server.time.wall;
  const hour = now - (now % hourMs);
  await counted('visits', hour, 4);
  await counted('visits', hour - 6 * dayMs, 3);
  await counted('visits', hour - 7 * dayMs, 20);
  await counted('visits', hour - 14 * dayMs, 500);
  await counted('rewarded', hour, 2, 25);
  const [other, own] = await read(cookie);
  expect(own).toMatchObject({ id: second, visits: 7, winners: 2, rupees: 50 });
  expect(own?.days).toEqual([0, 0, 0, 0, 0, 0, 20, 3, 0, 0, 0, 0, 0, 4]);
  expect(other).toMatchObject({ id: first, visits: 0 });
});

test('a committed campaign runs within its days, is paused, and is over', async () => {
  const cookie = await manager('Nila Bose', second);
  const [running, uncommitted] = await read(cookie);
  expect([running?.state, uncommitted?.state]).toEqual(['running', 'notStarted']);
  await server.database.query('update inaam.head set paused_at = now()');
  const [paused] = await read(cookie);
  expect(paused).toMatchObject({ state: 'paused', worst: { level: 'act' } });
  expect(paused?.worst.text).toContain('the campaign is paused');
  await server.database.query('update inaam.head set paused_at = null');
  const { campaign } = server.time;
  server.time.campaign += 400 * dayMs;
  expect((await read(cookie)).map(({ state }) => state)).toEqual(['over', expect.anything()]);
  server.time.campaign = campaign;
});
