// Bonuses that the database would refuse: `draw` finds them by the rules and its secret.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { drawPartsOf } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { askedShopper, tea, teaServer } from '@inaam/testing/server/shopper/asked-shopper.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { readLedger } from '@inaam/testing/server/database/database-queries.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { commitmentOf, planOf } from '@inaam/server/draw/campaign-commitment.ts';
import { assertCommitted, commitDraw, readCommitment } from '@inaam/server/draw/commitments.sql.ts';
import { chainedHash } from '@inaam/server/draw/ledger.rules.ts';
import type { BoundDraw } from '@inaam/server/draw/read-cards.ts';
import { BoundDraws } from '@inaam/server/draw/cards/bound-draws.ts';

const { pseudonym } = testSecrets;
const operator = { by: 'asha', reason: 'the launch', at: Date.parse('2025-05-01T10:00:00Z') };

let server: TestServer;
beforeAll(async () => {
  server = await teaServer({}, 9);
  for (const state of ['Goa', 'Goa', 'Nagaland']) {
    const { answer, right } = await askedShopper(server, state);
    await answer(right);
  }
  // Not answered yet.
  await askedShopper(server);
});
afterAll(() => server.close());

type Content = Record<string, unknown>;

/** Follows the ledger of the server, changed and chained anew, to its end. */
async function follow(change: (entries: Content[]) => Content[]): Promise<BoundDraws> {
  const { database, campaign } = server;
  const commitment = await readCommitment(database, campaign.id);
  if (!commitment) throw new Error('nothing was committed to');
  const contents = (await readLedger(server)).map(({ content }): Content => JSON.parse(content));
  let last: Uint8Array = Buffer.from(commitment.hash, 'hex');
  const rows = change(contents).map((entry, number) => {
    const names = Object.keys(entry).toSorted();
    const content = JSON.stringify({ ...entry, number }, names);
    last = chainedHash(last, content);
    return { content, hash: Buffer.from(last) };
  });
  const query = async ({ values }: { values: [string, number, number] }) => ({
    rows: rows.slice(values[1], values[2]),
  });
  const read = Object.assign(Object.create(database), { query });
  return new BoundDraws({ database: read, commitment, secret: testSecrets.draw });
}

const isBonus = ({ kind }: Content) => kind === 'bonus';
const first = (change: (bonus: Content) => Content) => (entries: Content[]) => {
  const at = entries.findIndex(isBonus);
  return entries.with(at, change(entries[at] ?? {}));
};
const fresh = randomBytes(16).toString('hex');
const added = (change: (bonus: Content) => Content) => (entries: Content[]) => [
  ...entries,
  change({ ...entries.find(isBonus) }),
];

test('bonuses of right answers are followed, and each draw number has its question', async () => {
  const draws = await follow((entries) => entries);
  await draws.readNewEntries();
  expect(draws.broken).toBeUndefined();
  const bound = (await readLedger(server)).flatMap(({ content }): BoundDraw[] => {
    const { kind, draw, pseudonym } = JSON.parse(content);
    return kind === 'verified' && draw !== undefined ? [[draw, pseudonym]] : [];
  });
  const questions = await draws.askedOf([...bound, [9, fresh]]);
  expect([...(questions?.keys() ?? [])]).toEqual([0, 1, 2]);
  for (const question of questions?.values() ?? []) expect([0, 1]).toContain(question);
});

test.each<[string, (entries: Content[]) => Content[]]>([
  ['twice', added((bonus) => bonus)],
  ['of another amount', first((bonus) => ({ ...bonus, amount: bonus['amount'] === 5 ? 10 : 5 }))],
  [
    'for another question',
    first((bonus) => ({ ...bonus, question: 1 - Number(bonus['question']) })),
  ],
  ['of nobody', added((bonus) => ({ ...bonus, pseudonym: fresh }))],
  ['from another state', first((bonus) => ({ ...bonus, state: 'Kerala' }))],
  [
    'before its reward',
    (entries) => {
      const bonus = entries.find(isBonus) ?? {};
      const at = entries.findIndex(
        ({ kind, pseudonym }) => kind === 'granted' && pseudonym === bonus['pseudonym'],
      );
      return entries.filter((entry) => entry !== bonus).toSpliced(at, 0, bonus);
    },
  ],
])('[CAM-3] a bonus %s stops the draw', async (_, change) => {
  const draws = await follow(change);
  await expect(draws.readNewEntries()).rejects.toThrow('for an answer, which is not the bonus');
});

test('[CAM-5] another right answer is refused by the program that judges it, and the document does not tell which', async () => {
  const { close, database } = await testServer();
  onTestFinished(close);
  const asked = tea.questions;
  if (!asked) throw new Error('The campaign has no question.');
  const commitment = commitmentOf(tea, { drawParts: drawPartsOf(randomBytes(32)), pseudonym });
  const { document, text } = commitment;
  await commitDraw(database, commitment, operator);
  const [first, ...more] = asked.questions;
  if (!first) throw new Error('Nothing is asked.');
  const questions = [{ ...first, right: first.right + 1 }, ...more];
  const changed = { ...tea, questions: { ...asked, questions } };
  await expect(assertCommitted(database, planOf(changed, { pseudonym }))).rejects.toThrow(
    'Different: the questions and their right answers (questions.json). Restore it',
  );
  await assertCommitted(database, planOf(tea, { pseudonym }));
  await assertCommitted(database, planOf(tea));
  expect(document.question?.count).toBe(2);
  expect(text).not.toContain(first.id);
});
