// A campaign's rehearsal over eight days: a late stock, a provider that is down for a day, a pause,
// a supplement, and vouchers that do not arrive. At the end the books must balance, however they
// are counted.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { budgetErrors } from '../server/database/database-queries.ts';
import { drawVariables } from '../server/campaign/committed-campaign.ts';
import { operatorFixture, runOperatorInProcess } from '../server/operator/operator-in-process.ts';
import {
  serverOnDatabase,
  testSecrets,
  type TestServer,
} from '../server/app/server-on-database.ts';
import { verdictOf } from '../verifier/published-files.ts';
import type { Verdict } from '@inaam/verifier/verify-campaign.ts';
import { simulatedDays, type Said } from './simulated-days.ts';

const dayMs = 86_400_000;
const days = 8;
// The commands accept only random keys.
const [index, voucherKey] = [randomBytes(32), randomBytes(32)];
const secrets = { ...testSecrets, index, voucherSeal: [{ id: 1, key: voucherKey }] };
const startsAt = Date.now() - (days + 2) * dayMs;

let server: TestServer;
let folder: string;
/** Participants per day; a multiple of 50. Four of five draw a card. */
let perDay: number;

async function begin(participantsOfDay: number): Promise<void> {
  perDay = participantsOfDay;
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-rehearsal-'));
  const fixture = operatorFixture();
  const { url } = await fixture.newDatabase();
  const close = { url, drop: () => Promise.resolve() };
  server = await serverOnDatabase(close, {
    change: (campaign) => ({
      ...campaign,
      programme: { from: indianDay(startsAt - dayMs), to: indianDay(Date.now() + 20 * dayMs) },
      fixed: campaign.fixed.map((law) => ({ ...law, rewards: 2 * perDay })),
      draw: {
        ...campaign.draw,
        // For six days; then a few from the reserve, then nothing.
        deck: { cards: { 3: 6, 5: 3, 10: 1 }, blocks: blocksFor(6) },
        whenDeckEnds: { kind: 'reserve', amount: 3, rewards: perDay / 10 },
      },
    }),
  });
  onTestFinished(async () => {
    await server.close();
    await fixture.end();
    await rm(folder, { recursive: true });
  });
}

/** Of ten cards. */
const blocksFor = (someDays: number) => (someDays * perDay * 0.8) / 10;

async function operator(...words: string[]): Promise<Record<string, unknown>> {
  const variables = {
    DATABASE_URL: server.databaseUrl,
    INDEX_SECRET: index.toString('base64'),
    VOUCHER_SEAL_KEYS: `1:${voucherKey.toString('base64')}`,
    ...drawVariables(testSecrets.draw),
  };
  const done = await runOperatorInProcess([...words, '--json'], { variables, isOneClock: true });
  if (done.exit !== 0) throw new Error(`${words.join(' ')}: ${done.errors}`);
  return done.json();
}

const who = ['--why', 'the rehearsal', '--by', 'asha'];

/** @returns the number of codes loaded */
async function loadStock(name: string, ofEach: Record<string, number>): Promise<number> {
  const lines = Object.entries(ofEach).flatMap(([amount, count]) =>
    Array.from({ length: count }, (_, at) => `${name}-${amount}-${at},${amount}`),
  );
  const file = path.join(folder, `${name}.csv`);
  await writeFile(file, ['code,amount', ...lines, ''].join('\n'));
  await operator('vouchers', 'load', file, ...who, '--yes');
  return lines.length;
}

async function counted(query: string): Promise<Record<string, number>> {
  const { rows } = await server.database.query<Record<string, string | null>>(query);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value ?? 0)]),
  );
}

const failedOnce = (place: number): Said =>
  place % 25 === 3 ? 'absent' : place % 90 === 4 ? 'dead' : 'delivered';

/** Enough for a hundred participants a day. */
const stockFor = (ofHundred: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(ofHundred).map(([amount, count]) => [amount, (count * perDay) / 100]),
  );

