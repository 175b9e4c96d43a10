// Generates valid campaigns from a seed: document, secret and a ledger of any length, by an
// independent implementation of the draw. Checks nothing.
import { createHash, createHmac } from 'node:crypto';
import { answersOf, type Question } from './honest-bonuses.ts';

export type Entry = Record<string, string | number | readonly number[]>;
export type Plan = {
  campaign: string;
  deck: { blocks: number; cards: number[]; denominations: number[] };
  fixed: {
    amount: number;
    chance: 'allowed' | 'forbidden';
    from: string;
    law: string;
    rewards: number;
    state: string;
    until: string | null;
  }[];
  packs:
    | { kind: 'batch' }
    | { kind: 'unique'; codes: 'made' | 'loaded'; claims?: { perDay: number; inAll: number } }
    | null;
  pacing: 'daily' | null;
  programme: { from: string; to: string };
  question?: Question;
  whenDeckEnds: { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };
};

export const secret = createHash('sha256').update('a secret of the tests').digest();
const states: readonly string[] = [
  'Goa',
  'Kerala',
  'Tamil Nadu',
  'Tamil Nadu',
  'Delhi',
  'ಕರ್ನಾಟಕ',
  'Dadra & Nagar "Haveli"',
];

/** Ten days: a deck of 20 blocks of 20 cards, a fixed reward in Tamil Nadu, and a reserve. */
export const smallPlan: Plan = {
  campaign: 'biscuit-2025',
  deck: { blocks: 20, cards: [14, 5, 1], denominations: [3, 5, 10] },
  fixed: [
    {
      amount: 3,
      chance: 'forbidden',
      from: '2025-05-06',
      law: 'Tamil Nadu Prize Schemes (Prohibition) Act, 1979',
      rewards: 400,
      state: 'Tamil Nadu',
      until: null,
    },
  ],
  packs: null,
  pacing: null,
  programme: { from: '2025-05-06', to: '2025-05-15' },
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 100 },
};

/** Fields of plain values are in ascending order. */
export function documentOf(plan: Plan): string {
  const document = {
    ...plan,
    draw: 'inaam-draw-2',
    pseudonymKeySha256: 'ab'.repeat(32),
    secretPartsSha256: ['0a'.repeat(32), '0b'.repeat(32)],
    secretSha256: createHash('sha256').update(secret).digest('hex'),
    states: [...new Set(states)].toSorted(),
  };
  return inOrder(document);
}

export function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

export const commitmentOf = (document: string) => createHash('sha256').update(document).digest();

/** Turns entries' contents into ledger lines, each chained to the previous one. */
export function chain(commitment: Buffer): (content: string) => { line: string; hash: string } {
  let before = commitment;
  return (content) => {
    before = createHash('sha256').update(before).update(content).digest();
    const hash = before.toString('hex');
    return { line: `{"entry":${content},"hash":"${hash}"}\n`, hash };
  };
}

/** @param previous the previous entry's hash, hex */
export const sealed = (entry: Entry, previous: string): Entry => ({
  ...entry,
  seal: createHmac('sha256', secret)
    .update(`${previous}|${inOrder(entry)}`)
    .digest('hex'),
});

const dayMs = 86_400_000;
const indiaMs = 19_800_000;

/** Created as the entry with this number; `fixed` in the order of the plan. */
export type PlannedAmendment = {
  number: number;
  blocks: number;
  fixed: number[];
  reserve: number;
  to: string;
};

/** Up to `most` entries, spread evenly over the programme; fewer if the campaign is full. */
export function* generateEntries(
  plan: Plan,
  most: number,
  seed = 1,
  amendments: readonly PlannedAmendment[] = [],
): Generator<Entry> {
  const dice = diceOf(seed);
  const first = Date.parse(plan.programme.from);
  const spanMs = Date.parse(amendments.at(-1)?.to ?? plan.programme.to) + dayMs - first;
  const campaign = campaignOf(plan);
  const waiting: Person[] = [];
  const participations = participationsOf(plan);
  const answer = answersOf(plan, secret, dice);
  for (let number = 0, tries = 0; number < most && tries < most * 4; tries += 1) {
    const indian = first + (Math.floor((spanMs * tries) / (most * 1.01 + 3)) % spanMs);
    const day = new Date(indian).toISOString().slice(0, 10);
    const at = `${new Date(indian - indiaMs).toISOString().slice(0, 16)}Z`;
    const amendment = amendments.find((one) => one.number === number);
    if (amendment) {
      campaign.amend(amendment);
      yield { at, campaign: plan.campaign, day, kind: 'amended', ...amendment };
      number += 1;
      continue;
    }
    const bonus = answer.next();
    if (bonus) {
      yield { at, campaign: plan.campaign, day, kind: 'bonus', number, ...bonus };
      number += 1;
      continue;
    }
    const place = Math.floor(dice() * waiting.length);
    const claimer = dice() < 0.5 ? waiting[place] : undefined;
    const back = claimer ? undefined : participations.again(at, dice);
    const person = claimer ?? newcomer(dice, day, campaign.promise, back?.state);
    const reward = claimer && campaign.reward(claimer, day);
    if (claimer ? !reward : plan.whenDeckEnds.kind === 'close' && person.promise === 'none')
      continue;
    if (claimer && reward) answer.ask(claimer, reward);
    if (claimer) waiting.splice(place, 1);
    else waiting.push(campaign.bind(person));
    const of = claimer ? {} : participations.add(person, at, back?.pseudonym);
    const kind = claimer ? 'granted' : 'verified';
    const { pool: _pool, card: _card, ...fields } = person;
    const isOfPack = kind === 'verified' && plan.packs?.kind === 'unique';
    const batch = isOfPack && { batch: `B${(number % 3) + 1}-GOA` };
    yield { at, campaign: plan.campaign, day, kind, number, ...fields, ...reward, ...batch, ...of };
    number += 1;
  }
}

