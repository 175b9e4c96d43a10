import { expect, test } from 'vitest';
import {
  commitmentOf,
  documentOf,
  inOrder,
  secret,
  smallPlan,
  type Entry,
} from '@inaam/testing/verifier/honest-campaign.ts';
import {
  validEntries,
  publish,
  verdictOf,
  type FinishedCampaign,
} from '@inaam/testing/verifier/published-files.ts';

const entries = validEntries();
const at = (wanted: (entry: Entry) => boolean, from = 100) =>
  entries.findIndex((entry, place) => place >= from && wanted(entry));
const chanceAt = at(({ reward }) => reward === 'chance');
const fixedAt = at(({ reward }) => reward === 'fixed');
const unlucky = at(({ reward, amount }) => reward === 'chance' && amount === 3);

const changed = (place: number, fields: Entry) =>
  entries.map((entry, one) => (one === place ? { ...entry, ...fields } : entry));
const without = (entry: Entry, ...names: string[]) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
const replaced = (place: number, change: (entry: Entry) => Entry) =>
  entries.map((entry, one) => (one === place ? change(entry) : entry));
const renumbered = (list: readonly Entry[]) => list.map((entry, number) => ({ ...entry, number }));
const inserted = (place: number, ...more: Entry[]) =>
  renumbered(entries.toSpliced(place, 0, ...more));
const calledOtherwise = (reward: string) => changed(chanceAt, { reward });
const boundAt = at(({ kind, promise }) => kind === 'verified' && promise === 'chance');
const lawAt = at(({ kind, promise }) => kind === 'verified' && promise === 'fixed');
const isCard = ({ kind, promise }: Entry) => kind === 'verified' && promise === 'chance';
/** Two participants verified in succession. */
const pairAt = at((entry) => isCard(entry) && isCard(entries[Number(entry['number']) + 1] ?? {}));
const swapped = entries
  .with(pairAt, entries[pairAt + 1] ?? {})
  .with(pairAt + 1, entries[pairAt] ?? {});

/** Two entries, with these fields swapped. */
const mixed = (one: number, other: number, ...names: string[]) => {
  const of = (place: number) =>
    Object.fromEntries(names.map((name) => [name, entries[place]?.[name] ?? '']));
  return entries
    .with(one, { ...entries[one], ...of(other) })
    .with(other, { ...entries[other], ...of(one) });
};
const exchanged = (one: number, other: number) => mixed(one, other, 'draw', 'block');
const renamed = (one: number, other: number) => mixed(one, other, 'pseudonym', 'state');

const newcomer = {
  at: '2025-05-07T00:00Z',
  campaign: 'biscuit-2025',
  number: 0,
  state: 'Goa',
  day: '2025-05-07',
  promise: 'chance',
  block: 0,
  draw: 0,
};
const ghost = { ...newcomer, pseudonym: 'ab'.repeat(16) };
const gift = { ...ghost, kind: 'granted', reward: 'chance', amount: 10 };

