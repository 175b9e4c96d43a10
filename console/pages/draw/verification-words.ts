import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { countOf, formatCount, formatDuration, formatTime } from '../../ui/format.ts';
import type { Verdict } from '../../ui/verdicts.tsx';

export type Draw = AnswerOf<'readDraw'>;
export type Verification = AnswerOf<'readVerification'>;
type Result = NonNullable<Verification['last']>;

export function budgetPoolName({
  kind,
  state,
}: Pick<Draw['pools'][number], 'kind' | 'state'>): string {
  if (kind === 'chance') return 'Cards of the deck';
  if (kind === 'bonus') return 'For a right answer';
  return kind === 'reserve' ? 'When the deck has ended' : `Fixed, ${state ?? 'one state'}`;
}

/** Whether the draw is in order, the worst first. @param now by the campaign's clock, ms */
export function drawVerdicts(
  { commitment, reveal, head }: Pick<Draw, 'commitment' | 'reveal' | 'head'>,
  last: Verification['last'],
  now: number,
): Verdict[] {
  const verdicts: Verdict[] = [verifiedVerdict(last, head.entries)];
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

function verifiedVerdict(last: Verification['last'], entries: number): Verdict {
  if (last === null) {
    const todo = 'A manager or an auditor can verify them on this page.';
    return { level: 'look', text: `${ledgerOf(entries)} not verified yet.`, todo };
  }
  const since = entries - last.entries;
  const newer = since > 0 ? ` ${countOf(since, 'entry', 'entries')} came after that.` : '';
  const at = formatTime(last.at);
  if (last.result === 'valid') {
    const what = last.isWhole ? 'every draw is valid' : 'the chain is unbroken';
    return { level: 'well', text: `In order: ${what}, verified on ${at}.${newer}`, todo: '' };
  }
  return last.result === 'notValid'
    ? { level: 'act', text: `The ledger is not valid, as found on ${at}.`, todo: distrust }
    : { level: 'look', text: `The verification of ${at} could not run.`, todo: last.text };
}

const distrust = 'Do not trust it, keep the database as it is, and call the auditor.';
const ledgerOf = (entries: number) =>
  entries === 0
    ? 'The ledger is empty and'
    : `${countOf(entries, 'entry', 'entries')} ${entries === 1 ? 'is' : 'are'}`;

export const whatIsVerified = (isRevealed: boolean): string =>
  isRevealed
    ? "The auditors' program computes every draw and outcome again, and compares chain, pools and amendments with what was published."
    : "The auditors' program checks that the chain is unbroken from the commitment to the head, that each person is in it once, and that the amendments are the published ones. Draws can be checked once the secret is revealed.";

export function resultOf({ result, isWhole, entries }: Result): string {
  if (result === 'failed') return 'Not verified.';
  if (result === 'notValid') return 'Not valid: do not trust the ledger, and call the auditor.';
  const counted = countOf(entries, 'entry', 'entries');
  return isWhole ? `Valid, with every draw: ${counted}.` : `The chain is unbroken: ${counted}.`;
}

/** `percent`: null while unknown. */
export function progressOf({
  phase,
  copied,
  entries,
  seconds,
}: NonNullable<Verification['running']>): { text: string; percent: number | null } {
  if (phase === 'elsewhere') {
    return { text: 'Being verified by another process of the console.', percent: null };
  }
  const since = `for ${formatDuration(seconds)}`;
  if (phase === 'verifying') {
    return { text: `Verifying ${formatCount(entries)} entries, ${since} so far.`, percent: null };
  }
  return {
    text: `Copying the ledger, ${formatCount(copied)} of ${formatCount(entries)} entries, ${since} so far.`,
    percent: entries === 0 ? 100 : (100 * copied) / entries,
  };
}

/** "3 kB", "12.4 MB" */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1000)}\u00a0kB`;
  return `${(bytes / 1e6).toFixed(1)}\u00a0MB`;
}

/** Run in the folder of the downloaded files. @param id of the campaign */
export function verifierCommands(id: string, hash: string, isRevealed: boolean): string[] {
  const files = [
    `--commitment ${id}-commitment.json --ledger ${id}-ledger.jsonl`,
    `--amendments ${id}-amendments.jsonl --head ${id}-head.json --expect ${hash}`,
  ].join(' ');
  return isRevealed
    ? [
        `python3 verify.py --secret secret.txt ${files}`,
        `unzip verifier.zip && node verifier/verify.ts --secret secret.txt ${files}`,
      ]
    : [`unzip verifier.zip && node verifier/verify-chain.ts ${files}`];
}
