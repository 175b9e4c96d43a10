// Simulates what the provider and the phones did with earlier messages, through the delivery's own
// functions. No worker runs, which would send them now.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { watchVouchers } from '@inaam/server/main/delivery/start-delivery.ts';
import type { AllKeys } from '@inaam/server/platform/keys.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { all } from '../simulation/shopper-journey.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { recordAttempts, type Attempt } from '@inaam/server/messages/messages.sql.ts';
import {
  applyReceipts,
  storeReceipts,
  type StoredReceipt,
} from '@inaam/server/messages/sms-receipts.sql.ts';
import { takeVouchers } from '@inaam/server/vouchers/take-vouchers.sql.ts';
import type { WaitingMessage } from '../database/demonstration.sql.ts';
import { lateMax } from '@inaam/server/messages/delivery-limits.rules.ts';
import { readOldestDebts } from '@inaam/server/figures/delivery-debts.sql.ts';
import { settleVoucher } from '@inaam/server/vouchers/voucher-debts.sql.ts';
import { dayMs } from '@inaam/server/platform/period.rules.ts';

export type PastDelivery = {
  /** In the role of `deliver`. */
  database: Database;
  campaign: ServerCampaign;
  keys: AllKeys;
  campaignOffsetMs: number;
  /** Wall time, ms; nothing happens after it. */
  until: number;
  /** When the provider accepted no vouchers. */
  outage: { from: number; until: number };
  random: SeededRandom;
  /** 0 to 1, evenly spread, so that even a few vouchers include both extremes. */
  nextShare: () => number;
};

const path = 'mailbox';
const outageSpreadMs = 8 * 60_000;
const assignAfterMs = 400;
const parallel = 4;

/** Shares of the vouchers; the rest are delivered. */
const ends = { refused: 0.006, noSuchNumber: 0.009, absent: 0.014, silent: 0.01 } as const;
/** Share of the codes that nobody typed. */
const lostCodes = 0.35;

/** A voucher that arrived, or may arrive when it is sent again. */
export type Ended = { pseudonym: Buffer; isDelivered: boolean };

/**
 * Sends vouchers and codes and receives their receipts, at times derived from when they were owed.
 * @param typed whether a code of this device was typed, and so must have arrived
 */
export async function deliverPast(
  delivery: PastDelivery,
  waiting: readonly WaitingMessage[],
  typed: (userKey: string) => boolean,
): Promise<Ended[]> {
  const { database, campaign } = delivery;
  const vouchers = waiting.filter(({ kind }) => kind === 'voucher');
  const stocked = await assignCodes(delivery, vouchers);
  const sent = waiting
    .filter(({ kind, message }) => kind === 'otp' || stocked.has(message))
    .map((message) => fateOf(delivery, message, typed));
  if (sent.length === 0) return [];
  const record = recordAttempts(database, campaign.id);
  const firsts = sent.flatMap(({ first }) => first ?? []);
  await all(record, firsts);
  const lasts = sent.map(({ last }) => last);
  await all(record, lasts);
  const receipts = sent.flatMap(({ receipt }) => receipt ?? []);
  if (receipts.length > 0) {
    await all(storeReceipts(database, campaign.id), receipts);
    const at = Math.max(...receipts.map((receipt) => receipt.at));
    while ((await applyReceipts(database, at)).due > 0);
  }
  return sent.flatMap(({ pseudonym, receipt }): Ended[] => {
    const isDelivered = receipt?.outcome === 'delivered';
    const isKnown =
      isDelivered || (receipt?.outcome === 'undelivered' && receipt.reason !== 'number not in use');
    return pseudonym && isKnown ? [{ pseudonym, isDelivered }] : [];
  });
}

/** One at a time, so that each has its own time. @returns the messages with a code */
async function assignCodes(
  delivery: PastDelivery,
  vouchers: readonly WaitingMessage[],
): Promise<Set<string>> {
  const { database, campaign, campaignOffsetMs } = delivery;
  await watch(delivery, vouchers);
  const takers = Array.from({ length: parallel }, () => {
    let now = 0;
    const clocks = { wall: () => now, campaign: () => now + campaignOffsetMs };
    const take = takeVouchers(database, campaign.id, clocks);
    return ({ message, owedAt }: WaitingMessage) => {
      now = owedAt + assignAfterMs;
      return take(1, [message]);
    };
  });
  const stocked = new Set<string>();
  for (let from = 0; from < vouchers.length; from += parallel) {
    const some = vouchers.slice(from, from + parallel);
    const taken = await Promise.all(
      takers.flatMap((take, place) => {
        const voucher = some[place];
        return voucher ? [take(voucher)] : [];
      }),
    );
    for (const { id, state, code } of taken.flat()) {
      if (state !== 'held' && code) stocked.add(id);
    }
  }
  return stocked;
}

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

