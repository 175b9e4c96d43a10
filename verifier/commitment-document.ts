// Parses the commitment document and rejects contradictions in it.
import { parseCanonicalJson } from './canonical-json.ts';
import { dayNumber } from './dates.ts';
import * as form from './forms.ts';
import { requireThat } from './mismatch.ts';

const { day, fields, hash, listOf, nullOr, oneOf, positive, whole } = form;
const fixedReward = fields({
  amount: positive,
  chance: oneOf('allowed', 'forbidden'),
  from: day,
  law: form.text,
  rewards: whole,
  state: form.text,
  until: nullOr(day),
});
const closing = fields({ kind: oneOf('close') });
const reserve = fields({ amount: positive, kind: oneOf('reserve'), rewards: whole });
const whenDeckEnds: form.Form<form.Of<typeof closing> | Reserve> = (value, what) =>
  closing(value, what) && reserve(value, what);
const packs = fields(
  { kind: oneOf('batch', 'unique') },
  { claims: fields({ inAll: positive, perDay: positive }), codes: oneOf('loaded', 'made') },
);
const question = fields({
  answersHmac: hash,
  bonus: oneOf('amount', 'asMuchAgain'),
  count: positive,
  pools: listOf(fields({ amount: positive, rewards: whole })),
  seconds: nullOr(positive),
  statesWithout: listOf(form.text),
});
const documentForm = fields(
  {
    campaign: form.identifier,
    deck: fields({ blocks: positive, cards: listOf(whole), denominations: listOf(positive) }),
    draw: oneOf('inaam-draw-2'),
    fixed: listOf(fixedReward),
    packs: nullOr(packs),
    pacing: nullOr(oneOf('daily')),
    programme: fields({ from: day, to: day }),
    pseudonymKeySha256: hash,
    secretPartsSha256: listOf(hash),
    secretSha256: hash,
    states: listOf(form.text),
    whenDeckEnds,
  },
  { question },
);

export type Reserve = form.Of<typeof reserve>;
export type DrawDocument = form.Of<typeof documentForm>;

/** @throws Mismatch if this is not a consistent document of the format inaam-draw-2 */
export function readCommitment(text: string): DrawDocument {
  const document = parseCanonicalJson(text, 'commitment', 'the document');
  form.requireForm(document, documentForm, 'commitment');
  checkDeck(document);
  checkFixed(document);
  checkQuestion(document);
  const { packs: sold, programme, secretPartsSha256: parts, states } = document;
  require(areAscending(states), 'states', 'in ascending order');
  const isUnique = sold?.kind === 'unique';
  const areCodes = (sold?.codes !== undefined) === isUnique && (isUnique || !sold?.claims);
  require(areCodes, 'packs', 'with codes where each pack has one, and with claims only there');
  const { inAll, perDay } = sold?.claims ?? { inAll: 1, perDay: 1 };
  require(perDay <= inAll, 'packs.claims', 'no more on a day than in all');
  require(programme.from <= programme.to, 'programme', 'two days in their order');
  // Equal parts would make a secret of zeros.
  const areTwo = parts.length === 2 && parts[0] !== parts[1];
  require(areTwo, 'secretPartsSha256', 'two hashes that differ');
  return document;
}

function require(isRight: boolean, what: string, expected: string): void {
  requireThat(isRight, 'commitment', what, expected);
}

const areAscending = (values: readonly (number | string)[]) =>
  values.every((value, at) => at === 0 || (values[at - 1] ?? value) < value);

function checkDeck({ deck }: DrawDocument): void {
  const { blocks, cards, denominations } = deck;
  require(areAscending(denominations), 'deck.denominations', 'in ascending order');
  require(cards.length === denominations.length, 'deck.cards', 'one number for each denomination');
  const all = sum(cards) * blocks;
  const isCounted = Number.isSafeInteger(all) && all > 0;
  require(isCounted, 'deck', 'of one card or more, and of a number that can be counted exactly');
}

function checkFixed({ fixed, programme, whenDeckEnds: end }: DrawDocument): void {
  for (const [at, { state, from, until }] of fixed.entries()) {
    require(until === null || until >= from, 'fixed.until', 'null or a day, not before from');
    const before = fixed[at - 1];
    if (!before) continue;
    const isSame = before.state === state;
    const isAfter = isSame ? before.from < from : before.state < state;
    require(isAfter, 'fixed', 'in the order of state and first day');
    const isApart = !isSame || (before.until !== null && before.until < from);
    require(isApart, 'fixed', 'one reward for a state on a day');
  }
  const pools = new Set(fixed.map(({ state, amount }) => `${amount} ${state}`));
  require(pools.size === fixed.length, 'fixed', 'one pool for a state and an amount');
  // Who is promised a card and who a fixed reward must not change before the reward.
  const last = dayNumber(programme.to) + 1;
  const isWhole = fixed.every(
    ({ from, until }) => from <= programme.from && (until === null || dayNumber(until) >= last),
  );
  const expected = 'of the whole programme and the day after it, because the campaign closes';
  require(isWhole || end.kind !== 'close', 'fixed', expected);
}

function checkQuestion({ question: asked }: DrawDocument): void {
  if (!asked) return;
  const { bonus, count, pools, statesWithout } = asked;
  require(count <= 256, 'question.count', 'a whole number from 1 to 256');
  const amounts = pools.map(({ amount }) => amount);
  require(areAscending(amounts), 'question.pools', 'in ascending order of amounts');
  const isRight = bonus === 'amount' ? pools.length === 1 : pools.length > 0;
  require(isRight, 'question.pools', 'one pool, or with asMuchAgain one or more');
  require(areAscending(statesWithout), 'question.statesWithout', 'in ascending order');
}

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** The fixed reward for a state on a day. */
export const lawOf = ({ fixed }: DrawDocument, state: string, day: string) =>
  fixed.find(
    (one) => one.state === state && one.from <= day && (one.until === null || day <= one.until),
  );
