import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../setup/cluster/test-database.ts';
import { canaryName, canariesInFiles, canariesInTables } from './canaries.ts';
import { runCanaries } from './canary-journeys.ts';

test('[OTP-5] no number, name, email, code, token or voucher of twelve shoppers is in the log, a refusal, a metric or the database', async () => {
  const { server, canaries, found, counts } = await runCanaries(await testDatabase(), 12);
  const { database, campaign } = server;
  try {
    expect(found).toEqual([]);
    expect(counts).toMatchObject({ shoppers: 12, sent: 12 });
    expect(counts.refusals).toBeGreaterThan(90);
    const { rows } = await database.query<{ folder: string; oid: number }>(
      `select current_setting('data_directory') as folder, oid from pg_database
       where datname = current_database()`,
    );
    const folder = path.join(rows[0]?.folder ?? '', 'base', String(rows[0]?.oid));
    const search = async () => {
      await database.query('checkpoint');
      const inTables = await canariesInTables(database, canaries);
      return [...inTables, ...(await canariesInFiles(folder, canaries))];
    };
    expect(await search()).toEqual([]);

    // Checks the search: a mobile number and a name, one in clear and one as bytes.
    await database.query(
      `insert into inaam.visit (campaign, user_key, at, query)
       select $1, 'a', now(), jsonb_build_object('id', $2::text)`,
      [campaign.id, canaries.mobiles.values().next().value],
    );
    await database.query('update inaam.personal_data set name_sealed = $1', [
      Buffer.from(canaryName(1)),
    ]);
    const planted = await search();
    expect(planted).toHaveLength(4);
    expect(planted).toEqual(
      expect.arrayContaining([
        'a name, an email or a voucher code in the table inaam.personal_data',
        'a mobile in the table inaam.visit',
        expect.stringMatching(/^a name, an email or a voucher code in the file \d+$/),
        expect.stringMatching(/^a mobile in the file \d+$/),
      ]),
    );
  } finally {
    await server.close();
  }
});