async function watch(
  { database, campaign, keys, campaignOffsetMs }: PastDelivery,
  vouchers: readonly WaitingMessage[],
): Promise<void> {
  const wall = () => Math.max(...vouchers.map(({ owedAt }) => owedAt));
  const clocks = { wall, campaign: () => wall() + campaignOffsetMs };
  const watches = await watchVouchers({ database, campaign, keys, clocks, log });
  await Promise.all(
    watches.flatMap(({ measure }) => vouchers.map(({ message }) => measure(message))),
  );
  await Promise.all(watches.map(({ stop }) => stop()));
}

type Fate = { pseudonym?: Buffer; first?: Attempt; last: Attempt; receipt?: StoredReceipt };

function fateOf(
  { random, nextShare, outage, until }: PastDelivery,
  waiting: WaitingMessage,
  typed: (userKey: string) => boolean,
): Fate {
  const { message: messageId, owedAt, kind } = waiting;
  // A voucher is sent after its code was assigned.
  const sentAt =
    owedAt + (kind === 'otp' ? latency(random, 1300) : assignAfterMs + latency(random, 2200));
  const receiptAt = (sent: number) => sent + latency(random, kind === 'otp' ? 2400 : 4200);
  const accepted = (at: number): Attempt => {
    return { messageId, at, path, outcome: 'accepted', reference: messageId };
  };
  const receiptOf = (sent: number, said: Said): { receipt?: StoredReceipt } => {
    const at = receiptAt(sent);
    return at < until ? { receipt: { path, reference: messageId, at, ...said } } : {};
  };
  if (waiting.kind === 'otp') {
    const isLost = !typed(waiting.userKey) && random.chance(lostCodes);
    return { last: accepted(sentAt), ...receiptOf(sentAt, isLost ? absent : arrived) };
  }
  const share = nextShare();
  if (share < ends.refused) {
    const reason = 'blocked by the operator';
    return { last: { messageId, at: sentAt, path, outcome: 'refused', reason, isFinal: true } };
  }
  const { pseudonym } = waiting;
  const isLate = sentAt >= outage.from && sentAt < outage.until;
  const sent = isLate ? outage.until + random.integerBelow(outageSpreadMs) : sentAt;
  const first: Attempt = {
    messageId,
    at: sentAt,
    path,
    outcome: 'refused',
    reason: 'HTTP 503',
    isFinal: false,
  };
  const { noSuchNumber, silent } = ends;
  const edge = ends.refused + noSuchNumber;
  const end =
    share < edge
      ? receiptOf(sent, unused)
      : share < edge + ends.absent
        ? receiptOf(sent, absent)
        : share < edge + ends.absent + silent
          ? {}
          : receiptOf(sent, arrived);
  return { pseudonym, ...(isLate ? { first } : {}), last: accepted(sent), ...end };
}

type Said = { outcome: 'delivered' } | { outcome: 'undelivered'; reason: string };

const arrived: Said = { outcome: 'delivered' };
const absent: Said = { outcome: 'undelivered', reason: 'phone not reached' };
const unused: Said = { outcome: 'undelivered', reason: 'number not in use' };

/** Any few consecutive values are evenly spread (golden ratio). */
export function evenShares(start: number): () => number {
  let share = start;
  return () => (share = (share + 0.618_033_988_749_895) % 1);
}

/** Most are near the median; some take ten times as long. */
function latency(random: SeededRandom, medianMs: number): number {
  const normal =
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.round(medianMs * Math.exp(0.7 * normal));
}

// Imitates a manager's mornings: failed vouchers that cannot be sent are paid in another way,
// before they are late.

const settledAfterDays = 5;

/** @param now wall time, ms */
export async function settleOldFailures(
  database: Database,
  campaign: string,
  now: number,
): Promise<void> {
  const before = now - settledAfterDays * dayMs;
  const late = await readOldestDebts(database, campaign, { before, max: lateMax });
  for (const { message, state } of late) {
    if (state !== 'failed') continue;
    const reason = 'the demonstration: paid by post';
    const audit = {
      campaign,
      command: 'console deliveries settle',
      operator: { by: 'Demo', reason, at: now },
      details: { message },
    };
    await settleVoucher(database, campaign, { message, now, audit });
  }
}