async function simulate(): Promise<number> {
  const campaign = simulatedDays(server, allKeysOf(secrets, server.campaign.id), startsAt);
  let stock = await loadStock('FIRST', stockFor({ 3: 24, 5: 8, 10: 2 }));
  let waiting: Awaited<ReturnType<typeof campaign.register>> = [];
  for (let day = 0; day < days; day += 1) {
    campaign.clock.now = startsAt + day * dayMs;
    if (day === 1) stock += await loadStock('SECOND', stockFor({ 3: 760, 5: 280, 10: 120 }));
    if (day === 4) await operator('campaign', 'resume', ...who);
    campaign.provider.isUp = day !== 2;
    const fresh = await campaign.register(perDay);
    expect(fresh).toHaveLength(perDay);
    if (day === 3) await operator('campaign', 'pause', ...who);
    const spinners = [...waiting, ...fresh];
    waiting = await campaign.spin(spinners);
    if (day === 3) expect(waiting).toHaveLength(spinners.length);
    else if (day < 6) expect(waiting).toHaveLength(0);
    else if (day === 6) {
      expect(waiting.length).toBeGreaterThan(0.4 * perDay);
      const more = ['--blocks', String(blocksFor(3)), '--reserve', String(perDay)];
      await operator('campaign', 'supplement', ...more, ...who, '--yes');
    }
    await campaign.deliver(day === 0 || day === 2 ? 'tried' : 'sent');
    await campaign.receive(failedOnce);
  }
  expect(waiting).toEqual([]);
  const absent = ['--failure', 'absent subscriber', '--count', '1000'];
  await operator('deliveries', 'resend', ...absent, ...who, '--yes');
  await campaign.deliver('sent');
  await campaign.receive(() => 'delivered');
  const { rows } = await server.database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' and state = 'failed'`,
  );
  for (const { id } of rows) await operator('deliveries', 'settle', id, ...who, '--yes');
  expect(rows.length).toBeGreaterThan(perDay / 50);
  return stock;
}

test('[CAM-2][CAM-3][CAM-6] after a rehearsed campaign every book agrees, and each voucher that was owed has ended', async () => {
  expect(await rehearse(50)).toMatchObject({ valid: true, amended: 1 });
});

test('so they do after one of 800 participants', { tags: ['long'] }, async () => {
  expect(await rehearse(100)).toMatchObject({ valid: true, amended: 1 });
});

/** @returns the verifier's verdict */
async function rehearse(participantsOfDay: number): Promise<Verdict> {
  await begin(participantsOfDay);
  const stock = await simulate();
  const people = days * perDay;

  // Debts, rewards, people and stock.
  const books = await counted(
    `select (select count(*) from inaam.participant) as people,
       (select count(*) from inaam.reward) as rewards,
       (select count(*) from inaam.message where kind = 'voucher') as debts,
       (select count(*) from inaam.message join inaam.reward using (campaign, pseudonym)
        join inaam.voucher using (campaign, pseudonym)
        where message.kind = 'voucher' and voucher.amount = reward.amount) as paid_with_a_code,
       (select count(*) from inaam.voucher) as codes,
       (select count(*) from inaam.voucher where pseudonym is null) as free_codes,
       (select count(*) from inaam.message
        where kind = 'voucher' and state not in ('delivered', 'settled')) as without_end`,
  );
  expect(books).toEqual({
    people,
    rewards: people,
    debts: people,
    paid_with_a_code: people,
    codes: stock,
    free_codes: stock - people,
    without_end: 0,
  });
  expect(await budgetErrors(server.database)).toEqual([]);

  // The published files, checked by the verifier.
  const published = path.join(folder, 'published');
  await operator('ledger', 'export', '--folder', published, ...who);
  const read = (name: string) => readFile(path.join(published, name), 'utf8');
  return verdictOf({
    commitment: await read('commitment.json'),
    amendments: await read('amendments.jsonl'),
    ledger: await read('ledger.jsonl'),
    head: await read('head.json'),
    secret: `${Buffer.from(testSecrets.draw).toString('hex')}\n`,
  });
}
