import { formatShare } from '../../ui/format.ts';

type Options = {
  /** Whether the period has ended: a day that goes on would seem to fall short of a whole one. */
  readonly isOver: boolean;
  readonly format: (value: number) => string;
};

/** With the same days a week before; undefined where there is nothing to compare with. */
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
 * "62.1%". Undefined where there was no step before, or where those of an earlier period make it
 * more than the whole.
 */
export function shareOf(part: number, whole: number): string | undefined {
  return whole === 0 || part > whole ? undefined : formatShare(part / whole);
}
