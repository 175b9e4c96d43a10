// A flood that pays with proofs of work must not delay shoppers who needed none.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { sealContexts } from '../platform/seal.ts';
import { sealRegistration } from '../platform/personal-data.ts';
import { codeLifetimeMs, rateLimits } from '../codes/rate-limits.rules.ts';
import { sendBudget, unlimitedBudget } from '../codes/send-budget.rules.ts';
import { requestCodes, type CodeRequest, type Sender } from '../codes/code-requests.sql.ts';
import { recordConsents } from '../participants/consents.sql.ts';

const providerMs = 150;
const concurrency = 20;
const fixture = await testDelivery();
afterEach(() => clearCounters());

const clearCounters = () => fixture.database.query('delete from inaam.send_counter');

const sender = (address: string, block: string): Sender => ({
  addressKind: 'ipv4',
  address: `address:${address}`,
  network: `network:${address}`,
  provider: `provider:${address}`,
  block: `block:${block}`,
});

/** Each code has the hardest proof. @returns the mobiles */
async function queueCodes(from: Sender, count: number): Promise<string[]> {
  const { database, campaign, keys, clocks } = fixture;
  const budget = { ...sendBudget, rupees: unlimitedBudget.rupees };
  const request = requestCodes(database, campaign.id, { ...rateLimits, budget });
  const consent = recordConsents(database, campaign.id);
  const mobiles = Array.from({ length: count }, () => newMobile());
  const verdicts = await Promise.all(
    mobiles.map(async (mobile) => {
      const now = clocks.wall();
      const userKey = randomBytes(8).toString('hex');
      const mobileIndex = keys.mobileIndex(mobile);
      await consent.one({ userKey, t: now, now, answer: 'YES', noticeHash: 'notice' });
      const person = { mobile, name: 'Asha', state: 'Kerala' };
      const item: CodeRequest = {
        call: 'register',
        userKey,
        mobileIndex,
        t: now,
        now,
        registration: sealRegistration(keys, person, userKey, mobileIndex),
        sender: from,
        proof: { id: randomBytes(32), difficulty: 512, expiresAt: now + codeLifetimeMs },
        code: {
          hash: randomBytes(32),
          sealed: keys.seal('482913', sealContexts.challengeCode(userKey, mobileIndex)),
          expiresAt: now + codeLifetimeMs,
          sealGuarded: () => Buffer.alloc(0),
        },
      };
      return request.one(item);
    }),
  );
  expect(verdicts.filter(({ kind }) => kind === 'send')).toHaveLength(count);
  return mobiles;
}

async function deliver(): Promise<string[]> {
  const sent: string[] = [];
  await fixture.deliver({
    provider: {
      send: async ({ id, to }) => {
        sent.push(to);
        await pause(providerMs);
        return { kind: 'accepted', reference: id };
      },
    },
    concurrency: { otp: concurrency },
  });
  return sent;
}

test('[OTP-5] behind 2,000 codes of one address an honest code is sent at once', async () => {
  await queueCodes(sender('flood', 'any'), 2000);
  const sent = await deliver();
  await waitUntil(() => sent.length >= 2 * concurrency);
  const [honest = ''] = await queueCodes(sender('home', 'own'), 1);
  const sentBefore = sent.length;
  await waitUntil(() => sent.includes(honest));
  // Codes in progress, or already leased, go first.
  expect(sent.indexOf(honest) - sentBefore).toBeLessThanOrEqual(3 * concurrency);
  expect((await fixture.waiting()).length).toBeGreaterThan(1000);
});

test('codes of calm senders come first, then those of a busy campaign, then those of busy senders', async () => {
  await queueCodes(sender('flood', 'any'), 10);
  const { database, campaign } = fixture;
  await database.query(
    `update inaam.send_counter set minute_count = $2 where campaign = $1 and counter = 'unpriced'`,
    [campaign.id, 0.04 * unlimitedBudget.rupees.minute * 4],
  );
  const [inRush] = await queueCodes(sender('office', 'third'), 1);
  await clearCounters();
  const [calm] = await queueCodes(sender('home', 'own'), 1);
  const { rows } = await database.query<{ priority: number; count: string }>(
    'select priority, count(*) from inaam.message group by priority order by priority',
  );
  // The first five codes to a block count as ordinary.
  expect(rows).toEqual([
    { priority: 0, count: '6' },
    { priority: 1, count: '1' },
    { priority: 2, count: '5' },
  ]);
  const sent = await deliver();
  await waitUntil(() => sent.length === 12);
  expect(sent.slice(0, 6)).toContain(calm);
  expect(sent.indexOf(inRush ?? '')).toBe(6);
});
