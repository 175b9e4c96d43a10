// Eight days of a campaign with the real rules, storage, delivery and operator's commands, on one
// clock that moves from morning to evening.
import { randomBytes } from 'node:crypto';
import { startDelivery } from '@inaam/server/main/delivery/start-delivery.ts';
import type { AllKeys } from '@inaam/server/platform/keys.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { unlimitedBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { bringToWheel, type Spinner } from '@inaam/demo/simulation/shopper-journey.ts';
import { singlePath } from '@inaam/server/sms/paths/sms-path.ts';
import type { SendOutcome, SmsProvider } from '@inaam/server/sms/provider.ts';
import {
  applyReceipts,
  storeReceipts,
  type StoredReceipt,
} from '@inaam/server/messages/sms-receipts.sql.ts';
import { createStorage } from '@inaam/server/http/context.ts';
import type { TestServer } from '../server/app/server-on-database.ts';
import { waitUntil } from '../server/wait-until.ts';

const hourMs = 3_600_000;
const path = 'mailbox';

/** Every fifth person is from Tamil Nadu, whose reward is fixed. */
const states = ['Tamil Nadu', 'Kerala', 'Goa', 'Karnataka', 'Maharashtra'];

export type Said = 'delivered' | 'absent' | 'dead';

export function simulatedDays(server: TestServer, keys: AllKeys, startsAt: number) {
  const { database, campaign, readCards } = server;
  const clock = { now: startsAt };
  const clocks = { wall: () => clock.now, campaign: () => clock.now };
  const limits = { ...rateLimits, budget: unlimitedBudget };
  const storage = createStorage({ database, campaign, rateLimits: limits, readCards });
  const random = seededRandom('rehearsal', 'tokens');
  const context = { storage, keys, random, noticeHash: 'notice', fixed: campaign.fixed };
  const provider = gateway();
  let people = 0;

  const person = (place: number) => {
    people += 1;
    return {
      userKey: randomBytes(8).toString('hex'),
      mobile: String(9_000_000_000 + people),
      state: states[people % states.length] ?? 'Goa',
      at: clock.now + place * 1000,
      typesCode: true,
      resends: false,
      wrongCodes: place % 10 === 0 ? 1 : 0,
      spins: true,
    };
  };

  return {
    clock,
    provider,
    /** @returns those who have reached the wheel */
    register: async (count: number): Promise<Spinner[]> => {
      const visitors = Array.from({ length: count }, (_, place) => person(place));
      const spinners = await bringToWheel(context, visitors);
      // They were already typed: only vouchers are delivered here.
      await database.query(
        `update inaam.message set state = 'sent', sent_at = owed_at where kind = 'otp' and state = 'owed'`,
      );
      return spinners;
    },
    /** @returns those who got nothing */
    spin: async (spinners: readonly Spinner[]): Promise<Spinner[]> => {
      const now = clock.now + hourMs;
      const claims = spinners.map(({ pseudonym, drawNumber }) => ({
        pseudonym,
        drawNumber,
        now,
        today: indianDay(now),
      }));
      const granted = await storage.grantRewards(claims);
      return spinners.filter((_, place) => {
        const answer = granted[place];
        if (answer?.status !== 'fulfilled') throw new Error('A claim got no response.');
        return answer.value.amount === undefined;
      });
    },
    /** In the evening. `tried`: attempts without stock or provider. */
    deliver: (until: 'tried' | 'sent') => {
      clock.now += 10 * hourMs;
      return deliverUntil(until, { database, campaign, keys, clocks, provider });
    },
    /** The provider's receipts for messages accepted since the last call. */
    receive: async (saysOf: (place: number) => Said): Promise<void> => {
      const receipts = provider.accepted
        .splice(0)
        .map((reference, place) => receiptOf(reference, saysOf(place), clock.now));
      await storeReceipts(database, campaign.id)(receipts);
      while ((await applyReceipts(database, campaign.id, clock.now)).due > 0);
    },
  };
}

const quiet = () => undefined;

function gateway(): SmsProvider & { isUp: boolean; accepted: string[] } {
  let count = 0;
  const provider = {
    isUp: true,
    accepted: [] as string[],
    send: (): Promise<SendOutcome> => {
      if (!provider.isUp) return Promise.resolve({ kind: 'refusedForNow', reason: 'HTTP 503' });
      const reference = `reference-${(count += 1)}`;
      provider.accepted.push(reference);
      return Promise.resolve({ kind: 'accepted', reference });
    },
  };
  return provider;
}

type Delivering = Pick<TestServer, 'database' | 'campaign' | 'keys'> & {
  clocks: { wall: () => number; campaign: () => number };
  provider: SmsProvider;
};

async function deliverUntil(
  until: 'tried' | 'sent',
  { database, provider, ...facts }: Delivering,
): Promise<void> {
  await database.query(
    `update inaam.message set due_at = now(), attempts = 0 where due_at < 'infinity'`,
  );
  const delivery = await startDelivery({
    ...facts,
    database,
    log: { info: quiet, warn: quiet, error: quiet },
    paths: [singlePath(provider)],
    host: 'inaam.example',
    intervals: { pollMs: 50 },
  });
  const left =
    until === 'tried'
      ? `select count(*) as left from inaam.message
         where state in ('owed', 'assigned') and due_at < 'infinity' and tries = 0 and attempts = 0`
      : `select count(*) as left from inaam.message
         where kind = 'voucher' and state in ('owed', 'assigned')`;
  try {
    await waitUntil(async () => {
      const { rows } = await database.query<{ left: string }>(left);
      return rows[0]?.left === '0';
    });
  } finally {
    await delivery.stop();
  }
}

function receiptOf(reference: string, said: Said, at: number): StoredReceipt {
  const facts = { path, reference, at };
  if (said === 'delivered') return { ...facts, outcome: 'delivered' };
  const isAbsent = said === 'absent';
  return {
    ...facts,
    outcome: 'undelivered',
    reason: isAbsent ? 'absent subscriber' : 'no such number',
    tryAgain: isAbsent ? 'yes' : 'no',
  };
}
