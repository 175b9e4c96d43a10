// Parses one line of the ledger into an entry and its hash. Rejects any deviation from the format.
import {
  canonicalJson,
  parseCanonicalJson,
  hasFields,
  isFields,
  type Fields,
} from './canonical-json.ts';
import { isDay, isInstant } from './dates.ts';
import { Mismatch } from './mismatch.ts';

/** `block` and `draw` are -1 if the promise is not a card. */
type Common = {
  at: string;
  block: number;
  campaign: string;
  day: string;
  draw: number;
  number: number;
  promise: 'chance' | 'fixed' | 'none' | 'reserve';
  pseudonym: string;
  state: string;
};

export type Verified = Common & { kind: 'verified'; batch?: string };
export type Granted = Common & {
  kind: 'granted';
  amount: number;
  reward: 'chance' | 'fixed' | 'reserve';
};
/** Added to the reward of `of`; `draw` is -1 if that was not by chance. */
export type Bonus = Pick<
  Common,
  'at' | 'campaign' | 'day' | 'draw' | 'number' | 'pseudonym' | 'state'
> & {
  kind: 'bonus';
  amount: number;
  of: string;
  question: number;
};
export type Entry = Verified | Granted | Bonus;

/** Changes the commitment. `content` is without the seal. */
export type Amended = Pick<Common, 'at' | 'campaign' | 'day' | 'number'> & {
  kind: 'amended';
  blocks: number;
  fixed: readonly number[];
  reserve: number;
  to: string;
  seal: string;
  content: string;
};

/** Without the line feed. */
export const lineBytesMax = 4096;

const opening = Buffer.from('{"entry":');
const closing = /^,"hash":"[0-9a-f]{64}"\}$/;
const closingBytes = 75;

/** The hashed bytes, and the hash that the line claims. */
export function splitLine(line: Buffer, number: number): { content: Buffer; claimed: string } {
  const end = line.length - closingBytes;
  const tail = line.toString('latin1', Math.max(end, 0));
  if (
    end <= opening.length ||
    line.compare(opening, 0, opening.length, 0, opening.length) !== 0 ||
    !closing.test(tail)
  ) {
    throw wrong(number, 'the line', '{"entry":…,"hash":"64 hex digits in lower case"}');
  }
  return { content: line.subarray(opening.length, end), claimed: tail.slice(9, -2) };
}

const names = {
  verified: {
    plain: 'at, campaign, day, kind, number, promise, pseudonym, state',
    card: 'at, block, campaign, day, draw, kind, number, promise, pseudonym, state',
  },
  amended: 'at, blocks, campaign, day, fixed, kind, number, reserve, seal, to',
  bonus: {
    plain: 'amount, at, campaign, day, kind, number, of, pseudonym, question, state',
    card: 'amount, at, campaign, day, draw, kind, number, of, pseudonym, question, state',
  },
  granted: {
    plain: 'amount, at, campaign, day, kind, number, promise, pseudonym, reward, state',
    card: 'amount, at, block, campaign, day, draw, kind, number, promise, pseudonym, reward, state',
  },
};
const known = new Set(`${names.granted.card}, ${names.amended}, batch, of, question`.split(', '));

export function parseEntry(content: Buffer, number: number): Entry | Amended {
  const value = parseCanonicalJson(content);
  if (!isFields(value)) throw wrong(number, 'the entry', 'an object of canonical JSON');
  const { kind, promise, reward } = value;
  if (kind === 'amended') return amendedOf(value, number);
  if (kind === 'bonus') return bonusOf(value, number);
  if (kind !== 'verified' && kind !== 'granted') {
    throw wrong(number, 'kind', 'verified, granted, bonus or amended');
  }
  if (!isPromise(promise)) throw wrong(number, 'promise', 'chance, fixed, none or reserve');
  const { batch } = value;
  const hasBatch = kind === 'verified' && batch !== undefined;
  const fields = names[kind][promise === 'chance' ? 'card' : 'plain'];
  const listed = hasBatch ? fields.replace('at, ', 'at, batch, ') : fields;
  const isCard = promise === 'chance';
  const common = {
    ...commonFieldsOf(value, number, listed),
    ...cardOf(value, isCard, number),
    promise,
  };
  if (kind === 'verified') return { kind, ...common, ...(hasBatch && batchOf(batch, number)) };
  if (reward !== 'chance' && reward !== 'fixed' && reward !== 'reserve') {
    throw wrong(number, 'reward', 'chance, fixed or reserve');
  }
  return { kind, ...common, amount: wholeOf(value, 'amount', number), reward };
}

