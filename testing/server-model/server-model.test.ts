// Random commands of several devices and numbers on the real server and PostgreSQL, compared with a
// model of the protocol. A failure prints the seed and the shortest run; see web/README.md.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelRuns } from '../setup/model-runs.ts';
import { chainedHash } from '@inaam/server/rules/ledger.ts';
import { dayStart } from '@inaam/server/rules/period.ts';
import { budgetErrors, readDeck, readLedger, readRewards } from '../server/database-queries.ts';
import { newMobile } from '../server/shopper.ts';
import { testServer, type TestServer } from '../server/test-server.ts';
import { rateLimits } from '@inaam/server/rules/rate-limits.ts';
import { deviceCount } from './commands.ts';
import { day } from './limits.ts';
import { Model } from './model.ts';
import { commandSequences } from './command-sequences.ts';
import { System, type Compare } from './system.ts';

const { run, replayPath, timeoutMs } = modelRuns(50);
/** Enough for every run: ten cards each, and a run has three numbers. */
const deck = { cards: { 3: 7, 5: 2, 10: 1 }, blocks: run.numRuns };
const reserve = 5;
let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    rateLimits,
    // Small blocks, so that runs cross from one to the next.
    change: (campaign) => ({
      ...campaign,
      draw: {
        ...campaign.draw,
        deck,
        whenDeckEnds: { kind: 'reserve', amount: 3, rewards: reserve },
      },
    }),
  });
  // The chain starts with the commitment.
  checked.hash = Buffer.from(server.campaign.publicCampaign('en').commitment ?? '', 'hex');
});
afterAll(() => server.close());

const compare: Compare = ({ status, messageId, holds = {}, retryAfterSeconds }, answer) => {
  const { resp, headers } = answer;
  expect({ status: answer.status, messageId: resp['messageId'], resp }).toMatchObject({
    status,
    messageId,
    resp: { statusCode: status, ...holds },
  });
  if (retryAfterSeconds !== undefined)
    expect(headers['retry-after']).toBe(String(retryAfterSeconds));
  if ('winType' in resp) expect([3, 5, 10]).toContain(resp['winType']);
};

/** The part of the ledger that has been checked. */
const checked: { entries: number; hash: Uint8Array } = { entries: 0, hash: new Uint8Array() };

async function assertStoreAddsUp(model: Model, system: System): Promise<void> {
  const { nextDraw, left: pools, remaining } = await readDeck(server);
  const rewards = await readRewards(server);
  const {
    chance = [],
    fixed = [],
    reserve: fromReserve = [],
  } = Object.groupBy(rewards, ({ kind }) => kind);
  for (const [at, [amount, cards]] of Object.entries(deck.cards).entries()) {
    const left = remaining.reduce((sum, block) => sum + (block[at] ?? 0), 0);
    const granted = chance.filter((reward) => reward.amount === Number(amount)).length;
    expect(left + granted).toBe(cards * deck.blocks);
  }
  expect((pools['reserve:3'] ?? 0) + fromReserve.length).toBe(reserve);
  expect(await budgetErrors(server.database)).toEqual([]);
  // A card is bound when the number is verified; not everyone plays.
  const bound = (await readLedger(server)).filter(
    ({ kind, content }) => kind === 'verified' && content.includes('"promise":"chance"'),
  );
  expect(nextDraw).toBe(bound.length);
  expect(chance.length).toBeLessThanOrEqual(nextDraw);
  expect(fixed.every(({ amount, state }) => amount === 3 && state === 'Tamil Nadu')).toBe(true);
  expect(chance.some(({ state }) => state === 'Tamil Nadu')).toBe(false);
  for (const [name, { participant }] of model.numbers) {
    const index = server.keys.mobileIndex(system.mobile(name));
    const own = rewards.filter(({ mobileIndex }) => mobileIndex.equals(index));
    expect(own.map(({ amount }) => amount)).toEqual(
      participant?.reward === undefined ? [] : [participant.reward],
    );
  }
  for (const entry of await readLedger(server, checked.entries)) {
    expect(Number(entry.number)).toBe(checked.entries);
    checked.hash = chainedHash(checked.hash, entry.content);
    checked.entries += 1;
    expect(Buffer.from(checked.hash)).toEqual(entry.hash);
  }
}

/** Before the programme, during it, and in its last minutes. */
const starts = fc.oneof(
  { weight: 8, arbitrary: fc.constant('middle' as const) },
  fc.constantFrom('eve' as const, 'end' as const),
);
const names = ['first', 'second', 'third'];

test(
  '[CAM-2][ROL-1][ROL-2][SES-6][HOM-6][OTP-5][OTP-6][SGN-3][ENT-7] whatever devices and numbers do, in whatever order, each answer is the one that is owed',
  async () => {
    const { from, to } = server.campaign.programme;
    const period = { from: dayStart(from), to: dayStart(to) + day };
    const at = {
      middle: Date.parse('2025-07-01T06:00:00Z'),
      eve: period.from - 90_000,
      end: period.to - 200_000,
    };
    await fc.assert(
      fc.asyncProperty(starts, commandSequences(names, replayPath), async (start, steps) => {
        // Each run has its own numbers, devices and day.
        server.time.wall += 2 * day;
        server.time.campaign = at[start];
        const mobiles = new Map(names.map((name) => [name, newMobile()]));
        const system = new System({ server, compare, devices: deviceCount, mobiles });
        const model = new Model(server.time, period, deviceCount);
        for (const shopper of system.shoppers) await shopper.start();
        await fc.asyncModelRun(() => ({ model, real: system }), steps);
        await assertStoreAddsUp(model, system);
      }),
      run,
    );
  },
  timeoutMs,
);
