// Describes decisions about vouchers.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { Member } from './clusters.sql.ts';
import { changes, type Outcome, type Outcomes } from '@inaam/server/vouchers/holds.sql.ts';

type ShownMember = AnswerOf<'readCluster'>['members'][number];

const waits = (state: string) => state === 'owed' || state === 'assigned';

const sendingWords: ReadonlyMap<string, string> = new Map([
  ['sent', 'sent'],
  ['delivered', 'arrived'],
  ['failed', 'failed'],
  ['settled', 'settled by hand'],
]);

export function statusOf({ state, hold, decidedBy }: Member): string {
  if (hold === 'refused') return `refused by ${decidedBy}`;
  if (!waits(state)) return sendingWords.get(state) ?? state;
  if (hold === 'released') return `released by ${decidedBy}, waiting`;
  if (decidedBy?.startsWith('rule ')) return 'held by a rule';
  return hold ? `held by ${decidedBy}` : 'waits';
}

export function actionsFor({ state, hold }: Member): ShownMember['may'] {
  if (hold === 'refused') return ['release'];
  if (!waits(state)) return [];
  return hold === 'held' ? ['release', 'refuse'] : ['hold', 'refuse'];
}

type Sentence = { one: string; many: (count: string) => string };

/** In order of importance. */
const sentences: Readonly<Record<Outcome, Sentence>> = {
  inTime: {
    one: '1 voucher is held: it had not been sent.',
    many: (count) => `${count} vouchers are held: they had not been sent.`,
  },
  released: {
    one: '1 voucher is released, and is sent now.',
    many: (count) => `${count} vouchers are released, and are sent now.`,
  },
  refused: {
    one: '1 voucher is refused. It will not be sent, and the reward stays in the ledger.',
    many: (count) =>
      `${count} vouchers are refused. They will not be sent, and the rewards stay in the ledger.`,
  },
  underWay: {
    one: '1 is held, but may have been on its way to the phone already. Look again in a minute.',
    many: (count) =>
      `${count} are held, but may have been on their way to the phones already. Look again in a minute.`,
  },
  sending: {
    one: '1 is being sent at this moment. Hold it, and try again in a minute.',
    many: (count) =>
      `${count} are being sent at this moment. Hold them, and try again in a minute.`,
  },
  tooLate: {
    one: '1 came too late: it was sent, or is closed.',
    many: (count) => `${count} came too late: they were sent, or are closed.`,
  },
  notHeld: {
    one: '1 was not held.',
    many: (count) => `${count} were not held.`,
  },
  already: {
    one: '1 was already so.',
    many: (count) => `${count} were already so.`,
  },
};

export const countChanged = (outcomes: Outcomes): number =>
  [...outcomes.values()].filter((one) => changes.has(one)).length;

export function outcomesInWords(outcomes: Outcomes): string {
  const all = [...outcomes.values()];
  return Object.entries(sentences)
    .flatMap(([outcome, { one, many }]) => {
      const count = all.filter((found) => found === outcome).length;
      if (count === 0) return [];
      return [count === 1 ? one : many(count.toLocaleString('en-IN'))];
    })
    .join(' ');
}

/** For the audit log: the people, and how many had each outcome. */
export function detailsOf(
  cluster: number,
  outcomes: Outcomes,
): Readonly<Record<string, string | number>> {
  const names = [...outcomes].filter(([, one]) => changes.has(one)).map(([name]) => name);
  const count = (outcome: Outcome) =>
    [...outcomes.values()].filter((one) => one === outcome).length;
  return {
    cluster,
    count: names.length,
    tooLate: count('tooLate'),
    onTheirWay: count('underWay'),
    pseudonyms: names.join(' '),
  };
}
