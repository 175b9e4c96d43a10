import { expect, test } from 'vitest';
import {
  commitmentOf,
  documentOf,
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
const replaced = (place: number, change: (entry: Entry) => Entry) =>
  entries.map((entry, one) => (one === place ? change(entry) : entry));
const renumbered = (list: readonly Entry[]) => list.map((entry, number) => ({ ...entry, number }));
const inserted = (place: number, ...more: Entry[]) =>
  renumbered(entries.toSpliced(place, 0, ...more));
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
const stranger = { ...ghost, kind: 'verified' };
const gift = { ...ghost, kind: 'granted', reward: 'chance', amount: 10 };
/** The entry without what a card has. */
const cardless = (place: number, promise: string) =>
  replaced(place, ({ block: _block, draw: _draw, ...entry }) => ({ ...entry, promise }));

const two = at(isCard, boundAt + 1);
const last = entries.length;

/** The change, the index of the entry where it shows (-1: anywhere), and the message. */
const changes: [string, Entry[], number, string][] = [
  ['the order of two entries', swapped, pairAt, 'number must be'],
  ['the order, renumbered', renumbered(swapped), pairAt, 'draw must be'],
  ['a deletion', entries.toSpliced(chanceAt, 1), chanceAt, 'number must be'],
  ['a deletion, renumbered', renumbered(entries.slice(1)), -1, 'not verified before'],
  ['a reward for nobody', inserted(chanceAt, gift), chanceAt, 'not verified before'],
  ['a participant with a reward', inserted(chanceAt, stranger, gift), chanceAt, 'draw must be'],
  ['a reward twice', inserted(last, entries[chanceAt] ?? {}), last, 'rewarded before'],
  ['a participant twice', inserted(chanceAt, entries[0] ?? {}), chanceAt, 'in the ledger already'],
  ['another pseudonym', changed(0, { pseudonym: ghost.pseudonym }), -1, 'not verified before'],
  ['the draw numbers of two participants', exchanged(boundAt, two), boundAt, 'draw must be'],
  ['the pseudonyms of two participants', renamed(boundAt, two), -1, 'must be'],
  ['a promise without its card', cardless(boundAt, 'none'), boundAt, 'promise must be chance'],
  [
    'a reward of another promise',
    cardless(chanceAt, 'reserve'),
    chanceAt,
    'promise must be chance',
  ],
  ['a reward without its card', cardless(chanceAt, 'chance'), chanceAt, 'draw must be'],
];

/** The index of an entry, what is changed in it, and the message. */
const fieldChanges: [number, Entry, string][] = [
  [unlucky, { amount: 10 }, 'amount must be 3, but is 10'],
  [chanceAt, { number: 9999 }, 'number must be'],
  [chanceAt, { draw: 9999 }, 'draw must be'],
  [chanceAt, { block: 19 }, 'block must be'],
  [chanceAt, { pseudonym: ghost.pseudonym }, 'not verified before'],
  [chanceAt, { pseudonym: 'AB'.repeat(16) }, 'pseudonym must be'],
  [chanceAt, { batch: 'JUN' }, 'the list of the fields'],
  [chanceAt, { note: 1 }, 'the list of the fields'],
  [chanceAt, { reward: 'fixed' }, 'reward must be chance, but is fixed'],
  [chanceAt, { reward: 'reserve' }, 'reward must be chance, but is reserve'],
  [chanceAt, { reward: 'gift' }, 'reward must be chance or fixed or reserve'],
  [chanceAt, { kind: 'revoked' }, 'kind must be'],
  [chanceAt, { day: '2025-05-05' }, 'day must be'],
  [chanceAt, { day: '2025-05-17' }, 'day must be'],
  [chanceAt, { day: '2025-05-32' }, 'day must be'],
  [chanceAt, { at: '2025-05-10T09:00:00Z' }, 'at must be'],
  [chanceAt, { at: '2025-05-10T24:00Z' }, 'at must be'],
  [chanceAt, { campaign: 'tea' }, 'campaign must be biscuit-2025, but is tea'],
  [chanceAt, { amount: -3 }, 'amount must be'],
  [chanceAt, { amount: 3.5 }, 'amount must be'],
  [chanceAt, { state: '\ud800' }, 'state must be'],
  [chanceAt, { state: '' }, 'state must be'],
  [boundAt, { draw: Number(entries[boundAt]?.['draw']) + 1 }, 'draw must be'],
  [boundAt, { block: 19 }, 'block must be'],
  [boundAt, { batch: 'a b' }, 'batch must be'],
  [boundAt, { promise: 'two' }, 'promise must be'],
  [boundAt, { day: '2025-05-16' }, 'day must be'],
  [lawAt, { promise: 'chance', block: 0, draw: 9 }, 'promise must be fixed, but is chance'],
  [fixedAt, { block: 0, draw: 40 }, 'draw must be missing, but is 40'],
  [fixedAt, { reward: 'chance', amount: 10 }, 'reward must be fixed, but is chance'],
  [fixedAt, { state: 'Goa' }, 'state must be Tamil Nadu, but is Goa'],
  [fixedAt, { amount: 5 }, 'amount must be 3, but is 5'],
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

test.each(fieldChanges)(
  '[CAM-1][CAM-2][CAM-3] an insider who changes entry %i to have %j, and every hash, is caught',
  async (place, fields, says) => {
    expect(await verdictOf(publish({ entries: changed(place, fields) }))).toMatchObject(
      mismatch('ledger', place + 1, says),
    );
  },
);

const honestFiles = publish();
const linesOf = ({ ledger }: FinishedCampaign) => ledger.split(/(?<=\n)/);

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
