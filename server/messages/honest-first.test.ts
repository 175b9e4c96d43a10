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
import { codesPaid, sendBudget, unlimitedBudget } from '../sms/send-budget.rules.ts';
import { requestCodes, type CodeRequest } from '../codes/code-requests.sql.ts';
import type { Sender } from '../codes/send-counters.sql.ts';
import { recordConsents } from '../participants/consents.sql.ts';

const providerMs = 150;
const concurrency = 20;
const fixture = await testDelivery();
afterEach(() => clearCounters());

const clearCounters = () => fixture.database.query('delete from inaam.send_counter');

const sender = (address: string): Sender => ({
  site: `address:${address}`,
  provider: `provider:${address}`,
});

/** Each code has a proof. @returns the mobiles */
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
        proof: { id: randomBytes(32), expiresAt: now + codeLifetimeMs },
        code: {
          hash: randomBytes(32),
          sealed: keys.seal('482913', sealContexts.codeRequestCode(userKey, mobileIndex)),
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

test('[OTP-5] behind 600 codes of one address an honest code is sent at once', async () => {
  await queueCodes(sender('flood'), 600);
  const sent = await deliver();
  await waitUntil(() => sent.length >= 2 * concurrency);
  const [honest = ''] = await queueCodes(sender('home'), 1);
  const sentBefore = sent.length;
  await waitUntil(() => sent.includes(honest));
  // Codes in progress, or already leased, go first.
  expect(sent.indexOf(honest) - sentBefore).toBeLessThanOrEqual(3 * concurrency);
  expect((await fixture.waiting()).length).toBeGreaterThan(300);
});

test('codes of calm senders come first, then those of new ones under pressure, then those of busy ones', async () => {
  await queueCodes(sender('flood'), 45);
  const { database, campaign } = fixture;
  await database.query(
    `update inaam.send_counter set minute_count = $2 where campaign = $1 and counter = 'campaign'`,
    [campaign.id, sendBudget.pressureFrom * codesPaid(unlimitedBudget, 'minute')],
  );
  const [inRush] = await queueCodes(sender('office'), 1);
  await clearCounters();
  const [calm] = await queueCodes(sender('home'), 1);
  const { rows } = await database.query<{ priority: number; count: string }>(
    'select priority, count(*) from inaam.message group by priority order by priority',
  );
  expect(rows).toEqual([
    { priority: 0, count: '41' },
    { priority: 1, count: '1' },
    { priority: 2, count: '5' },
  ]);
  const sent = await deliver();
  await waitUntil(() => sent.length === 47);
  expect(sent.slice(0, 41)).toContain(calm);
  expect(sent.indexOf(inRush ?? '')).toBe(41);
});
