// A batch may contain an item several times: each is answered, with the same effect as one by one.
import { afterAll, expect, test } from 'vitest';
import { sealContexts } from '../platform/seal.ts';
import { sealPersonalData } from '../platform/personal-data.ts';
import { rewardRulesOf } from '../draw/promise.rules.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { codeRequest, tryOf } from '@inaam/testing/server/shopper/code-request.ts';
import {
  countRows,
  countCodeMessages,
  readTryCount,
  waitUntilBlocked,
} from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { requestCodes } from '../codes/code-requests.sql.ts';
import { recordConsents } from '../participants/consents.sql.ts';
import { transaction } from '../database/database.ts';
import { readPersonalData, writePersonalData } from '../participants/personal-data.sql.ts';
import { readRegistrations } from '../codes/registrations.sql.ts';
import { readTokens } from '../participants/tokens.sql.ts';
import { verifyCodes, type VerifyingTry } from '../participants/verifications.sql.ts';

const server = await testServer();
afterAll(() => server.close());

const values = <Out>(results: PromiseSettledResult<Out>[]): Out[] =>
  results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });

async function consented(count: number): Promise<string[]> {
  const userKeys = Array.from({ length: count }, () => server.keys.newUserKey());
  const consents = userKeys.map((userKey) => ({
    userKey,
    t: server.time.wall,
    answer: 'YES' as const,
    noticeHash: 'hash',
    now: server.time.wall,
  }));
  const record = recordConsents(server.database, server.campaign.id);
  const before = await countRows(server.database, 'consent');
  values(await record([...consents, ...consents, ...consents.toReversed()]));
  expect(await countRows(server.database, 'consent')).toBe(before + count);
  return userKeys;
}

test('repeated code requests and tries of one batch are answered one by one', async () => {
  const { database, campaign } = server;
  const mobiles = [newMobile(), newMobile(), newMobile()];
  const requests = (await consented(3)).map((userKey, at) =>
    codeRequest(server, userKey, mobiles[at] ?? ''),
  );
  const request = requestCodes(database, campaign.id, rateLimits);
  const answered = values(await request([...requests, ...requests, ...requests.toReversed()]));
  expect(answered.map((verdict) => verdict.kind)).toEqual([
    ...Array(3).fill('send'),
    ...Array(6).fill('wait'),
  ]);
  for (const mobile of mobiles) expect(await countCodeMessages(server, mobile)).toBe(1);

  const tries = Array.from({ length: 7 }, (_, place) =>
    requests.map((each) => tryOf(server, each, place)),
  );
  const rules = rewardRulesOf(campaign);
  const verify = verifyCodes(database, campaign.id, { rules, rateLimits });
  const messages = async () =>
    values(await verify(tries.flat())).map(
      (refused) => 'messageId' in refused && refused.messageId,
    );
  const tried = await messages();
  expect(tried).toEqual([...Array(15).fill('invalidOtp'), ...Array(6).fill('expiredOtp')]);
  for (const mobile of mobiles) expect(await readTryCount(server, mobile)).toBe(5);
  expect(await messages()).toEqual(tried);
  for (const mobile of mobiles) expect(await readTryCount(server, mobile)).toBe(5);
});

test('repeated verifications of one batch are answered one by one', async () => {
  const { database, campaign, keys, time } = server;
  const requests = (await consented(3)).map((userKey) => codeRequest(server, userKey, newMobile()));
  values(await requestCodes(database, campaign.id, rateLimits)(requests));
  const verifications = requests.map((request): VerifyingTry => {
    const { userKey, mobileIndex, now } = request;
    const { sealed } = request.code;
    const otp = keys.open(sealed, sealContexts.codeRequestCode(userKey, mobileIndex));
    const person = { mobile: newMobile(), name: 'Asha', state: 'Goa' };
    return {
      ...tryOf(server, request, Number(otp)),
      verificationOf: () => ({
        state: 'Goa',
        today: '2025-07-01',
        pseudonymFor: (claim) => keys.pseudonymOf(mobileIndex, claim),
        sealFor: (pseudonym) => sealPersonalData(keys, person, pseudonym),
        token: { hash: keys.tokenHash(userKey), expiresAt: now + 1000 },
      }),
    };
  });
  const before = {
    participants: await countRows(database, 'participation'),
    tokens: await countRows(database, 'token'),
  };
  const rules = rewardRulesOf(campaign);
  const verify = verifyCodes(database, campaign.id, { rules, rateLimits });
  const verified = values(await verify([...verifications, ...verifications]));
  expect(verified.map(({ kind }) => kind)).toEqual([
    ...Array(3).fill('first'),
    ...Array(3).fill('raced'),
  ]);
  expect(await countRows(database, 'participation')).toBe(before.participants + 3);
  expect(await countRows(database, 'token')).toBe(before.tokens + 3);

  const questions = requests.map(({ userKey }) => ({
    hash: keys.tokenHash(userKey),
    now: time.wall,
  }));
  const tokens = values(await readTokens(database, campaign.id)([...questions, ...questions]));
  expect(tokens.every((token) => token !== 'none')).toBe(true);
  const userKeys = requests.map(({ userKey }) => userKey);
  const pending = values(
    await readRegistrations(database, campaign.id)([...userKeys, ...userKeys]),
  );
  expect(pending.every((row) => row !== 'none' && row.code?.isUsed)).toBe(true);
});

