// One of the two processes of last-cards-race.ts: runs its parent's commands. Argument: the
// database.
import { setTimeout as pause } from 'node:timers/promises';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { admissionPoolOf } from '@inaam/server/draw/reward.rules.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { isDatabaseUnavailable } from '@inaam/server/database/database-unavailable.ts';
import { localCards } from '@inaam/server/draw/cards/open-draw.ts';
import { createStorage, type Storage } from '@inaam/server/http/context.ts';
import { drawNumbersOf } from '../campaign/participants.ts';
import type { Done, Newcomer, Order } from './last-cards-race.ts';

const [url = ''] = process.argv.slice(2);
const database = openDatabase(url, 12, 'keyLookups');

process.on('message', (order: Order) => {
  void answer(order);
});
process.on('disconnect', () => void database.end());
process.send?.({ results: [], retries: 0 } satisfies Done);

async function answer(order: Order): Promise<void> {
  process.send?.(await work(order));
}

async function work(order: Order): Promise<Done> {
  const { document, secret, today } = order;
  const campaign = {
    id: document.campaign,
    fixed: document.fixed,
    draw: { pacing: document.pacing, deck: document.deck },
    programme: document.programme,
  };
  const storage = createStorage({
    database,
    campaign,
    rateLimits,
    readCards: localCards(database, document.campaign, Buffer.from(secret, 'hex')),
  });
  let retries = 0;
  const patiently = async (one: () => Promise<string>): Promise<string> => {
    for (;;) {
      try {
        return await one();
      } catch (error) {
        // A lock timeout on a busy machine: retries, as a phone would.
        if (!isDatabaseUnavailable(error) || retries > 1000) throw error;
        retries += 1;
        await pause(20 * Math.random());
      }
    }
  };
  const asked =
    order.kind === 'verify'
      ? order.newcomers.map((one) => () => verify(storage, order, one))
      : order.pseudonyms.map((one) => () => claim(storage, one, today));
  return { results: await Promise.all(asked.map(patiently)), retries };
}

async function verify(storage: Storage, order: Order, newcomer: Newcomer): Promise<string> {
  const mobileIndex = Buffer.from(newcomer.number, 'hex');
  const { userKey, state } = newcomer;
  const verified = await storage.recordVerifications.one({
    userKey,
    mobileIndex,
    codeHash: mobileIndex,
    t: 1,
    isRepeat: false,
    now: Date.now(),
    state,
    today: order.today,
    admissionPool: admissionPoolOf(order.document.fixed, state, order.today),
    pseudonym: Buffer.from(newcomer.pseudonym, 'hex'),
    sealFor: () => ({ mobileSealed: mobileIndex, nameSealed: mobileIndex }),
    token: { hash: Buffer.from(newcomer.token, 'hex'), expiresAt: Date.now() + 60_000 },
  });
  return 'pseudonym' in verified ? verified.pseudonym.toString('hex') : verified.kind;
}

async function claim(storage: Storage, pseudonym: string, today: string): Promise<string> {
  const bound = Buffer.from(pseudonym, 'hex');
  const [drawNumber] = await drawNumbersOf(database, [bound]);
  const claimed = { pseudonym: bound, drawNumber, today, now: Date.now() };
  const granted = await storage.grantRewards.one(claimed);
  return granted.amount === undefined ? granted.why : String(granted.amount);
}
