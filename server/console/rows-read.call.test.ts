/** @module-tag long */
// Somebody waits for each answer, so its cost must not grow with the number of participants.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import {
  consoleAccount,
  deliveryConsole,
  type DeliveryConsole,
} from '@inaam/testing/server/console/delivery-console.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { readsDuring } from '@inaam/testing/server/database/table-reads.ts';
import { keepRollups } from '../figures/keep-rollups.job.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { assignVouchers } from '../vouchers/voucher-assignment.sql.ts';

const filled = 3000;
const failure = 'answer 481';
const reason = 'complaint 4711';

let opened: DeliveryConsole;
let calls: Record<string, readonly [ConsoleCallName, object]>;
beforeAll(async () => {
  opened = await deliveryConsole(1);
  const { fixture } = opened;
  const { campaign, database, clocks } = fixture;
  const winner = fixture.nextParticipant(5);
  await fixture.requestCode(winner.mobile, '123456');
  const { id } = await fixture.grantVoucher(5, winner);
  const { id: failed } = await fixture.grantVoucher(3);
  await loadVoucherCodes(fixture, [{ code: 'ROWS-7K2M9Q', amount: 5 }], clocks.wall());
  const assignment = { messageId: id, now: clocks.wall(), promisedUntil: '2025-01-01' };
  await assignVouchers(database, campaign.id).one(assignment);
  await loadVoucherCodes(fixture, [{ code: 'ROWS-LEFT99', amount: 5 }], clocks.wall());
  await database.query(
    `update inaam.message set state = 'failed', reason = $2, ended_at = now() where id = $1`,
    [failed, failure],
  );
  await keepRollups(fixture)();
  await fillCampaign(database, campaign.id, filled);
  // As many look-ups of other people, by other accounts.
  await database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details)
     select $1, 'account ' || place, 'console person find', 'x', $2, jsonb_build_object('number', place::text)
     from generate_series(1, $3::integer) as place`,
    [new Date(clocks.wall()), campaign.id, filled],
  );
  await database.query(
    `update inaam.voucher set end_index = coalesce(end_index, substr(sha256(code_index), 1, 16)),
       batch = coalesce(batch, (select max(number) from inaam.voucher_batch))`,
  );
  const clusters = await fillReview();
  await database.query(
    'vacuum (analyze) inaam.voucher, inaam.message, inaam.reward, inaam.review_member',
  );
  await database.query('analyze');
  const { rows } = await database.query<{ number: string }>(
    'select max(number) as number from inaam.voucher_batch',
  );
  const batch = Number(rows[0]?.number);
  const find = (by: string, text: string) => ['findPerson', { by, text, reason }] as const;
  calls = {
    'a person by number': find('number', winner.mobile),
    'a person by pseudonym': find('pseudonym', winner.pseudonym.toString('hex')),
    'a person by the end of a code': find('voucher', '7K2M9Q'),
    'a person by a code': find('voucher', 'ROWS-7K2M9Q'),
    'the stock': ['readStock', {}],
    'the deliveries': ['readDeliveries', {}],
    'late vouchers': ['readDebtExamples', {}],
    'failed vouchers': ['readDebtExamples', { failure }],
    'a withdrawal': ['countWithdrawal', { batch }],
    'what can be sent again': ['countResend', { failure }],
    'sending again': ['resendByReason', { failure, count: 1, reason }],
    'what is held': ['readReview', {}],
    clusters: ['readClusters', { before: null }],
    'a cluster': ['readCluster', { number: clusters.number }],
    'a decision': [
      'decideVouchers',
      { cluster: clusters.number, pseudonyms: [clusters.held], action: 'release', reason },
    ],
  };
});
afterAll(() => opened.close());

/** All winners are in clusters of five, and some vouchers are held. */
async function fillReview() {
  const { database, campaign } = opened.fixture;
  await database.query(
    `with person as (
       select pseudonym, row_number() over (order by pseudonym) - 1 as place
       from inaam.reward where not exists (
         select from inaam.message where message.pseudonym = reward.pseudonym and state <> 'sent')),
     cluster as (
       insert into inaam.review_cluster (campaign, rule, source, last_at, in_hour, in_day, in_week)
       select $1, 'device', substr(sha256(place::text::bytea), 1, 16), now() - place * interval '1 second', 5, 5, 5
       from person where place % 5 = 0 returning number),
     numbered as (select number, row_number() over (order by number) - 1 as place from cluster)
     insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
     select $1, pseudonym, 'device', number, now() - person.place * interval '1 second', 1, 1, 5
     from person join numbered on numbered.place = person.place / 5`,
    [campaign.id],
  );
  const { rows } = await database.query<{ number: string; held: string }>(
    `with held as (
       update inaam.message set state = 'owed' where kind = 'voucher' and pseudonym in (
         select pseudonym from inaam.review_member order by pseudonym limit 20)
       returning campaign, pseudonym),
     hold as (
       insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
       select campaign, pseudonym, 'held', now(), 'rule device', 'many' from held)
     select cluster as number, encode(pseudonym, 'hex') as held
     from held join inaam.review_member using (campaign, pseudonym) limit 1`,
  );
  return { number: Number(rows[0]?.number), held: rows[0]?.held ?? '' };
}

test('each call of the console reads a few rows, however many took part', async () => {
  const { fixture, app, database } = opened;
  const accounts = {
    support: await consoleAccount({ ...fixture, app }, 'Asha', 'support'),
    manager: await consoleAccount({ ...fixture, app }, 'Mira', 'manager'),
  };
  const setting = { rule: 'device', mode: 'watch', threshold: 4, windowHours: 24, reason };
  expect((await accounts.manager.call('changeRule', setting)).status).toBe(200);
  for (const [title, [name, fields]] of Object.entries(calls)) {
    const account = name === 'findPerson' ? accounts.support : accounts.manager;
    const read = await readsDuring([fixture.database, database], async () => {
      expect({ title, ...(await account.call(name, fields)) }).toMatchObject({
        status: 200,
        body: name === 'findPerson' ? { person: expect.any(String) } : {},
      });
    });
    // The candidates of twenty clusters.
    const most = (table: string) => (table.startsWith('review_') ? 530 : 130);
    // The console's own tables have few rows.
    const large = read.filter(
      ([table, rows]) => !table.startsWith('console_') && rows > most(table),
    );
    expect({ title, large }).toEqual({ title, large: [] });
  }
});
