// Parses the commitment document and rejects contradictions in it.
import { createHash } from 'node:crypto';
import {
  parseCanonicalJson,
  hasFields,
  isFields,
  canonicalJson,
  type Fields,
} from './canonical-json.ts';
import { dayNumber, isDay } from './dates.ts';
import { Mismatch } from './mismatch.ts';

type FixedReward = {
  amount: number;
  from: string;
  law: string;
  rewards: number;
  state: string;
  until: string | null;
};

type Question = {
  bonus: 'amount' | 'asMuchAgain';
  count: number;
  pools: readonly { amount: number; rewards: number }[];
  statesWithout: readonly string[];
};

export type DrawDocument = {
  campaign: string;
  deck: { blocks: number; cards: number[]; denominations: number[] };
  fixed: FixedReward[];
  pacing: 'daily' | null;
  programme: { from: string; to: string };
  pseudonymKeySha256: string;
  /** Null: nobody is asked after the reward. */
  question: Question | null;
  secretPartsSha256: readonly string[];
  secretSha256: string;
  whenDeckEnds: { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };
};

/** A document and its SHA-256, the commitment. */
export type Commitment = { document: DrawDocument; hash: Buffer };

/** @throws Mismatch if this is not a consistent document of the format inaam-draw-2 */
export function readCommitment(bytes: Uint8Array): Commitment {
  const value = parseCanonicalJson(bytes);
  require(isFields(value), 'the document', 'canonical JSON in one line without an end of line');
  const names =
    'campaign, deck, draw, fixed, pacing, programme, pseudonymKeySha256, ' +
    ('question' in value ? 'question, ' : '') +
    'secretPartsSha256, secretSha256, whenDeckEnds';
  require(hasFields(value, names), 'the list of its fields', names);
  require(value['draw'] === 'inaam-draw-2', 'draw', '"inaam-draw-2"');
  const document: DrawDocument = {
    campaign: campaignOf(value['campaign']),
    deck: deckOf(value['deck']),
    fixed: fixedOf(value['fixed']),
    pacing: pacingOf(value['pacing']),
    programme: programmeOf(value['programme']),
    pseudonymKeySha256: hashOf(value, 'pseudonymKeySha256'),
    question: 'question' in value ? questionOf(value['question']) : null,
    secretPartsSha256: partsOf(value['secretPartsSha256']),
    secretSha256: hashOf(value, 'secretSha256'),
    whenDeckEnds: endOf(value['whenDeckEnds']),
  };
  checkClosing(document);
  return { document, hash: createHash('sha256').update(bytes).digest() };
}

function require(condition: boolean, what: string, expected: string): asserts condition {
  if (!condition) throw new Mismatch('commitment', { what, expected, found: 'something else' });
}

