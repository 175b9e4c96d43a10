import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { countOf, formatTime } from '../../ui/format.ts';
import type { Verdict } from '../../ui/verdicts.tsx';

export type Draw = AnswerOf<'readDraw'>;

export function budgetPoolName({
  kind,
  state,
}: Pick<Draw['pools'][number], 'kind' | 'state'>): string {
  if (kind === 'chance') return 'Cards of the deck';
  if (kind === 'bonus') return 'For a right answer';
  return kind === 'reserve' ? 'When the deck has ended' : `Fixed, ${state ?? 'one state'}`;
}

/** What the draw needs, the worst first. @param now by the campaign's clock, ms */
export function drawVerdicts(
  { commitment, reveal, head }: Pick<Draw, 'commitment' | 'reveal' | 'head'>,
  now: number,
): Verdict[] {
  const entries = countOf(head.entries, 'entry', 'entries');
  const kept = `Committed to on ${formatTime(commitment.at)}, with ${entries} in the ledger since.`;
  const verdicts: Verdict[] = [{ level: 'well', text: kept, todo: '' }];
  if (!commitment.isBeforeStart) {
    verdicts.push({
      level: 'look',
      text: 'The commitment was made after the campaign had begun.',
      todo: 'It proves nothing about what happened before.',
    });
  }
  if (reveal.at === null && now >= reveal.from) {
    verdicts.push({
      level: 'look',
      text: `The secret has been due since ${formatTime(reveal.from)}.`,
      todo: 'Ask both holders to reveal it, so that everybody can check the draw.',
    });
  }
  const rank = { act: 0, look: 1, well: 2 } as const;
  return verdicts.toSorted((one, other) => rank[one.level] - rank[other.level]);
}

/** Run in the folder of the saved files. */
export function verifierCommand(hash: string, isRevealed: boolean): string {
  return [
    'unzip verifier.zip && node verifier/verify.ts',
    isRevealed ? '--secret secret.txt' : '--before-reveal',
    '--commitment commitment.json --ledger ledger.jsonl --amendments amendments.jsonl',
    `--head head.json --expect ${hash}`,
  ].join(' ');
}
