// Generates valid campaigns from a seed: document, secret and a ledger of any length, by an
// independent implementation of the draw. Checks nothing.
import { createHash, createHmac } from 'node:crypto';

export type Entry = Record<string, string | number>;
export type Plan = {
  campaign: string;
  deck: { blocks: number; cards: number[]; denominations: number[] };
  fixed: {
    amount: number;
    from: string;
    law: string;
    rewards: number;
    state: string;
    until: string | null;
  }[];
  pacing: 'daily' | null;
  programme: { from: string; to: string };
  whenDeckEnds: { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };
};

export const secret = createHash('sha256').update('a secret of the tests').digest();
const states = [
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
      from: '2025-05-06',
      law: 'Tamil Nadu Prize Schemes (Prohibition) Act, 1979',
      rewards: 400,
      state: 'Tamil Nadu',
      until: null,
    },
  ],
  pacing: null,
  programme: { from: '2025-05-06', to: '2025-05-15' },
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 100 },
};

/** Fields of plain values are in ascending order. */
export function documentOf(plan: Plan): string {
  const document = {
    ...plan,
    draw: 'inaam-draw-1',
    secretSha256: createHash('sha256').update(secret).digest('hex'),
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

const dayMs = 86_400_000;
const indiaMs = 19_800_000;

/** Up to `most` entries, spread evenly over the programme; fewer if the campaign is full. */
export function* generateEntries(plan: Plan, most: number, seed = 1): Generator<Entry> {
  const dice = diceOf(seed);
  const first = Date.parse(plan.programme.from);
  const spanMs = Date.parse(plan.programme.to) + dayMs - first;
  const draws = drawsOf(plan);
  const room = plan.whenDeckEnds.kind === 'close' ? admissionOf(plan) : () => true;
  const waiting: { pseudonym: string; state: string }[] = [];
  for (let number = 0, tries = 0; number < most && tries < most * 4; tries += 1) {
    const indian = first + (Math.floor((spanMs * tries) / (most * 1.01 + 3)) % spanMs);
    const day = new Date(indian).toISOString().slice(0, 10);
    const place = Math.floor(dice() * waiting.length);
    const claimer = dice() < 0.5 ? waiting[place] : undefined;
    const person = claimer ?? {
      pseudonym: Array.from({ length: 4 }, () => Math.floor(dice() * 2 ** 32))
        .map((word) => word.toString(16).padStart(8, '0'))
        .join(''),
      state: states[Math.floor(dice() * states.length)] ?? 'Goa',
    };
    const reward = claimer ? draws({ ...person, day }) : undefined;
    if (claimer ? !reward : !room(person.state)) continue;
    if (claimer) waiting.splice(place, 1);
    else waiting.push(person);
    const at = new Date(indian - indiaMs).toISOString();
    const kind = claimer ? 'granted' : 'verified';
    yield {
      at,
      campaign: plan.campaign,
      kind,
      number,
      ...person,
      ...(reward && { day, ...reward }),
    };
    number += 1;
  }
}

/** A closing campaign admits as many as there are cards or fixed rewards of the state. */
function admissionOf(plan: Plan): (state: string) => boolean {
  const cards = plan.deck.blocks * plan.deck.cards.reduce((sum, count) => sum + count);
  const left = new Map(plan.fixed.map(({ state, rewards }) => [state, rewards]));
  left.set('', cards);
  return (state) => {
    const key = left.has(state) ? state : '';
    const room = left.get(key) ?? 0;
    if (room > 0) left.set(key, room - 1);
    return room > 0;
  };
}

/** Each claim's reward in turn, `undefined` if there is none that day. */
function drawsOf(plan: Plan) {
  const { deck, fixed, programme, whenDeckEnds: end } = plan;
  const block = deck.denominations.flatMap((amount, at) =>
    Array.from({ length: deck.cards[at] ?? 0 }, () => amount),
  );
  const left = new Map(fixed.map((one) => [one, one.rewards]));
  let reserve = end.kind === 'reserve' ? end.rewards : 0;
  let urn: number[] = [];
  let draw = 0;
  const fromReserve = () => {
    if (end.kind === 'close' || reserve === 0) return undefined;
    reserve -= 1;
    return { reward: 'reserve', amount: end.amount };
  };
  return ({
    state,
    day,
    pseudonym,
  }: {
    state: string;
    day: string;
    pseudonym: string;
  }): Entry | undefined => {
    const law = fixed.find(
      (one) => one.state === state && day >= one.from && day <= (one.until ?? day),
    );
    const room = law && (left.get(law) ?? 0);
    if (law && room) {
      left.set(law, room - 1);
      return { reward: 'fixed', amount: law.amount };
    }
    const number = Math.floor(draw / block.length);
    const passed = (Date.parse(day) - Date.parse(programme.from)) / dayMs + 1;
    const days = (Date.parse(programme.to) - Date.parse(programme.from)) / dayMs + 1;
    const open =
      plan.pacing === null
        ? deck.blocks
        : Math.floor((deck.blocks * Math.min(passed, days)) / days);
    if (law || number >= open) return fromReserve();
    if (urn.length === 0) urn = [...block];
    const words = `${plan.campaign}|${number}|${draw}|${pseudonym}`;
    const r = createHmac('sha256', secret).update(words).digest('hex').slice(0, 16);
    const [amount = 0] = urn.splice(Number((BigInt(`0x${r}`) * BigInt(urn.length)) / 2n ** 64n), 1);
    draw += 1;
    return { reward: 'chance', amount, block: number, draw: draw - 1 };
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