type Person = {
  pseudonym: string;
  state: string;
  promise: 'chance' | 'fixed' | 'reserve' | 'none';
  block?: number;
  draw?: number;
  /** What was promised; not in an entry. */
  pool?: Pot;
  card?: number;
};
/** Rewards of one amount: how many are neither granted nor promised. */
type Pot = { amount: number; reward: 'fixed' | 'reserve'; free: number };

type Promising = (state: string, day: string) => Omit<Person, 'pseudonym' | 'state'>;

const indianDay = (at: string) => Math.floor((Date.parse(at) + indiaMs) / dayMs);

/** Who may take part again, as the claims of the plan allow. */
function participationsOf({ packs }: Plan) {
  const claims = packs?.kind === 'unique' ? packs.claims : undefined;
  const numbers: { pseudonym: string; state: string; times: number[] }[] = [];
  return {
    again: (at: string, dice: () => number) => {
      if (!claims || dice() < 0.5) return undefined;
      const { perDay, inAll } = claims;
      const may = numbers.filter(
        ({ times }) =>
          times.length < inAll && times.filter((day) => day === indianDay(at)).length < perDay,
      );
      return may[Math.floor(dice() * may.length)];
    },
    add: ({ pseudonym, state }: Person, at: string, first?: string): { of?: string } => {
      const number = numbers.find((one) => one.pseudonym === first);
      if (number) number.times.push(indianDay(at));
      else numbers.push({ pseudonym, state, times: [indianDay(at)] });
      return first === undefined ? {} : { of: first };
    },
  };
}

/** @param known the state of a number that takes part again */
function newcomer(dice: () => number, day: string, promise: Promising, known?: string): Person {
  const words = Array.from({ length: 4 }, () => Math.floor(dice() * 2 ** 32));
  const pseudonym = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  const state = known ?? states[Math.floor(dice() * states.length)] ?? 'Goa';
  return { pseudonym, state, ...promise(state, day) };
}

function campaignOf(plan: Plan) {
  const { deck, fixed, programme, whenDeckEnds: end } = plan;
  const block = deck.denominations.flatMap((amount, at) =>
    Array.from({ length: deck.cards[at] ?? 0 }, () => amount),
  );
  const pots = new Map(
    fixed.map((one): [unknown, Pot] => [
      one,
      { amount: one.amount, reward: 'fixed', free: one.rewards },
    ]),
  );
  const reserve: Pot = {
    amount: end.kind === 'reserve' ? end.amount : 0,
    reward: 'reserve',
    free: end.kind === 'reserve' ? end.rewards : 0,
  };
  let urn: number[] = [];
  let draw = 0;
  let [added, to] = [0, programme.to];
  const lawOf = (state: string, day: string) =>
    fixed.find((one) => one.state === state && day >= one.from && day <= (one.until ?? day));
  const openOn = (day: string) => {
    const passed = (Date.parse(day) - Date.parse(programme.from)) / dayMs + 1;
    const days = (Date.parse(programme.to) - Date.parse(programme.from)) / dayMs + 1;
    return plan.pacing === null || day >= to
      ? deck.blocks + added
      : Math.floor((deck.blocks * Math.min(passed, days)) / days) + added;
  };
  return {
    amend: (amendment: PlannedAmendment) => {
      added += amendment.blocks;
      to = amendment.to;
      reserve.free += amendment.reserve;
      for (const [at, pot] of [...pots.values()].entries()) pot.free += amendment.fixed[at] ?? 0;
    },
    promise: (state: string, day: string): Omit<Person, 'pseudonym' | 'state'> => {
      const law = lawOf(state, day);
      const pot = law && pots.get(law);
      if (pot && pot.free > 0) return { promise: 'fixed', pool: pot };
      const number = Math.floor(draw / block.length);
      if ((law || number >= openOn(day)) && reserve.free > 0)
        return { promise: 'reserve', pool: reserve };
      if (law || number >= deck.blocks + added) return { promise: 'none' };
      return { promise: 'chance', block: number, draw };
    },
    /** Counts the promise, and draws the card. */
    bind: (person: Person): Person => {
      if (person.pool) person.pool.free -= 1;
      if (person.promise !== 'chance') return person;
      if (urn.length === 0) urn = [...block];
      const words = `${plan.campaign}|${person.block}|${draw}|${person.pseudonym}`;
      const r = createHmac('sha256', secret).update(words).digest('hex').slice(0, 16);
      const place = Number((BigInt(`0x${r}`) * BigInt(urn.length)) / 2n ** 64n);
      const [card = 0] = urn.splice(place, 1);
      draw += 1;
      return { ...person, card };
    },
    /** Undefined if there is none on that day. */
    reward: ({ state, promise, pool, card, block: number = 0 }: Person, day: string) => {
      if (pool) return { reward: pool.reward, amount: pool.amount };
      const law = lawOf(state, day);
      if (promise === 'chance' && !law)
        return number < openOn(day) ? { reward: 'chance', amount: card ?? 0 } : undefined;
      const free = [law && pots.get(law), reserve].find((pot) => pot && pot.free > 0);
      if (!free) return undefined;
      free.free -= 1;
      return { reward: free.reward, amount: free.amount };
    },
  };
}

/** A seeded random generator from 0 to 1 (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