/** The change, the index of the entry where it shows (-1: anywhere), and the message. */
const changes: [string, Entry[], number, string][] = [
  ['an outcome', changed(unlucky, { amount: 10 }), unlucky, 'amount must be 3, but is 10'],
  ['the order of two entries', swapped, pairAt, 'number must be'],
  ['the order, renumbered', renumbered(swapped), pairAt, 'draw must be'],
  ['a deletion', entries.toSpliced(chanceAt, 1), chanceAt, 'number must be'],
  [
    'a deletion of a participant, with new numbers',
    renumbered(entries.slice(1)),
    -1,
    'not verified before',
  ],
  ['an insertion of a reward', inserted(chanceAt, gift), chanceAt, 'not verified before'],
  [
    'an insertion of a participant with a reward',
    inserted(chanceAt, { ...ghost, kind: 'verified' }, gift),
    chanceAt,
    'draw must be',
  ],
  [
    'a duplicate reward',
    inserted(entries.length, entries[chanceAt] ?? {}),
    entries.length,
    'rewarded before',
  ],
  [
    'a duplicate participant',
    inserted(chanceAt, entries[0] ?? {}),
    chanceAt,
    'in the ledger already',
  ],
  ['a number', changed(chanceAt, { number: 9999 }), chanceAt, 'number must be'],
  ['a draw number', changed(chanceAt, { draw: 9999 }), chanceAt, 'draw must be'],
  ['a pseudonym', changed(0, { pseudonym: ghost.pseudonym }), -1, 'not verified before'],
  [
    'a pseudonym of a reward',
    changed(chanceAt, { pseudonym: ghost.pseudonym }),
    chanceAt,
    'not verified before',
  ],
  ['a block', changed(chanceAt, { block: 19 }), chanceAt, 'block must be'],
  [
    'the draw number that was bound',
    changed(boundAt, { draw: Number(entries[boundAt]?.['draw']) + 1 }),
    boundAt,
    'draw must be',
  ],
  [
    'the draw numbers of two participants',
    exchanged(boundAt, at(isCard, boundAt + 1)),
    boundAt,
    'draw must be',
  ],
  ['the pseudonyms of two participants', renamed(boundAt, at(isCard, boundAt + 1)), -1, 'must be'],
  ['the block that was bound', changed(boundAt, { block: 19 }), boundAt, 'block must be'],
  ['a batch that is none', changed(boundAt, { batch: 'a b' }), boundAt, 'batch must be'],
  ['a batch of a reward', changed(chanceAt, { batch: 'JUN' }), chanceAt, 'the list of the fields'],
  [
    'a promise of a card for Tamil Nadu',
    changed(lawAt, { promise: 'chance', block: 0, draw: 9 }),
    lawAt,
    'promise must be fixed, but is chance',
  ],
  [
    'a promise that was broken',
    replaced(boundAt, (entry) => ({ ...without(entry, 'block', 'draw'), promise: 'none' })),
    boundAt,
    'promise must be chance, but is none',
  ],
  [
    'a promise that another one was granted for',
    replaced(chanceAt, (entry) => ({ ...without(entry, 'block', 'draw'), promise: 'reserve' })),
    chanceAt,
    'promise must be chance, but is reserve',
  ],
  ['a promise of no known kind', changed(boundAt, { promise: 'two' }), boundAt, 'promise must be'],
  ['a day after the programme', changed(boundAt, { day: '2025-05-16' }), boundAt, 'day must be'],
  [
    'a fixed reward that took a draw number',
    changed(fixedAt, { block: 0, draw: 40 }),
    fixedAt,
    'draw must be missing, but is 40',
  ],
  [
    'a chance reward without a draw number',
    replaced(chanceAt, (entry) => without(entry, 'block', 'draw')),
    chanceAt,
    'draw must be',
  ],
  [
    'Tamil Nadu with a chance reward',
    changed(fixedAt, { reward: 'chance', amount: 10 }),
    fixedAt,
    'reward must be fixed, but is chance',
  ],
  [
    'a state that was changed for the reward',
    changed(fixedAt, { state: 'Goa' }),
    fixedAt,
    'state must be Tamil Nadu, but is Goa',
  ],
  [
    'a chance reward called fixed',
    calledOtherwise('fixed'),
    chanceAt,
    'reward must be chance, but is fixed',
  ],
  [
    'a chance reward called reserve',
    calledOtherwise('reserve'),
    chanceAt,
    'reward must be chance, but is reserve',
  ],
  [
    'a reward of no known kind',
    calledOtherwise('gift'),
    chanceAt,
    'reward must be chance or fixed or reserve',
  ],
  ['an entry of an unknown kind', changed(chanceAt, { kind: 'revoked' }), chanceAt, 'kind must be'],
  [
    'the amount of a fixed reward',
    changed(fixedAt, { amount: 5 }),
    fixedAt,
    'amount must be 3, but is 5',
  ],
  ['a day before the programme', changed(chanceAt, { day: '2025-05-05' }), chanceAt, 'day must be'],
  [
    'a day two days after the programme',
    changed(chanceAt, { day: '2025-05-17' }),
    chanceAt,
    'day must be',
  ],
  ['an impossible day', changed(chanceAt, { day: '2025-05-32' }), chanceAt, 'day must be'],
  [
    'an instant finer than the minute',
    changed(chanceAt, { at: '2025-05-10T09:00:00Z' }),
    chanceAt,
    'at must be',
  ],
  [
    'an instant that no clock shows',
    changed(chanceAt, { at: '2025-05-10T24:00Z' }),
    chanceAt,
    'at must be',
  ],
  [
    'another campaign',
    changed(chanceAt, { campaign: 'tea' }),
    chanceAt,
    'campaign must be biscuit-2025, but is tea',
  ],
  ['an unknown field', changed(chanceAt, { note: 1 }), chanceAt, 'the list of the fields'],
  ['a negative amount', changed(chanceAt, { amount: -3 }), chanceAt, 'amount must be'],
  ['a fraction', changed(chanceAt, { amount: 3.5 }), chanceAt, 'amount must be'],
  ['a lone surrogate', changed(chanceAt, { state: '\ud800' }), chanceAt, 'state must be'],
  ['a state without a name', changed(chanceAt, { state: '' }), chanceAt, 'state must be'],
  [
    'a pseudonym in capitals',
    changed(chanceAt, { pseudonym: 'AB'.repeat(16) }),
    chanceAt,
    'pseudonym must be',
  ],
];
const mismatch = (file: string, line: unknown, says: string) => ({
  valid: false,
  fault: { file, line, message: expect.stringContaining(says) },
});