test('several devices that request a code for one mobile in one batch get one code', async () => {
  const mobile = newMobile();
  const requests = (await consented(4)).map((userKey) => codeRequest(server, userKey, mobile));
  const request = requestCodes(server.database, server.campaign.id, rateLimits);
  const answered = values(await request(requests));
  expect(answered.map((verdict) => verdict.kind)).toEqual(['send', 'wait', 'wait', 'wait']);
  expect(await countCodeMessages(server, mobile)).toBe(1);
});

test('the edit with the newest t wins, whatever the order of the batch', async () => {
  const { database, campaign, keys } = server;
  const shopper = new Shopper(server);
  await shopper.verify(newMobile(), 'Goa');
  const [other] = await insertParticipants(server, 1, 'Goa');
  await database.query('delete from inaam.personal_data where pseudonym = $1', [other]);
  const participant = await readTokens(database, campaign.id).one({
    hash: keys.tokenHash(shopper.accessToken ?? ''),
    now: server.time.wall,
  });
  if (participant === 'none' || !other) throw new Error('nobody to edit');
  const editOf = (t: number) => ({
    pseudonym: participant.pseudonym,
    t,
    nameSealed: Buffer.from(`name ${t}`),
    detailsSealed: Buffer.from('details'),
  });
  const write = writePersonalData(database, campaign.id);
  const nobody = { ...editOf(9), pseudonym: other };
  const written = values(
    await write([editOf(2), editOf(5), nobody, editOf(5), editOf(3), editOf(6)]),
  );
  expect(written).toEqual([true, true, false, false, false, true]);
  const profiles = values(
    await readPersonalData(
      database,
      campaign.id,
    )([participant.pseudonym, other, participant.pseudonym]),
  );
  expect(
    profiles.map((profile) => (profile === 'none' ? profile : profile.nameSealed.toString())),
  ).toEqual(['name 6', 'none', 'name 6']);
});

test.each([
  [4, false, 'name 5'],
  [6, true, 'name 6'],
])(
  'an edit with t %i that waited for one with t 5 answers %s, and the name is "%s"',
  async (t, isWritten, name) => {
    const { database, campaign, keys } = server;
    const shopper = new Shopper(server);
    await shopper.verify(newMobile(), 'Goa');
    const hash = keys.tokenHash(shopper.accessToken ?? '');
    const participant = await readTokens(database, campaign.id).one({
      hash,
      now: server.time.wall,
    });
    if (participant === 'none') throw new Error('nobody to edit');
    const { pseudonym } = participant;
    const waited = await transaction(database, async (connection) => {
      await connection.query('update inaam.participation set details_t = 5 where pseudonym = $1', [
        pseudonym,
      ]);
      await connection.query(
        `update inaam.personal_data set name_sealed = 'name 5' where pseudonym = $1`,
        [pseudonym],
      );
      const [nameSealed, detailsSealed] = [Buffer.from(`name ${t}`), Buffer.from('details')];
      const written = writePersonalData(database, campaign.id).one({
        pseudonym,
        t,
        nameSealed,
        detailsSealed,
      });
      await waitUntilBlocked(database);
      return { written };
    });
    expect(await waited.written).toBe(isWritten);
    const profile = await readPersonalData(database, campaign.id).one(pseudonym);
    expect(profile).toMatchObject({ nameSealed: Buffer.from(name) });
  },
);
