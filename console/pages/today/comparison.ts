import { formatShare } from '../../ui/format.ts';

type Options = {
  /** Whether the period has ended: an incomplete day would seem to fall short of a whole one. */
  readonly isOver: boolean;
  readonly format: (value: number) => string;
};

/** Against the same days a week before; undefined if there is nothing to compare. */
export function changeOf(
  now: number,
  before: number,
  { isOver, format }: Options,
): string | undefined {
  if (before === 0) return undefined;
  if (!isOver) return `${format(before)} a week before, to the end of the day`;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.0005) return 'as a week before';
  return `${share > 0 ? 'up' : 'down'} ${formatShare(Math.abs(share))} on a week before`;
}

/**
 * "62.1%". Undefined if the previous step is empty, or smaller because it had entries in an earlier
 * period.
 */
export function shareOf(part: number, whole: number): string | undefined {
  return whole === 0 || part > whole ? undefined : formatShare(part / whole);
}