function batchOf(batch: unknown, number: number): { batch: string } {
  const isLabel = typeof batch === 'string' && /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/.test(batch);
  if (isLabel) return { batch };
  throw wrong(number, 'batch', '1 to 32 letters, digits and hyphens');
}

const isPromise = (value: unknown): value is Common['promise'] =>
  value === 'chance' || value === 'fixed' || value === 'none' || value === 'reserve';

function amendedOf(value: Fields, number: number): Amended {
  const entry = ownFieldsOf(value, number, names.amended);
  const { fixed, seal, to } = value;
  const isList = Array.isArray(fixed) && fixed.every(isWhole);
  if (!isList) throw wrong(number, 'fixed', 'whole numbers of 0 or more');
  if (typeof seal !== 'string' || !/^[0-9a-f]{64}$/.test(seal)) {
    throw wrong(number, 'seal', '64 hex digits in lower case');
  }
  if (!isDay(to)) throw wrong(number, 'to', 'a day as 2025-06-01');
  const { seal: _seal, ...sealed } = value;
  return {
    kind: 'amended',
    ...entry,
    blocks: wholeOf(value, 'blocks', number),
    fixed,
    reserve: wholeOf(value, 'reserve', number),
    to,
    seal,
    content: canonicalJson(sealed),
  };
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && value >= 0;

/** Checks the field names, then returns the fields common to all entries. */
function ownFieldsOf(
  value: Fields,
  number: number,
  fields: string,
): Pick<Common, 'at' | 'campaign' | 'day' | 'number'> {
  if (!hasFields(value, fields)) {
    const found = Object.keys(value).map((name) => (known.has(name) ? name : '?'));
    const what = `the list of the fields of such an entry`;
    throw wrong(number, what, fields, found.toSorted().join(', '));
  }
  const { at, campaign, day } = value;
  if (!isInstant(at)) throw wrong(number, 'at', 'a minute as 2025-06-01T09:30Z');
  if (typeof campaign !== 'string') throw wrong(number, 'campaign', 'a text');
  if (!isDay(day)) throw wrong(number, 'day', 'a day as 2025-06-01');
  return { at, campaign, day, number: wholeOf(value, 'number', number) };
}

/** Likewise for entries of participants. */
function commonFieldsOf(
  value: Fields,
  number: number,
  fields: string,
): Omit<Common, 'promise' | 'block' | 'draw'> {
  const own = ownFieldsOf(value, number, fields);
  const { pseudonym, state } = value;
  if (typeof pseudonym !== 'string' || !/^[0-9a-f]{32}$/.test(pseudonym)) {
    throw wrong(number, 'pseudonym', '32 hex digits in lower case');
  }
  if (typeof state !== 'string' || state === '') {
    throw wrong(number, 'state', 'the name of a state');
  }
  return { ...own, pseudonym, state };
}

const cardOf = (value: Fields, isCard: boolean, number: number) => ({
  block: isCard ? wholeOf(value, 'block', number) : -1,
  draw: isCard ? wholeOf(value, 'draw', number) : -1,
});

function bonusOf(value: Fields, number: number): Bonus {
  const isCard = 'draw' in value;
  const common = commonFieldsOf(value, number, names.bonus[isCard ? 'card' : 'plain']);
  const { of } = value;
  if (typeof of !== 'string' || !/^[0-9a-f]{32}$/.test(of)) {
    throw wrong(number, 'of', '32 hex digits in lower case');
  }
  const draw = isCard ? wholeOf(value, 'draw', number) : -1;
  const amount = wholeOf(value, 'amount', number);
  return {
    kind: 'bonus',
    ...common,
    draw,
    amount,
    of,
    question: wholeOf(value, 'question', number),
  };
}

function wholeOf(value: Fields, name: string, number: number): number {
  const found = value[name];
  if (isWhole(found)) return found;
  throw wrong(number, name, 'a whole number of 0 or more');
}

const wrong = (line: number, what: string, expected: string, found = 'something else') =>
  new Mismatch({ line }, { what, expected, found });
