// A person must not confirm their own proposal, even under another name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import {
  openTestDatabase,
  testDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { openAccount } from '../console/sign-in/accounts.sql.ts';
import type { Database } from '../database/database.ts';
import { refuseVouchers } from './holds.sql.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;
/** In the console's role. */
let looking: Database;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
  looking = openTestDatabase(clone.url, 2, 'inaam_console');
});
afterAll(async () => {
  await looking.end();
  await fixture.database.end();
  await clone.drop();
});

type Manager = { id: string; name: string };

async function manager(name: string): Promise<Manager> {
  const account = { campaign: fixture.campaign.id, name, role: 'manager', at: Date.now() } as const;
  return { id: (await openAccount(fixture.database, account)).id, name };
}

/** By single sign-on. A closed account loses its identity, and the person may be invited again. */
async function giveIdentity({ id }: Manager): Promise<void> {
  await fixture.database.query('delete from inaam.console_identity');
  await fixture.database.query(
    `insert into inaam.console_identity (identity, account, created_at, used_at)
     values (sha256('one person'), $1, now(), now())`,
    [id],
  );
}

test('[CAM-6] a proposer cannot confirm their own refusal under another name either', async () => {
  const { database, campaign } = fixture;
  const [one] = await fixture.grantVouchers(3, 1);
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.message where id = $1',
    [one?.id],
  );
  const ask = async ({ id, name: by }: Manager, action: 'refuse' | 'confirm') => {
    const operator = { by, reason: 'ticket 4711', at: Date.now() };
    const outcomes = await refuseVouchers(looking, campaign.id, {
      ...operator,
      pseudonyms: rows.map(({ pseudonym }) => pseudonym),
      account: id,
      now: operator.at,
      action,
      needsTwo: true,
      auditOf: () => ({ campaign: campaign.id, command: 'console review', operator, details: {} }),
    });
    return [...outcomes.values()];
  };
  const [mira, again, other] = [
    await manager('Mira'),
    await manager('Ravi'),
    await manager('Zoya'),
  ];
  await giveIdentity(mira);
  expect(await ask(mira, 'refuse')).toEqual(['proposed']);
  await giveIdentity(again);
  expect(await ask(again, 'confirm')).toEqual(['own']);
  expect(await ask(other, 'confirm')).toEqual(['refused']);
  const { rows: kept } = await database.query('select state, proposed_as from inaam.review_hold');
  expect(kept).toEqual([{ state: 'refused', proposed_as: null }]);
});