test.each(changes)(
  '[CAM-1][CAM-2][CAM-3] an insider who makes every hash anew is caught: %s',
  async (_, list, place, says) => {
    const line = place === -1 ? expect.any(Number) : place + 1;
    expect(await verdictOf(publish({ entries: list }))).toMatchObject(
      mismatch('ledger', line, says),
    );
  },
);

test.each(changes)(
  '[CAM-1][CAM-2][CAM-3] a hand that changes lines only is caught: %s',
  async (_, list) => {
    const [lines, hashes] = [
      linesOf(honestFiles),
      new Map(
        linesOf(honestFiles).map((line, number) => [keyOf(entries[number]), line.slice(-67)]),
      ),
    ];
    const patched = list.map((entry, number) => {
      const hash = hashes.get(keyOf(entry)) ?? lines[number]?.slice(-67) ?? '';
      return `{"entry":${inOrder(entry)},"hash":"${hash}`;
    });
    const first = patched.findIndex((line, number) => line !== lines[number]);
    const verdict = await verdictOf({ ...honestFiles, ledger: patched.join('') });
    expect(verdict).toMatchObject(
      mismatch('ledger', first + 1, 'the hash of this entry over the one before'),
    );
  },
);

const honestFiles = publish();
const linesOf = ({ ledger }: FinishedCampaign) => ledger.split(/(?<=\n)/);
const keyOf = (entry: Entry | undefined) => inOrder([entry?.['kind'], entry?.['pseudonym']]);

test('the ledger is valid before it is tampered with', async () => {
  expect(await verdictOf(honestFiles)).toMatchObject({ valid: true, entries: 400 });
});

test('[CAM-3] a truncated end is caught by the head, and by nothing else', async () => {
  const ledger = linesOf(honestFiles).slice(0, -3).join('');
  const verdict = await verdictOf({ ...honestFiles, ledger });
  expect(verdict).toMatchObject(
    mismatch('head', null, 'the number of entries must be 397, but is 400'),
  );
  const { head: _, ...headless } = honestFiles;
  expect(await verdictOf({ ...headless, ledger })).toMatchObject({
    valid: true,
    entries: 397,
  });
});

