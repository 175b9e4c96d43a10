// A whole campaign on the real server, then an outside auditor with the published files and the
// verifier, started as anybody would start it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bonusesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { revealSecret } from '../draw-reveal.sql.ts';
import { askedCampaign, questionIdOf } from '@inaam/testing/server/shopper/asked-shopper.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { drawAddresses } from './audit-files.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const states = ['Goa', 'Tamil Nadu', 'Karnataka', 'Kerala'];
type Change = (campaign: ServerCampaign) => Partial<ServerCampaign>;

const played = (change: Change) =>
  testServer({
    change: (campaign) => {
      const small = {
        ...campaign,
        programme: { from: '2025-07-01', to: '2025-07-03' },
        fixed: campaign.fixed.map((law) => ({ ...law, from: '2025-07-01', rewards: 5 })),
        draw: { ...campaign.draw, deck: { cards: { 3: 2, 5: 1, 10: 1 }, blocks: 6 } },
      };
      return { ...small, ...change(small) };
    },
  });

/**
 * Each day's shoppers come at once. Those without a reward return the next day, and the last day's
 * the day after. Every second shopper is erased after the reward.
 */
async function play(server: TestServer, shoppersADay: number): Promise<void> {
  let waiting: Shopper[] = [];
  for (const day of [1, 2, 3, 4]) {
    server.time.campaign = Date.parse(`2025-07-0${day}T06:00:00Z`);
    const coming = Array.from({ length: day === 4 ? 0 : shoppersADay }, async (_, at) => {
      const shopper = new Shopper(server);
      const mobile = newMobile();
      const registered = await shopper.register(mobile, states[at % states.length]);
      if (registered.status !== 200) return [];
      const verified = await shopper.verifyWith(await shopper.code(mobile));
      return verified.status === 200 ? [shopper] : [];
    });
    waiting.push(...(await Promise.all(coming)).flat());
    const claims = waiting.map(async (shopper, at) => {
      const { status } = await shopper.call('getReward');
      if (status !== 200) return [shopper];
      const isAsked = bonusesOf(server.campaign).length > 0;
      const asked = isAsked ? (await shopper.call('getQuestion')).resp['question'] : null;
      const answer = { questionId: questionIdOf(asked), selectedAnswer: 1 };
      if (answer.questionId)
        expect((await shopper.call('answerQuestion', answer)).status).toBe(200);
      if (at % 2 === 0) expect((await shopper.call('eraseData')).status).toBe(200);
      return [];
    });
    waiting = (await Promise.all(claims)).flat();
  }
}

/** Downloads the site's four files into a folder. */
async function published(server: TestServer): Promise<Record<string, string>> {
  const folder = await folderOfTest();
  const files: Record<string, string> = {};
  for (const [name, url] of Object.entries(drawAddresses)) {
    const { rawPayload, statusCode } = await server.app.inject({ url });
    expect(statusCode).toBe(200);
    files[name] = path.join(folder, path.basename(url));
    await writeFile(files[name], rawPayload);
  }
  return files;
}

async function audit(files: Record<string, string>, expected: string) {
  const words = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file]);
  const output = await new Promise<string>((resolve) => {
    const args = ['verifier/verify.ts', ...words, '--expect', expected, '--json'];
    execFile(process.execPath, args, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  return JSON.parse(output);
}

const close = { kind: 'close' as const };
const reserve = { kind: 'reserve' as const, amount: 3, rewards: 20 };
const withQuestion: Change = (campaign) => askedCampaign(campaign, [3, 5, 10], 4);
const laws: [string, Change, number, string[]][] = [
  ['as it is', () => ({}), 8, ['chance:3', 'chance:10', 'fixed:Tamil Nadu:3', 'reserve:3']],
  ['with a question', withQuestion, 8, ['chance:3', 'fixed:Tamil Nadu:3', 'bonus:3']],
  [
    'paced by the day, with a law that begins on the second day',
    ({ draw, fixed }) => ({
      draw: { ...draw, pacing: 'daily', whenDeckEnds: reserve },
      fixed: fixed.map((law) => ({ ...law, from: '2025-07-02' })),
    }),
    12,
    ['chance:3', 'fixed:Tamil Nadu:3', 'reserve:3'],
  ],
  [
    'closing with its deck, and paced',
    ({ draw }) => ({ draw: { ...draw, pacing: 'daily', whenDeckEnds: close } }),
    12,
    ['chance:3', 'chance:5', 'chance:10', 'fixed:Tamil Nadu:3'],
  ],
];

const expectVerified = async (_: string, change: Change, shoppersADay: number, pools: string[]) => {
  const server = await played(change);
  onTestFinished(() => server.close());
  const commitment = server.campaign.publicCampaign('en').commitment ?? '';
  await play(server, shoppersADay);
  const operator = { by: 'asha', reason: 'the end', at: server.time.wall };
  const late = Date.parse('2025-07-05T00:00:00Z');
  await revealSecret(server.database, server.campaign.id, testSecrets.draw, operator, late);

  const files = await published(server);
  const verdict = await audit(files, commitment);
  expect(verdict).toMatchObject({ valid: true, isWhole: true, commitment });
  expect(verdict.granted).toBeGreaterThan(16);
  const paid = verdict.pools.filter(({ granted }: { granted: number }) => granted > 0);
  expect(paid.map(({ pool }: { pool: string }) => pool)).toEqual(expect.arrayContaining(pools));
  // Everyone admitted got something: a promise, or a share of a large enough reserve.
  expect(verdict.granted).toBe(verdict.verified);

  const forged = await forge(files['ledger'] ?? '', files['commitment'] ?? '');
  expect(await audit({ ...files, ledger: forged }, commitment)).toMatchObject({
    valid: false,
    fault: { file: 'ledger', what: 'amount' },
  });
};

test.each(laws.slice(0, 2))(
  '[CAM-1][CAM-2][CAM-3][PER-4] an auditor with the published files alone verifies a campaign: %s',
  (...law) => expectVerified(...law),
);
test.each(laws.slice(2))(
  '[CAM-1][CAM-2][CAM-3][PER-4] an auditor with the published files alone verifies a campaign: %s',
  { tags: ['long'] },
  (...law) => expectVerified(...law),
);

/** Forges a ledger as an insider could: increases the first reward and recomputes every hash. */
async function forge(ledger: string, commitment: string): Promise<string> {
  const lines = (await readFile(ledger, 'utf8')).trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('{"entry":{"amount":3,'));
  let hash = createHash('sha256')
    .update(await readFile(commitment))
    .digest();
  const anew = lines.map((line, at) => {
    const content = line.slice('{"entry":'.length, -`,"hash":"${'0'.repeat(64)}"}`.length);
    const changed = at === first ? content.replace('"amount":3', '"amount":10') : content;
    hash = createHash('sha256').update(hash).update(changed).digest();
    return `{"entry":${changed},"hash":"${hash.toString('hex')}"}\n`;
  });
  await writeFile(`${ledger}.forged`, anew.join(''));
  return `${ledger}.forged`;
}
