// A database with messages to deliver: requests codes and grants rewards through the server's
// storage. Also runs outside vitest (delivery-process.ts).
import { randomBytes } from 'node:crypto';
import { limitsAtAnyHour, testSender } from '../shopper/code-request.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { startDelivery, type DeliveryOptions } from '@inaam/server/main/delivery/start-delivery.ts';
import { sealContexts } from '@inaam/server/platform/seal.ts';
import {
  allKeysOf,
  type AllKeys,
  type Secrets,
  type VoucherSecrets,
} from '@inaam/server/platform/keys.ts';
import { localCards } from '@inaam/server/draw/cards/open-draw.ts';
import { sealRegistration } from '@inaam/server/platform/personal-data.ts';
import { codeLifetimeMs } from '@inaam/server/codes/rate-limits.rules.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { bringToWheel } from '@inaam/demo/simulation/shopper-journey.ts';
import { mailboxProvider } from '@inaam/server/messages/mailbox.sql.ts';
import { singlePath } from '@inaam/server/sms/paths/sms-path.ts';
import type { SmsProvider } from '@inaam/server/sms/provider.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { createStorage, type Storage } from '@inaam/server/main/storage.ts';
import { openTestDatabase } from '../../setup/cluster/test-database.ts';
import { testSecrets } from '../app/server-on-database.ts';
import { committedCampaign, biscuitCampaign } from '../campaign/committed-campaign.ts';
import { newMobile } from '../shopper/shopper.ts';
import { clear, queries } from './delivery-queries.ts';

export type DeliveryFixture = Awaited<ReturnType<typeof deliveryFixture>>;

export type LogLine = { level: 'info' | 'warn' | 'error'; facts: object; message: string };

/** @param url a migrated database */
export async function deliveryFixture(
  url: string,
  secrets: Secrets & VoucherSecrets = testSecrets,
) {
  const database = openTestDatabase(url, 12);
  const loaded = withFixedRewards(await biscuitCampaign());
  // Long after today: participants are verified by the real clock.
  const campaign = { ...loaded, programme: { ...loaded.programme, to: '2099-12-31' } };
  const keys = allKeysOf(secrets, campaign.id);
  /** Offset of the fixture's clocks from real time. */
  const clockOffset = { ms: 0 };
  const wall = () => Date.now() + clockOffset.ms;
  const campaignAheadMs = Date.parse('2025-07-01T06:00:00Z') - Date.now();
  const clocks = { wall, campaign: () => wall() + campaignAheadMs };
  const logged: LogLine[] = [];
  const record = (level: LogLine['level']) => (facts: object, message: string) =>
    void logged.push({ level, facts, message });
  const log = { info: record('info'), warn: record('warn'), error: record('error') };
  const provider = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  const dependencies = { database, campaign, keys, clocks, log, host: 'inaam.example' };
  const own = provider;
  const storage = createStorage({
    database,
    campaign,
    rateLimits: limitsAtAnyHour,
    readCards: localCards(database, campaign.id, secrets.draw),
  });
  const parts = { database, campaign, keys, clocks, storage };
  return {
    ...dependencies,
    provider,
    url,
    clockOffset,
    logged,
    /** Through the mailbox, another provider or paths. */
    deliver: ({
      provider = own,
      ...options
    }: Partial<DeliveryOptions> & { provider?: SmsProvider } = {}) =>
      startDelivery({
        ...dependencies,
        paths: [singlePath(provider)],
        intervals: { pollMs: 100 },
        ...options,
      }),
    ...codeRequests(parts),
    ...rewards(parts, secrets),
    ...queries(parts),
  };
}

/** A fixed-reward state for each amount: the draw is irrelevant here. */
const stateOf = { 3: 'Tamil Nadu', 5: 'Kerala', 10: 'Goa' } as const;
type Amount = keyof typeof stateOf;

function withFixedRewards(campaign: ServerCampaign): ServerCampaign {
  const fixed = ([3, 5, 10] as const).flatMap((amount) =>
    campaign.fixed.slice(0, 1).map((reward) => ({ ...reward, amount, state: stateOf[amount] })),
  );
  return { ...campaign, fixed };
}

type Parts = Pick<DeliveryOptions, 'campaign' | 'clocks'> & {
  database: Database;
  keys: AllKeys;
  storage: Storage;
};

