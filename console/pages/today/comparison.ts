import { formatShare } from '../../ui/format.ts';

export type Change = { readonly text: string; readonly direction: 'up' | 'down' | 'same' };

/** Undefined where there is nothing to compare with. */
export function changeOf(now: number, before: number): Change | undefined {
  if (before === 0) return undefined;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.0005) return { text: 'as the week before', direction: 'same' };
  const direction = share > 0 ? 'up' : 'down';
  return { text: `${direction} ${formatShare(Math.abs(share))} on the week before`, direction };
}

/** "62.1%", or undefined where there was no step before. */
export function shareOf(part: number, whole: number): string | undefined {
  return whole === 0 ? undefined : formatShare(part / whole);
}
