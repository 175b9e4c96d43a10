// Problems of law, pacing and the deck's end, on both sides of each limit.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withCommitment } from '../loader/complete-words.ts';
import { lawProblems } from './cross-checks.ts';
import { budgetProblems, closingProblems, pacingProblems } from './reward-checks.ts';
import { parseWith } from '../schema/fields.ts';
import { formatPath } from '../schema/problem.ts';
import { drawSchema, rewardsSchema } from '../schema/draw-schema.ts';
import { campaignSchema } from '../schema/folder-schema.ts';
import { campaignsFolder, loadCampaign } from '../loader/load-campaign.ts';

async function json(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(campaignsFolder, 'biscuit-2025', file), 'utf8'));
}
const campaign = campaignSchema.parse(await json('campaign.json'));
const rewards = rewardsSchema.parse(await json('rewards.json'));
const draw = drawSchema.parse(await json('draw.json'));
const close = { ...draw, whenDeckEnds: { kind: 'close' as const } };

/** The problems after one replacement in a JSON text. */
async function problemsOf(file: 'draw.json' | 'rewards.json', from: string, to: string) {
  const text = JSON.stringify(await json(file));
  expect(text.split(from)).toHaveLength(2);
  const schema = file === 'draw.json' ? drawSchema : rewardsSchema;
  const result = parseWith<unknown>(schema, JSON.parse(text.replace(from, to)));
  return 'problems' in result
    ? result.problems.map(({ path, message, fix }) => `${formatPath(path)} ${message}. ${fix}`)
    : [];
}

const end = 'whenDeckEnds must be {"kind": "reserve", …} or {"kind": "close"}. Write what happens';

test.each([
  [
    'draw.json',
    '"kind":"reserve"',
    '"kind":"stop"',
    /^whenDeckEnds(\.kind)? must be \{"kind": "re/,
  ],
  ['draw.json', '{"kind":"reserve","amount":3,"rewards":50000}', 'null', end],
  [
    'draw.json',
    '"kind":"reserve",',
    '"kind":"close",',
    'whenDeckEnds.amount is not known. Remove it or correct its spelling: the fields here are kind.',
  ],
  ['draw.json', '"rewards":50000', '"rewards":-1', 'whenDeckEnds.rewards must be a whole number'],
  [
    'draw.json',
    '"pacing":null',
    '"pacing":"hourly"',
    'pacing must be "daily", but is "hourly". Write "daily" to release',
  ],
  ['draw.json', '"pacing":null,', '', 'pacing is missing. Write "daily" to release'],
  [
    'rewards.json',
    '"chance":"forbidden"',
    '"chance":false',
    'fixed[0].chance must be "forbidden" or "allowed", but is false. Write whether the law there',
  ],
  ['rewards.json', ',"rewards":400000', '', 'fixed[0].rewards is missing. Write how many of them'],
  [
    'rewards.json',
    '"rewards":400000',
    '"rewards":0',
    'fixed[0].rewards must be a whole number from 1 to 2147483647, but is 0. Write how many',
  ],
] as const)('[CAM-5] %s with %s as %s is refused', async (file, from, to, problem) => {
  expect(await problemsOf(file, from, to)).toContainEqual(
    typeof problem === 'string' ? expect.stringContaining(problem) : expect.stringMatching(problem),
  );
});

test('[CAM-3] the budget is deck, reserve and fixed rewards; a campaign that closes has no reserve', () => {
  expect(budgetProblems(rewards, draw)).toEqual([]);
  expect(budgetProblems(rewards, close)).toMatchObject([
    { path: ['budgetRupees'], message: expect.stringContaining('5050000, but is 5200000') },
  ]);
  expect(budgetProblems(rewards, { ...close, budgetRupees: 5_050_000 })).toEqual([]);
  expect(budgetProblems({ ...rewards, fixed: [] }, { ...draw, budgetRupees: 4_000_000 })).toEqual(
    [],
  );
});

test.each([
  [null, 1, 0],
  ['daily', 132, 1],
  ['daily', 133, 0],
] as const)(
  '[CAM-5] pacing %s with %i blocks for 133 days has %i problems',
  (pacing, blocks, count) => {
    const paced = { ...draw, pacing, deck: { ...draw.deck, blocks } };
    const problems = pacingProblems(campaign, paced);
    expect(problems).toHaveLength(count);
    if (count > 0) expect(problems[0]?.message).toContain('133 days of the programme or more');
  },
);

test.each([
  ['2025-05-06', null, []],
  ['2025-05-07', null, ['from']],
  ['2025-05-06', '2025-09-16', []],
  ['2025-05-06', '2025-09-15', ['until']],
  ['2025-05-07', '2025-09-15', ['from', 'until']],
])(
  '[CAM-5] a law from %s until %s in a campaign that closes: problems at %j',
  (from, until, at) => {
    const dated = { ...rewards, fixed: rewards.fixed.map((law) => ({ ...law, from, until })) };
    expect(closingProblems(campaign, dated, close).map(({ path }) => formatPath(path))).toEqual(
      at.map((name) => `fixed[0].${name}`),
    );
    expect(closingProblems(campaign, dated, draw)).toEqual([]);
  },
);

test('[CAM-5] the terms and the public part contain the commitment; without a server it remains a placeholder', async () => {
  const uncommitted = await loadCampaign('biscuit-2025');
  expect(JSON.stringify(uncommitted.words('en').terms)).toContain('{commitment}');
  expect(uncommitted.publicCampaign('en')).not.toHaveProperty('commitment');
  const hash = 'ab'.repeat(32);
  const committed = withCommitment(uncommitted, hash);
  expect(JSON.stringify(committed.words('en').terms)).toContain(`is ${hash}. After`);
  expect(JSON.stringify(committed.publicCampaign('en'))).not.toContain('{commitment}');
  expect(committed.publicCampaign('en').commitment).toBe(hash);
  expect(committed.words('en')).toBe(committed.words('xx'));
  expect(committed.words('en').menu).toBe(uncommitted.words('en').menu);
});

test.each([
  ['is kept', {}, ['Goa', 'Tamil Nadu'], 0],
  ['has no state here', { state: 'Goa' }, ['Goa'], 0],
  ['is not kept', { state: 'Goa' }, ['Goa', 'Tamil Nadu'], 1],
  ['has its state spelled in another way', { state: 'Goa' }, ['Goa', 'TamilNadu'], 1],
  ['would allow chance', { chance: 'allowed' as const }, ['Tamil Nadu'], 1],
  ['begins late', { from: '2025-05-07' }, ['Tamil Nadu'], 1],
  ['ends early', { until: '2025-09-14' }, ['Tamil Nadu'], 1],
  ['ends with the programme', { until: '2025-09-15' }, ['Tamil Nadu'], 0],
])('[CAM-5] a law that is known and %s is a problem or none', (_, change, states, problems) => {
  const fixed = rewards.fixed.map((one) => ({ ...one, ...change }));
  const found = lawProblems(campaign, states, { ...rewards, fixed });
  expect(found).toHaveLength(problems);
  for (const { message } of found) expect(message).toContain('Prize Schemes (Prohibition) Act');
});
