import { expect, test } from 'vitest';
import { documentOf, inOrder, smallPlan } from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, verdictOf } from '@inaam/testing/verifier/published-files.ts';

const act = { chance: 'forbidden' as const, law: 'an act', state: 'Goa' };
const law = { ...act, amount: 3, from: '2025-05-06', rewards: 9, until: null };
const untilNinth = { ...law, until: '2025-05-09' };
const made = { kind: 'unique', codes: 'made' };
const close = { kind: 'close' as const };
const valid = publish({ entries: [] });

/** A field or `part.field`, its value, and what the message says. */
const wrong: [path: string, value: unknown, says: string][] = [
  ['deck.cards', [0, 0, 0], 'deck must be of one card or more'],
  ['deck.cards', [1, 1], 'deck.cards must be'],
  ['deck.blocks', 0, 'deck.blocks must be'],
  ['deck.blocks', 2 ** 52, 'of a number that can be counted'],
  ['deck.denominations', [5, 3, 10], 'deck.denominations must be'],
  ['deck.denominations', [3, 3, 10], 'deck.denominations must be'],
  ['campaign', 'a|0', 'campaign must be'],
  ['draw', 'inaam-draw-1', 'draw must be inaam-draw-2'],
  ['note', 1, 'the list of the fields must be'],
  ['pacing', 'weekly', 'pacing must be'],
  ['programme.to', '2025-05-05', 'programme must be two days in their order'],
  ['programme.from', '2025-02-29', 'programme.from must be a day'],
  ['fixed', {}, 'fixed must be a list'],
  ['fixed', [law, { ...law, state: 'Assam' }], 'fixed must be in the order'],
  ['fixed', [untilNinth, { ...law, from: '2025-05-10' }], 'fixed must be one pool'],
  ['fixed', [untilNinth, { ...law, amount: 5, from: '2025-05-09' }], 'one reward for a state'],
  ['fixed', [{ ...law, until: '2025-05-05' }], 'fixed.until must be'],
  ['fixed', [{ ...law, law: '' }], 'fixed.law must be'],
  // A name that moves the terminal.
  ['fixed', [{ ...law, law: 'a\u001b[2J' }], 'fixed.law must be'],
  ['fixed', [{ ...law, rewards: undefined }], 'the list of the fields of fixed must be'],
  ['whenDeckEnds', { kind: 'stop' }, 'whenDeckEnds must be'],
  ['whenDeckEnds', { kind: 'reserve', amount: 0, rewards: 1 }, 'whenDeckEnds.amount must be'],
  ['fixed', [{ ...law, chance: 'perhaps' }], 'fixed.chance must be'],
  ['packs', { kind: 'batch', codes: 'made' }, 'packs must be with codes where'],
  ['packs', { kind: 'batch', claims: { perDay: 1, inAll: 2 } }, 'packs must be with codes where'],
  ['packs', { kind: 'unique' }, 'packs must be with codes where'],
  ['packs', { ...made, codes: 'sold' }, 'packs.codes must be'],
  ['packs', { ...made, claims: { perDay: 0, inAll: 2 } }, 'packs.claims.perDay must be'],
  ['packs', { ...made, claims: { perDay: 3, inAll: 2 } }, 'packs.claims must be no more on a day'],
  ['states', ['Kerala', 'Goa'], 'states must be in ascending order'],
  ['states', ['Goa', 'Goa'], 'states must be in ascending order'],
  ['pseudonymKeySha256', 'ab', 'pseudonymKeySha256 must be'],
  ['secretPartsSha256', ['0a'.repeat(32), '0a'.repeat(32)], 'secretPartsSha256 must be'],
  ['secretPartsSha256', ['0a'.repeat(32)], 'secretPartsSha256 must be'],
  ['secretSha256', 'A'.repeat(64), 'secretSha256 must be'],
];
test.each(wrong)('[CAM-5] a document whose %s is %j is refused', async (path, value, says) => {
  const document = JSON.parse(valid.commitment);
  const [part = '', field] = path.split('.');
  document[part] = field === undefined ? value : { ...document[part], [field]: value };
  const verdict = await verdictOf({ ...valid, commitment: inOrder(document) });
  expect(verdict).toMatchObject({
    fault: { file: 'commitment', line: null, message: expect.stringContaining(says) },
  });
});

test('[CAM-5] a campaign that closes has its laws to the day after its end', async () => {
  const plan = (until: string) => ({
    ...smallPlan,
    whenDeckEnds: close,
    fixed: [{ ...law, until }],
  });
  const of = (until: string) => publish({ document: documentOf(plan(until)), entries: [] });
  expect(await verdictOf(of('2025-05-16'))).toMatchObject({ valid: true });
  expect(await verdictOf(of('2025-05-15'))).toMatchObject({
    fault: { what: 'fixed', expected: expect.stringContaining('the whole programme') },
  });
});

test.each(['\n', ' ', '\ufeff'])(
  '[CAM-5] a document with %j around it is another one',
  async (more) => {
    for (const commitment of [`${valid.commitment}${more}`, `${more}${valid.commitment}`]) {
      expect(await verdictOf({ ...valid, commitment })).toMatchObject({
        fault: { what: 'the document', expected: expect.stringContaining('canonical JSON') },
      });
    }
  },
);