const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
/** One or more visible characters, since they are printed on a terminal. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}\u2028\u2029]+$/u.test(value);
const areWhole = (values: unknown, least: number): values is number[] =>
  Array.isArray(values) && values.every((value) => isWhole(value, least));

function campaignOf(value: unknown): string {
  const isId = isText(value) && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value);
  require(isId, 'campaign', 'lower-case letters, digits and hyphens');
  return value;
}

function deckOf(value: unknown): DrawDocument['deck'] {
  require(hasFields(value, 'blocks, cards, denominations'), 'deck', 'blocks, cards, denominations');
  const { blocks, cards, denominations } = value;
  require(isWhole(blocks, 1), 'deck.blocks', 'a whole number of 1 or more');
  const isAscending =
    areWhole(denominations, 1) &&
    denominations.length > 0 &&
    denominations.every((amount, at) => at === 0 || amount > (denominations[at - 1] ?? 0));
  require(isAscending, 'deck.denominations', 'amounts of 1 or more in ascending order');
  const isOneEach = areWhole(cards, 0) && cards.length === denominations.length;
  require(isOneEach, 'deck.cards', 'one whole number for each denomination');
  const all = cards.reduce((sum, count) => sum + count, 0) * blocks;
  require(isWhole(
    all,
    1,
  ), 'deck', 'of one card or more, and of a number that can be counted exactly');
  return { blocks, cards, denominations };
}

function fixedOf(value: unknown): FixedReward[] {
  require(Array.isArray(value), 'fixed', 'a list');
  const list = value.map(oneFixed);
  list.forEach((fixed, at) => {
    const before = list[at - 1];
    if (!before) return;
    const isAfter =
      before.state === fixed.state ? before.from < fixed.from : before.state < fixed.state;
    require(isAfter, 'fixed', 'in the order of state and first day');
    const isApart =
      before.state !== fixed.state || (before.until !== null && before.until < fixed.from);
    require(isApart, 'fixed', 'one reward for a state on a day');
  });
  const pools = new Set(list.map(({ state, amount }) => canonicalJson([state, amount])));
  require(pools.size === list.length, 'fixed', 'one pool for a state and an amount');
  return list;
}

function oneFixed(value: unknown): FixedReward {
  const names = 'amount, from, law, rewards, state, until';
  require(hasFields(value, names), 'an entry of fixed', names);
  const { amount, from, law, rewards, state, until } = value;
  require(isWhole(amount, 1), 'fixed.amount', 'a whole number of 1 or more');
  require(isDay(from), 'fixed.from', 'a day');
  require(isText(law), 'fixed.law', 'the citation of the law');
  require(isWhole(rewards, 0), 'fixed.rewards', 'a whole number');
  require(isText(state), 'fixed.state', 'the name of a state');
  const isEnd = until === null || (isDay(until) && until >= from);
  require(isEnd, 'fixed.until', 'null or a day, not before from');
  return { amount, from, law, rewards, state, until };
}

function pacingOf(value: unknown): 'daily' | null {
  require(value === null || value === 'daily', 'pacing', 'null or "daily"');
  return value;
}

function programmeOf(value: unknown): DrawDocument['programme'] {
  require(hasFields(value, 'from, to'), 'programme', 'from, to');
  const { from, to } = value;
  require(isDay(from) && isDay(to) && from <= to, 'programme', 'two days in their order');
  return { from, to };
}

function hashOf(fields: Fields, name: string): string {
  const value = fields[name];
  require(isHash(value), name, '64 hex digits in lower case');
  return value;
}

const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);

function questionOf(value: unknown): Question {
  const names = 'bonus, count, pools, statesWithout';
  require(hasFields(value, names), 'question', names);
  const { bonus, count, pools, statesWithout } = value;
  require(bonus === 'amount' ||
    bonus === 'asMuchAgain', 'question.bonus', '"amount" or "asMuchAgain"');
  require(isWhole(count, 1) && count <= 256, 'question.count', 'a whole number from 1 to 256');
  require(Array.isArray(pools) && pools.length > 0, 'question.pools', 'a list of one or more');
  const list = pools.map((pool) => {
    require(hasFields(pool, 'amount, rewards'), 'an entry of question.pools', 'amount, rewards');
    const { amount, rewards } = pool;
    const areWhole = isWhole(amount, 1) && isWhole(rewards, 0);
    require(areWhole, 'an entry of question.pools', 'of whole numbers');
    return { amount, rewards };
  });
  const isAscending = list.every(
    ({ amount }, at) => at === 0 || amount > (list[at - 1]?.amount ?? 0),
  );
  require(isAscending, 'question.pools', 'in ascending order of amounts');
  const isOne = bonus === 'asMuchAgain' || list.length === 1;
  require(isOne, 'question.pools', 'one pool, because the bonus is one amount');
  const areNames =
    Array.isArray(statesWithout) &&
    statesWithout.every(isText) &&
    statesWithout.every((state, at) => at === 0 || state > (statesWithout[at - 1] ?? ''));
  require(areNames, 'question.statesWithout', 'names of states in ascending order');
  return { bonus, count, pools: list, statesWithout };
}

/** Equal parts would make a secret of zeros. */
function partsOf(value: unknown): readonly string[] {
  const arePartsOfTwo = Array.isArray(value) && value.length === 2 && value.every(isHash);
  require(arePartsOfTwo && value[0] !== value[1], 'secretPartsSha256', 'two hashes that differ');
  return value;
}

function endOf(value: unknown): DrawDocument['whenDeckEnds'] {
  if (hasFields(value, 'kind') && value['kind'] === 'close') return { kind: 'close' };
  const isReserve = hasFields(value, 'amount, kind, rewards') && value['kind'] === 'reserve';
  require(isReserve, 'whenDeckEnds', '{"kind":"close"} or a reserve with amount and rewards');
  const { amount, rewards } = value;
  require(isWhole(amount, 1), 'whenDeckEnds.amount', 'a whole number of 1 or more');
  require(isWhole(rewards, 0), 'whenDeckEnds.rewards', 'a whole number');
  return { kind: 'reserve', amount, rewards };
}

/**
 * In a closing campaign, who is promised a card and who a fixed reward must not change before the
 * reward.
 */
function checkClosing({ fixed, programme, whenDeckEnds }: DrawDocument): void {
  if (whenDeckEnds.kind !== 'close') return;
  const last = dayNumber(programme.to) + 1;
  const isWhole = fixed.every(
    ({ from, until }) => from <= programme.from && (until === null || dayNumber(until) >= last),
  );
  require(isWhole, 'fixed', 'of the whole programme and the day after it, because the campaign closes');
}

/** Index in `fixed` of the reward for a state on a day, or -1. */
export function lawPlace({ fixed }: DrawDocument, state: string, day: string): number {
  return fixed.findIndex(
    (one) => one.state === state && one.from <= day && (one.until === null || day <= one.until),
  );
}
