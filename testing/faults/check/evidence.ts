import { readFileSync } from 'node:fs';

export type HistoryEvent = {
  at: number;
  kind: 'invoke' | 'ok' | 'fail' | 'unknown' | 'fault';
  process?: number;
  call?: string;
  mobile?: string;
  userKey?: string;
  value?: string;
  status?: number;
  fault?: string;
};

export type Sms = { id: string; to: string; text: string; at: number };

/** `proof`: the shortest piece of the evidence that shows it. */
export type Violation = { invariant: string; sentence: string; proof: readonly unknown[] };

/** A last line that was cut off is left out. */
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
