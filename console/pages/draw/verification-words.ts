import { formatCount, formatDuration } from '../../ui/format.ts';
import type { Verification } from './draw-answer.ts';

export const whatIsVerified = (isRevealed: boolean): string =>
  isRevealed
    ? "The auditors' own program recomputes every draw and every outcome, and compares the chain, the pools and the amendments with what was committed to and published."
    : "Until the secret is revealed, the auditors' own program can verify that the chain is unbroken from the commitment to the head, that each person is in it once, and that the amendments are the published ones. Draws, pools and the signatures of amendments can be verified only after the reveal.";

export function resultOf({ result, isWhole, entries }: NonNullable<Verification['last']>): string {
  if (result === 'failed') return 'Not verified.';
  if (result === 'notValid') return 'Not valid: do not trust the ledger, and call the auditor.';
  const counted = `${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
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
