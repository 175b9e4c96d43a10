// Devices and numbers, the clock, the cards, the SMS provider and the faults, all determined by one
// seed. The server, its PostgreSQL and the sending are real.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { askedCampaign } from '../server/shopper/asked-shopper.ts';
import { questionTesting } from '@inaam/plugins/testing.ts';
import { withClaims } from '../server/campaign/claims.ts';
import { hasPurchases } from '@inaam/campaigns/loader/plugin-files.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { chainedHash } from '@inaam/server/draw/ledger.rules.ts';
import { dayStart } from '@inaam/server/platform/period.rules.ts';
import { limitsWithoutPrices } from '../server/app/test-server.ts';
import {
  budgetErrors,
  readDeck,
  readLedger,
  readRewards,
} from '../server/database/database-queries.ts';
import type { TestServer, TestServerOptions } from '../server/app/server-on-database.ts';
import { newMobile } from '../server/shopper/shopper.ts';
import { commandSequences } from './commands/command-sequences.ts';
import { deviceCount } from './commands/commands.ts';
import { day } from './model/limits.ts';
import { LostCommits } from './system/lost-commits.ts';
import { Questions } from './model/questions.ts';
import { Model } from './model/model.ts';
import { claimLimits } from './model/participants.ts';
import { Packs } from './model/packs.ts';
import { PackBatch } from './system/pack-batch.ts';
import { System, type Compare } from './system/system.ts';
import { blockOf, blockSize, type DeckPlan } from '@inaam/server/draw/draw.rules.ts';
import type { BoundDraw, ReadCards } from '@inaam/server/draw/read-cards.ts';

const names = ['first', 'second', 'third'];
const amounts = [3, 5, 10] as const;
const reserve = 5;
/** Cards of each amount per block: few, so that runs cross from one block to the next. */
const ofEach = 4;
/** A run takes at most one code per participation; the others are there to choose from. */
const stock = { ofEach: 400, runs: 40 } as const;
/** Searching for the shortest run takes cards too. */
const shrinking = 500;
/** Many runs fill the tables, and reading all of them takes longer than a run. */
const wholeStore = { always: 50, thenEach: 100 } as const;

export type Simulation = {
  /** Of `serverOnDatabase`. */
  options: TestServerOptions;
  /** Once the server runs. */
  property(server: TestServer): ReturnType<typeof propertyOf>;
  /** After many runs: single runs do not check the whole store. */
  assertStoreAddsUp(server: TestServer): Promise<void>;
};

type Wanted = {
  /** For so many there are cards, and for those that shrink a failure. */
  runs: number;
  hasPacks: boolean;
  replayPath?: string | undefined;
};

export function createSimulation({ runs, hasPacks, replayPath }: Wanted): Simulation {
  const cards = (runs + shrinking) * names.length * (hasPacks ? claimLimits.inAll : 1);
  const blocks = Math.ceil(cards / (ofEach * amounts.length)) + 1;
  const deck = { cards: { 3: ofEach, 5: ofEach, 10: ofEach }, blocks };
  const dice = new Dice({ amounts, cards: amounts.map(() => ofEach), blocks });
  const change = (campaign: ServerCampaign): ServerCampaign => ({
    ...(hasPacks ? withClaims(claimLimits)(askedCampaign(campaign, [5, 10], runs)) : campaign),
    draw: {
      ...campaign.draw,
      deck,
      whenDeckEnds: { kind: 'reserve', amount: 3, rewards: reserve },
    },
  });
  return {
    options: { rateLimits: limitsWithoutPrices, readCards: dice.readCards, change },
    property: (server) => propertyOf(server, dice, blocks, replayPath),
    assertStoreAddsUp: (server) => assertStoreAddsUp(server, blocks),
  };
}

/** Before the programme, during it, and in its last minutes. */
const starts = fc.oneof(
  { weight: 8, arbitrary: fc.constant('middle' as const) },
  fc.constantFrom('eve' as const, 'end' as const),
);
const rolls = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));

function propertyOf(server: TestServer, dice: Dice, blocks: number, replayPath?: string) {
  const { from, to } = server.campaign.programme;
  const period = { from: dayStart(from), to: dayStart(to) + day };
  const at = {
    middle: Date.parse('2025-07-01T06:00:00Z'),
    eve: period.from - 90_000,
    end: period.to - 200_000,
  };
  const lostCommits = new LostCommits(server.database);
  const follow = ledgerFollower(server);
  let wall = server.time.wall;
  let runs = 0;
  return fc.asyncProperty(
    starts,
    rolls,
    commandSequences(names, replayPath),
    async (start, rolled, steps) => {
      // Each run has separate numbers, devices and days, later than those of the previous run.
      if (runs % stock.runs === 0) await loadStock(server);
      runs += 1;
      wall = Math.max(wall, server.time.wall) + 2 * day;
      Object.assign(server.time, { wall, campaign: at[start] });
      const mobiles = new Map(names.map((name) => [name, newMobile()]));
      const packs = hasPurchases(server.campaign) ? await PackBatch.open(server) : undefined;
      const given = { server, compare, devices: deviceCount, mobiles, lostCommits, packs };
      const system = new System(given);
      const model = new Model(server.time, period, deviceCount, packs && new Packs());
      model.questions = await questionsOf(server);
      await system.deliveries.begin();
      dice.begin(rolled, (await readDeck(server)).nextDraw);
      for (const shopper of system.shoppers) await shopper.start();
      await fc.asyncModelRun(() => ({ model, real: system }), steps);
      await system.deliveries.finish(model);
      if (packs && model.packs) await packs.check(model.packs, (name) => system.mobile(name));
      await follow();
      if (runs > wholeStore.always && runs % wholeStore.thenEach > 0) return;
      await assertStoreAddsUp(server, blocks);
    },
  );
}

