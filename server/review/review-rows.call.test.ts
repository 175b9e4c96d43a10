/** @module-tag long */
// The review page must cost the same however many people take part.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deliveryConsole,
  type DeliveryConsole,
  consoleAccount,
} from '@inaam/testing/server/console/delivery-console.ts';
import type { DeliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { readsDuring } from '@inaam/testing/server/database/table-reads.ts';
import type { Database } from '../database/database.ts';

const filled = 4000;
const ofOne = 5;

let fixture: DeliveryFixture;
let database: Database;
let app: DeliveryConsole['app'];
let close: DeliveryConsole['close'];

beforeAll(async () => {
  ({ fixture, app, database, close } = await deliveryConsole(1));
  const { campaign } = fixture;
  await fillCampaign(fixture.database, campaign.id, filled);
  // All winners are in clusters of five, and every hundredth voucher is held.
  await fixture.database.query(
    `with person as (
       select pseudonym, verified_at, (row_number() over (order by pseudonym) - 1) as place
       from inaam.participant where pseudonym in (select pseudonym from inaam.message where kind = 'voucher')),
     cluster as (
       insert into inaam.review_cluster (campaign, rule, source, last_at, in_hour, in_day, in_week)
       select $1, 'device', substr(sha256(place::text::bytea), 1, 16), now() - place * interval '1 second', 5, 5, 5
       from person where place % ${ofOne} = 0 returning number, source),
     numbered as (select number, row_number() over (order by number) - 1 as place from cluster)
     insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
     select $1, pseudonym, 'device', number, now() - person.place * interval '1 second', 1, 1 + person.place % ${ofOne},
       case person.place when 7 then 60 else 5 end
     from person join numbered on numbered.place = person.place / ${ofOne}`,
    [campaign.id],
  );
  await fixture.database.query(
    `update inaam.message set state = 'owed' where kind = 'voucher' and get_byte(sha256(pseudonym), 0) < 3`,
  );
  await fixture.database.query(
    `insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
     select campaign, pseudonym, 'held', now(), 'rule device', 'many' from inaam.message
     where kind = 'voucher' and state = 'owed'`,
  );
  await fixture.database.query('vacuum (analyze) inaam.message, inaam.reward, inaam.review_member');
  await fixture.database.query('analyze');
});
afterAll(() => close());

test('the review reads a bounded part of what it has noticed, however many took part', async () => {
  const manager = await consoleAccount({ ...fixture, app }, 'Mira', 'manager');
  const ask = async (name: Parameters<typeof manager.call>[0], fields: object) => {
    const answer = await manager.call(name, fields);
    expect({ name, ...answer }).toMatchObject({ status: 200 });
    return answer.body;
  };
  const { rows } = await fixture.database.query<{ number: string; held: string; name: string }>(
    `select member.cluster as number, encode(member.pseudonym, 'hex') as name,
       (select count(*) from inaam.review_hold) as held
     from inaam.review_member as member join inaam.review_hold using (campaign, pseudonym) limit 1`,
  );
  const [one] = rows;
  const held = Number(one?.held);
  expect(held).toBeGreaterThan(10);
  const number = Number(one?.number);
  const setting = { rule: 'device', threshold: 4, windowHours: 24, reason: 'a test' };
  await ask('changeRule', { ...setting, mode: 'watch' });
  const few = 130;
  for (const [name, fields, max] of [
    // What is held, each with its message and reward.
    ['readReview', {}, held + 10],
    // Twenty clusters of five, of 500 candidates.
    ['readClusters', { before: null }, few],
    ['readCluster', { number }, 30],
    // Those noticed in thirty days that reach the threshold.
    ['previewRule', { rule: 'device', threshold: 50, windowHours: 168 }, few],
    [
      'decideVouchers',
      { cluster: number, pseudonyms: [one?.name], action: 'release', reason: 'a test' },
      few,
    ],
  ] as const) {
    const read = await readsDuring([fixture.database, database], () => ask(name, fields));
    const facts = read.filter(([table, count]) => !table.startsWith('review_') && count > max);
    // Of its own tables it reads as much as its limits say.
    const limit = name === 'previewRule' ? filled + few : 510 + held;
    const own = read.filter(([table, count]) => table.startsWith('review_') && count > limit);
    expect({ name, facts, own }).toEqual({ name, facts: [], own: [] });
  }
});
