// The limits of `sizes.json`. A limit only falls: what is new takes the place of something else.
import { execFileSync } from 'node:child_process';
import { z } from 'zod';

export type Limits = Readonly<Record<string, number>>;

const limitsSchema = z.record(z.string(), z.int().positive());

export const limitsFile = 'checks/sizes.json';

export const parseLimits = (text: string): Limits => limitsSchema.parse(JSON.parse(text));

/** The limits of each commit that changed them; none where git is not there or may not read. */
export function earlierLimits(folder: string): Limits[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  try {
    return git('log', '--format=%H', '--diff-filter=AM', '--', limitsFile)
      .split('\n')
      .filter(Boolean)
      .map((commit) => parseLimits(git('show', `${commit}:${limitsFile}`)));
  } catch {
    return [];
  }
}

/** One sentence for each size that is over its limit, or that has none. */
export function overLimit(sizes: Limits, limits: Limits): string[] {
  return Object.entries(sizes).flatMap(([what, size]) => {
    const limit = limits[what];
    if (limit === undefined) return [`${what}: no limit. Write ${size} into ${limitsFile}.`];
    return size > limit ? [`${what}: ${size}, ${limit} at most. Remove some.`] : [];
  });
}

/**
 * One sentence for each limit above what it was, or gone. Only a new plugin brings a limit of its
 * own, and takes it along when it is deleted.
 */
export function raisedLimits(limits: Limits, earlier: readonly Limits[]): string[] {
  const lowest = new Map<string, number>();
  for (const [what, limit] of earlier.flatMap((each) => Object.entries(each))) {
    lowest.set(what, Math.min(limit, lowest.get(what) ?? limit));
  }
  return [...lowest].flatMap(([what, before]) => {
    const limit = limits[what];
    if (limit === undefined) {
      return what.startsWith('plugins/') ? [] : [`${what}: the limit of ${before} is gone.`];
    }
    return limit > before ? [`${what}: the limit of ${before} was raised to ${limit}.`] : [];
  });
}
