// Every storage function of the calls, fed the same item several times in one batch among others: each is answered,
// and the batch leaves what one call after the other would have left.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshCode } from '../keys/fresh-code.ts';
import { sealPerson, sealRegistered } from '../keys/person.ts';
import { askCode } from '../rules/ask-code.ts';
import { ceilings } from '../rules/ceilings.ts';
import { tryCode, worthOf } from '../rules/try-code.ts';
import {
  countRows,
  insertParticipants,
  countCodeMessages,
  readTryCount,
} from '@inaam/testing/server/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/test-server.ts';
import { askCodes, type Ask } from './asks.ts';
import { recordConsents } from './consents.ts';
import { readPeople, writePeople } from './people.ts';
import { readPending } from './pending.ts';
import { readTokens } from './tokens.ts';
import { countTries } from './tries.ts';
import { recordVerifications, type Verification } from './verifications.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
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

function askOf(userKey: string, mobile: string): Ask {
  const { keys, time } = server;
  const numberIndex = keys.numberIndex(mobile);
  const registered = { mobile, name: 'Asha', state: 'Goa' };
  return {
    call: 'register',
    userKey,
    numberIndex,
    t: time.wall,
    now: time.wall,
    person: sealRegistered(keys, registered, userKey, numberIndex),
    fresh: freshCode(keys, userKey, numberIndex, time.wall),
  };
}

test('asks, tries and verifications', async () => {
  const { database, campaign, keys, time } = server;
  const mobiles = [newMobile(), newMobile(), newMobile()];
  const asks = (await consented(3)).map((userKey, at) => askOf(userKey, mobiles[at] ?? ''));
  const ask = askCodes(database, campaign.id, (facts) => askCode(facts, ceilings));
  const asked = values(await ask([...asks, ...asks, ...asks.toReversed()]));
  expect(asked.map((verdict) => verdict.kind)).toEqual([
    ...Array(3).fill('send'),
    ...Array(6).fill('wait'),
  ]);
  for (const mobile of mobiles) expect(await countCodeMessages(server, mobile)).toBe(1);

  const tries = asks.map(({ userKey, numberIndex }) => ({ userKey, numberIndex, now: time.wall }));
  const tried = values(
    await countTries(database, campaign.id, (facts) => tryCode(facts, ceilings))(
      Array(7).fill(tries).flat(),
    ),
  );
  expect(tried.map((counted) => counted.kind)).toEqual([
    ...Array(15).fill('compare'),
    ...Array(6).fill('refuse'),
  ]);
  for (const mobile of mobiles) expect(await readTryCount(server, mobile)).toBe(5);

  const verifications = asks.map(({ userKey, numberIndex, fresh, t, now }, at): Verification => ({
    userKey,
    numberIndex,
    codeHash: fresh.hash,
    t,
    now,
    state: 'Goa',
    promise: 'chance',
    pseudonym: keys.newPseudonym(),
    sealFor: (pseudonym) =>
      sealPerson(keys, { mobile: mobiles[at] ?? '', name: 'Asha', state: 'Goa' }, pseudonym),
    token: { hash: keys.tokenHash(userKey), expiresAt: now + 1000 },
  }));
  const before = {
    participants: await countRows(database, 'participant'),
    tokens: await countRows(database, 'token'),
  };
  const record = recordVerifications(database, campaign.id, worthOf);
  const verified = values(await record([...verifications, ...verifications]));
  expect(verified.map(({ kind }) => kind)).toEqual([
    ...Array(3).fill('first'),
    ...Array(3).fill('raced'),
  ]);
  expect(await countRows(database, 'participant')).toBe(before.participants + 3);
  expect(await countRows(database, 'token')).toBe(before.tokens + 3);

  const questions = asks.map(({ userKey }) => ({ hash: keys.tokenHash(userKey), now: time.wall }));
  const holders = values(await readTokens(database, campaign.id)([...questions, ...questions]));
  expect(holders.every((holder) => holder !== 'none')).toBe(true);
  const pending = values(
    await readPending(database, campaign.id)([...asks, ...asks].map(({ userKey }) => userKey)),
  );
  expect(pending.every((row) => row !== 'none' && row.code?.isUsed)).toBe(true);
});

test('asks of several devices for one number, in one batch: one code', async () => {
  const mobile = newMobile();
  const asks = (await consented(4)).map((userKey) => askOf(userKey, mobile));
  const ask = askCodes(server.database, server.campaign.id, (facts) => askCode(facts, ceilings));
  const asked = values(await ask(asks));
  expect(asked.map((verdict) => verdict.kind)).toEqual(['send', 'wait', 'wait', 'wait']);
  expect(await countCodeMessages(server, mobile)).toBe(1);
});

test('edits: the newest t stands, whatever the order of the batch', async () => {
  const { database, campaign, keys } = server;
  const shopper = new Shopper(server);
  await shopper.verify(newMobile(), 'Goa');
  const [stranger] = await insertParticipants(server, 1, 'Goa');
  const holder = await readTokens(database, campaign.id).one({
    hash: keys.tokenHash(shopper.accessToken ?? ''),
    now: server.time.wall,
  });
  if (holder === 'none' || !stranger) throw new Error('nobody to edit');
  const editOf = (t: number) => ({
    pseudonym: holder.pseudonym,
    t,
    nameSealed: Buffer.from(`name ${t}`),
    detailsSealed: Buffer.from('details'),
  });
  const write = writePeople(database, campaign.id);
  const nobody = { ...editOf(9), pseudonym: stranger };
  const written = values(
    await write([editOf(2), editOf(5), nobody, editOf(5), editOf(3), editOf(6)]),
  );
  expect(written).toEqual([true, true, false, false, false, true]);
  const people = values(
    await readPeople(database, campaign.id)([holder.pseudonym, stranger, holder.pseudonym]),
  );
  expect(
    people.map((person) => (person === 'none' ? person : person.nameSealed.toString())),
  ).toEqual(['name 6', 'none', 'name 6']);
});
