// Registering a stranger's number on thousands of devices costs no SMS.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { eraseProven } from '../participants/own-erasure.sql.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer();
afterAll(() => server.close());

test('[PER-5] a number that thousands of devices have registered is erased all the same', async () => {
  const { campaign, keys, databaseUrl, time } = server;
  const mobile = newMobile();
  const owner = new Shopper(server);
  expect((await owner.verify(mobile)).status).toBe(200);
  // Connects as the table owner, on one connection whose settings are changed below.
  const database = openDatabase(databaseUrl, 1, 'keyLookups');
  onTestFinished(() => database.end());
  const devices = Array.from({ length: 8000 }, () => keys.newUserKey());
  for (const [table, columns, values] of [
    ['consent', 't, answer, notice_hash, at', `1, 'YES', 'hash', $3`],
    ['device_limits', 'sends', 'array[$3::timestamptz]'],
    ['challenge', 'requested_t, registered_at, mobile_index', '1, $3, $4'],
  ]) {
    await database.query(
      `insert into inaam.${table} (campaign, user_key, ${columns})
       select $1, user_key, ${values} from unnest($2::text[]) as user_key where $4::bytea is not null`,
      [campaign.id, devices, new Date(time.wall), keys.mobileIndex(mobile)],
    );
  }
  // The query needs a tenth of this. Comparing each device with each needs far more.
  await database.query(`set statement_timeout = '6s'`);
  const proof = keys.tokenHash(owner.accessToken ?? '');
  const erasure = { userKey: owner.userKey, proof, mobileIndex: undefined, isForfeited: false };
  const erase = eraseProven(database, campaign.id);
  expect(await erase.one({ ...erasure, now: time.wall })).toBe('now');
  const left = 'select from inaam.challenge where mobile_index = $1';
  const { rowCount } = await server.database.query(left, [keys.mobileIndex(mobile)]);
  expect(rowCount).toBe(0);
});