async function questionsOf({ database, campaign }: TestServer): Promise<Questions | undefined> {
  const questions = questionTesting[0]?.questionsOf(campaign) ?? [];
  if (questions.length === 0) return undefined;
  const { rows } = await database.query<{ amount: number; free: number }>(
    `select amount, (remaining - promised)::integer as free from inaam.budget where kind = 'bonus'`,
  );
  const rights = questions.map(({ id, ...right }) => [id, right] as const);
  return new Questions(new Map(rows.map(({ amount, free }) => [amount, free])), new Map(rights));
}

async function loadStock(server: TestServer): Promise<void> {
  const codes = amounts.flatMap((amount) =>
    Array.from({ length: stock.ofEach }, () => ({
      code: `S${amount}-${randomBytes(6).toString('hex').toUpperCase()}`,
      amount,
    })),
  );
  await loadVoucherCodes(server, codes, server.time.wall);
}

const compare: Compare = ({ status, messageId, holds = {}, retryAfterSeconds }, answer) => {
  const { resp, headers } = answer;
  assert.partialDeepStrictEqual(
    { status: answer.status, messageId: resp['messageId'], resp },
    { status, messageId, resp: { statusCode: status, ...holds } },
  );
  if (retryAfterSeconds !== undefined)
    assert.equal(headers['retry-after'], String(retryAfterSeconds));
  if ('winType' in resp) assert([3, 5, 10].includes(Number(resp['winType'])));
};

async function assertStoreAddsUp(server: TestServer, blocks: number): Promise<void> {
  const { nextDraw, left: pools, remaining } = await readDeck(server);
  const rewards = await readRewards(server);
  const {
    chance = [],
    fixed = [],
    bonus = [],
    reserve: fromReserve = [],
  } = Object.groupBy(rewards, ({ kind }) => kind);
  for (const [at, amount] of amounts.entries()) {
    const left = remaining.reduce((sum, block) => sum + (block[at] ?? 0), 0);
    const granted = chance.filter((reward) => reward.amount === amount).length;
    assert.equal(left + granted, ofEach * blocks);
  }
  assert.equal((pools['reserve:3'] ?? 0) + fromReserve.length, reserve);
  assert.deepEqual(await budgetErrors(server.database), []);
  if (questionTesting.length > 0) {
    const { rows } = await server.database.query('select from inaam.question where is_right');
    assert.equal(bonus.length, rows.length);
  }
  // A card is bound when the number is verified; not everyone plays.
  const bound = (await readLedger(server)).filter(
    ({ kind, content }) => kind === 'verified' && content.includes('"promise":"chance"'),
  );
  assert.equal(nextDraw, bound.length);
  assert(chance.length <= nextDraw);
  assert(fixed.every(({ amount, state }) => amount === 3 && state === 'Tamil Nadu'));
  assert(!chance.some(({ state }) => state === 'Tamil Nadu'));
}

/** Checks the new part of the chain, which starts with the commitment. */
function ledgerFollower(server: TestServer): () => Promise<void> {
  const hash = Buffer.from(server.campaign.publicCampaign('en').commitment ?? '', 'hex');
  const checked: { entries: number; hash: Uint8Array } = { entries: 0, hash };
  return async () => {
    for (const entry of await readLedger(server, checked.entries)) {
      assert.equal(Number(entry.number), checked.entries);
      checked.hash = chainedHash(checked.hash, entry.content);
      checked.entries += 1;
      assert.deepEqual(Buffer.from(checked.hash), entry.hash);
    }
  };
}

/** Deals what a run's seed decides, from the block's remaining cards. */
class Dice {
  readonly #plan: DeckPlan;
  readonly #left = new Map<number, number[]>();
  readonly #dealt = new Map<number, number>();
  #rolls: readonly number[] = [];
  #from = 0;

  constructor(plan: DeckPlan) {
    this.#plan = plan;
  }

  /**
   * @param rolls an index into the deck's amounts for each of the run's draw numbers
   * @param from the run's first draw number
   */
  begin(rolls: readonly number[], from: number): void {
    this.#rolls = rolls;
    this.#from = from;
  }

  readonly readCards: ReadCards = Object.assign(
    async (draws: readonly BoundDraw[]) =>
      new Map(draws.map(([drawNumber]) => [drawNumber, this.#amountOf(drawNumber)])),
    {
      asked: async (draws: readonly BoundDraw[]) =>
        new Map(draws.map(([drawNumber]) => [drawNumber, drawNumber % 2])),
    },
  );

  #amountOf(drawNumber: number): number {
    const known = this.#dealt.get(drawNumber);
    if (known !== undefined) return known;
    const block = blockOf(this.#plan, drawNumber);
    if (block === undefined) throw new Error('The deck of the simulation is used up.');
    const left = this.#left.get(block) ?? [...this.#plan.cards];
    this.#left.set(block, left);
    const rolled = this.#rolls[(drawNumber - this.#from) % this.#rolls.length] ?? 0;
    const place = left[rolled] ? rolled : left.findIndex((count) => count > 0);
    const amount = this.#plan.amounts[place];
    if (amount === undefined) throw new Error(`A block has ${blockSize(this.#plan)} cards.`);
    left[place] = (left[place] ?? 0) - 1;
    this.#dealt.set(drawNumber, amount);
    return amount;
  }
}
