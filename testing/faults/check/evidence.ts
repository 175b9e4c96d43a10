import { readFileSync } from 'node:fs';

export type HistoryEvent = {
  at: number;
  kind: 'invoke' | 'ok' | 'fail' | 'unknown' | 'fault';
  process?: number;
  call?: string;
  mobile?: string;
  userKey?: string;
  state?: string;
  skewMs?: number;
  pack?: string;
  value?: string;
  status?: number;
  messageId?: string;
  fault?: string;
  /** How far the database's clock was set back, ms. */
  setBackMs?: number;
};

export type Sms = { id: string; to: string; text: string; at: number };

/** `proof`: the shortest evidence of it. */
export type Violation = { invariant: string; sentence: string; proof: readonly unknown[] };

/** Omits a truncated last line. */
export function linesOf<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line): Line => JSON.parse(line));
}

export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}

export const mobileOf = ({ mobile = '' }: HistoryEvent) => mobile;

/** Time of the response that a number is erased. */
export function erasures(history: readonly HistoryEvent[]): Map<string, HistoryEvent> {
  const erased = history.filter(({ kind, call }) => kind === 'ok' && call === 'eraseData');
  return new Map(erased.map((event) => [mobileOf(event), event]));
}

/** The shortest proof of each broken promise, and the number of others. */
export function shortest(violations: readonly Violation[]): (Violation & { others: number })[] {
  const lengthOf = ({ proof }: Violation) => JSON.stringify(proof).length;
  const groups = groupBy(violations, ({ invariant, sentence }) => `${invariant} ${sentence}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group.toSorted((one, other) => lengthOf(one) - lengthOf(other));
    return first ? [{ ...first, others: group.length - 1 }] : [];
  });
}