function codeRequests({ database, keys, clocks, storage }: Parts) {
  return {
    /**
     * Registers a number and returns the id of its code's message.
     * @param userKey repeated at least three minutes later, it replaces the code
     */
    requestCode: async (
      mobile: string,
      digits: string,
      userKey = randomBytes(8).toString('hex'),
    ) => {
      const mobileIndex = keys.mobileIndex(mobile);
      const now = clocks.wall();
      const consent = { userKey, t: now, now, answer: 'YES' as const, noticeHash: 'notice' };
      await storage.recordConsents.one(consent);
      const person = { mobile, name: 'Asha', state: 'Kerala' };
      const verdict = await storage.requestCodes.one({
        call: 'register',
        userKey,
        mobileIndex,
        t: now,
        now,
        registration: sealRegistration(keys, person, userKey, mobileIndex),
        sender: testSender,
        proof: undefined,
        code: {
          hash: keys.codeHash(digits, userKey, mobileIndex),
          sealed: keys.seal(digits, sealContexts.codeRequestCode(userKey, mobileIndex)),
          expiresAt: now + codeLifetimeMs,
          sealGuarded: () => Buffer.alloc(0),
        },
      });
      if (verdict.kind !== 'send') throw new Error(`The code was not sent: ${verdict.kind}.`);
      const { rows } = await database.query<{ id: string }>(
        `select id from inaam.message where kind = 'otp' and user_key = $1 order by owed_at desc limit 1`,
        [userKey],
      );
      return oneOf(rows).id;
    },
  };
}

const hourMs = 3_600_000;

/** Enough participants of each amount for one test file. */
const participantsOf: Record<Amount, number> = { 3: 150, 5: 30, 10: 30 };

type Participant = { pseudonym: Buffer; mobile: string };

function rewards({ database, campaign, keys, clocks, storage }: Parts, secrets: Secrets) {
  const participants: Record<Amount, Participant[]> = { 3: [], 5: [], 10: [] };
  const nextParticipant = (amount: Amount) => {
    const next = participants[amount].pop();
    if (!next) throw new Error(`No participant is left for Rs ${amount}. Verify more of them.`);
    return next;
  };
  const grant = async (amount: Amount, winners: readonly Participant[]) => {
    const [today, now] = [indianDay(clocks.campaign()), clocks.wall()];
    const claims = winners.map(({ pseudonym }) => ({
      pseudonym,
      today,
      now,
      drawNumber: undefined,
    }));
    for (const result of await storage.grantRewards(claims)) {
      if (result.status === 'rejected') throw result.reason;
      if (result.value.amount !== amount) throw new Error(`Rs ${amount} was not granted.`);
    }
    const { rows } = await database.query<{ id: string; pseudonym: Buffer }>(
      'select id, pseudonym from inaam.message where pseudonym = any ($1::bytea[])',
      [winners.map(({ pseudonym }) => pseudonym)],
    );
    return winners.map(({ pseudonym, mobile }) => {
      const { id } = oneOf(rows.filter((row) => row.pseudonym.equals(pseudonym)));
      return { id, mobile };
    });
  };
  return {
    /**
     * Verifies the participants of `grantVoucher`, or `more` of them. Call it once before a
     * delivery runs, or their codes are sent.
     */
    verifyParticipants: async (more: Partial<typeof participantsOf> = {}) => {
      await committedCampaign(database, campaign, secrets);
      const random = seededRandom('delivery', 'participants');
      const { fixed } = campaign;
      const visitors = ([3, 5, 10] as const).flatMap((amount) =>
        Array.from({ length: more[amount] ?? participantsOf[amount] }, () => ({
          userKey: randomBytes(8).toString('hex'),
          mobile: newMobile(),
          amount,
          state: stateOf[amount],
          at: clocks.wall() - hourMs,
          typesCode: true,
          resends: false,
          wrongCodes: 0,
          spins: true,
        })),
      );
      const context = { storage, keys, random, noticeHash: 'notice', fixed };
      const verified = await bringToWheel(context, visitors);
      if (verified.length < visitors.length) throw new Error('Not everybody was verified.');
      for (const [place, { amount, mobile }] of visitors.entries()) {
        const { pseudonym } = oneOf(verified.slice(place));
        participants[amount].push({ pseudonym, mobile });
      }
      await clear(database);
    },
    nextParticipant,
    /** Grants a reward; returns its message's id and the mobile number. */
    grantVoucher: async (amount: Amount, participant = nextParticipant(amount)) =>
      oneOf(await grant(amount, [participant])),
    grantVouchers: (amount: Amount, count: number) =>
      grant(
        amount,
        Array.from({ length: count }, () => nextParticipant(amount)),
      ),
  };
}

function oneOf<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('Nothing was found.');
  return item;
}