test('[CAM-3] another ledger of the same length is caught by the head', async () => {
  const forged = publish({ entries: validEntries(smallPlan, 400, 2) });
  const verdict = await verdictOf({ ...forged, head: honestFiles.head });
  expect(verdict).toMatchObject(
    mismatch('head', null, 'the hash of the head of 2025-05-16T00:00Z after 400 entries must be'),
  );
});

test('a truncated last line is caught without a head', async () => {
  const { head: _, ...headless } = honestFiles;
  const verdict = await verdictOf({ ...headless, ledger: honestFiles.ledger.slice(0, -1) });
  expect(verdict).toMatchObject(mismatch('ledger', 400, 'the file was torn'));
});

test('[CAM-3] a whole ledger that was drawn again with the secret is caught by heads that others saved', async () => {
  const forged = publish({ entries: validEntries(smallPlan, 400, 2) });
  const { head: saved } = honestFiles;
  expect(await verdictOf(forged)).toMatchObject({ valid: true });
  expect(await verdictOf({ ...forged, through: [saved] })).toMatchObject(
    mismatch('head', null, 'the hash of the head of 2025-05-16T00:00Z'),
  );
  const early = publish({ entries: entries.slice(0, 300) });
  expect(await verdictOf({ ...early, through: [saved] })).toMatchObject(
    mismatch(
      'head',
      null,
      'the hash of the head of 2025-05-16T00:00Z after 400 entries must be missing',
    ),
  );
  const through = [early.head, saved];
  expect(await verdictOf({ ...honestFiles, through })).toMatchObject({ valid: true });
});

test.each([
  ['another secret', `${'ab'.repeat(32)}\n`, 'the SHA-256 of its bytes must be'],
  ['a secret in capitals', `${secret.toString('hex').toUpperCase()}\n`, 'the file must be'],
  ['a secret without its end of line', secret.toString('hex'), 'the file must be'],
  ['a short secret', 'abcd\n', 'the file must be'],
])('%s is caught', async (_, text, says) => {
  expect(await verdictOf({ ...honestFiles, secret: text })).toMatchObject(
    mismatch('secret', null, says),
  );
});

test('another secret that is claimed to be the committed one draws other cards', async () => {
  const other = Buffer.alloc(32, 7);
  const document = documentOf(smallPlan).replace(
    /(?<="secretSha256":")\w+/,
    commitmentOf(other.toString('latin1')).toString('hex'),
  );
  const verdict = await verdictOf(publish({ document, secret: `${other.toString('hex')}\n` }));
  expect(verdict).toMatchObject(mismatch('ledger', expect.any(Number), 'amount must be'));
});

test.each([
  ['a deck with other cards', { deck: { ...smallPlan.deck, cards: [13, 6, 1] } }, 'amount must be'],
  [
    'a deck with fewer blocks',
    { deck: { ...smallPlan.deck, blocks: 3 } },
    'promise must be reserve',
  ],
  ['no fixed rewards', { fixed: [] }, 'promise must be chance, but is fixed'],
  [
    'a pace',
    { pacing: 'daily' as const, programme: { from: '2025-05-06', to: '2025-07-31' } },
    'promise must be reserve, but is chance',
  ],
  ['a shorter programme', { programme: { from: '2025-05-06', to: '2025-05-08' } }, 'day must be'],
])(
  '[CAM-3][CAM-5] %s in place of the one that was committed to is caught, chained anew or not',
  async (_, change, says) => {
    const document = documentOf({ ...smallPlan, ...change });
    const anew = await verdictOf(publish({ document }));
    expect(anew).toMatchObject(mismatch('ledger', expect.any(Number), says));
    const unchanged = await verdictOf({ ...honestFiles, commitment: document });
    expect(unchanged).toMatchObject(mismatch('ledger', 1, 'the hash of this entry'));
    const expected = commitmentOf(honestFiles.commitment).toString('hex');
    const result = await verdictOf({ ...publish({ document }), expect: expected });
    expect(result).toMatchObject(
      mismatch('commitment', null, 'the SHA-256 of the document must be'),
    );
  },
);
