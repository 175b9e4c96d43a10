// Support waits for the answer, so the cost must not grow with the number of participants.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deliveryConsole,
  type DeliveryConsole,
  consoleAccount,
} from '@inaam/testing/server/console/delivery-console.ts';
import type { DeliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { readsDuring } from '@inaam/testing/server/database/table-reads.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import type { Database } from '../database/database.ts';
import { assignVouchers } from '../vouchers/voucher-assignment.sql.ts';

let fixture: DeliveryFixture;
let database: Database;
let app: DeliveryConsole['app'];
let close: DeliveryConsole['close'];

beforeAll(async () => {
  ({ fixture, app, database, close } = await deliveryConsole(1));
});
afterAll(() => close());

const filled = 3000;

test('a person is found by reading their own rows alone', { tags: ['long'] }, async () => {
  const { campaign, keys, clocks } = fixture;
  const winner = fixture.nextParticipant(5);
  await fixture.requestCode(winner.mobile, '123456');
  const { id: messageId } = await fixture.grantVoucher(5, winner);
  await loadVoucherCodes(fixture, [{ code: 'ROWS-7K2M9Q', amount: 5 }], clocks.wall());
  const assignment = { messageId, now: clocks.wall(), promisedUntil: '2025-01-01' };
  await assignVouchers(fixture.database, campaign.id).one(assignment);
  await fillCampaign(fixture.database, campaign.id, filled);
  // As many look-ups of other people, by other accounts.
  await fixture.database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details)
     select $1, 'account ' || place, 'console person find', 'x', $2, jsonb_build_object('number', place::text)
     from generate_series(1, $3::integer) as place`,
    [new Date(clocks.wall()), campaign.id, filled],
  );
  await fixture.database.query(
    `update inaam.voucher set end_index = substr(sha256(code_index), 1, 16) where end_index is null`,
  );
  await fixture.database.query('analyze');
  const account = await consoleAccount({ ...fixture, app }, 'Mira', 'support');
  const person = keys.mobileIndex(winner.mobile).toString('hex');
  const asked = [
    ['number', winner.mobile],
    ['pseudonym', winner.pseudonym.toString('hex')],
    ['voucher', '7K2M9Q'],
    ['voucher', 'ROWS-7K2M9Q'],
  ] as const;
  for (const [by, text] of asked) {
    const read = await readsDuring([fixture.database, database], async () => {
      const answer = await account.call('findPerson', { by, text, reason: 'complaint 4711' });
      expect(answer).toMatchObject({ status: 200, body: { person } });
    });
    // Ignore the console's tables, which have few rows.
    const own = read.filter(([name]) => !name.startsWith('console_'));
    expect({ by, max: own.filter(([, rows]) => rows > 40) }).toEqual({ by, max: [] });
  }
});
