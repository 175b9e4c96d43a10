// A number whose codes or tries are used up gets codes of its own, two of which let a device in.
import { inOrder, minute } from './limits.ts';

/** What one device has typed of a guarded number's codes. */
export type GuardedTries = { newest: number; rights: number; since: number; tried: string[] };

export const noGuardedTries: GuardedTries = { newest: -1, rights: 0, since: 0, tried: [] };

export class Guard {
  sends: number[] = [];
  usedAt = -1;
  misses = 0;

  /** How many codes followed each other by less than half an hour. */
  run(now: number): number {
    let count = 0;
    let next = now;
    for (const sent of inOrder(this.sends).toReversed()) {
      if (next - sent >= 30 * minute) break;
      count += 1;
      next = sent;
    }
    return count;
  }

  pause(now: number): number {
    const run = this.run(now);
    const newest = Math.max(0, ...this.sends);
    const pause = (run < 3 ? 5 : 8) * minute;
    return run === 0 ? 0 : Math.min(pause, Math.max(0, newest + pause - now));
  }

  /** The codes, by the time they were sent, that a device may type. */
  codes(now: number, after = -1): number[] {
    return inOrder(this.sends).filter(
      (sent) => sent > Math.max(this.usedAt, after) && now - sent < 10 * minute,
    );
  }

  /** @returns whether the device gets in */
  type(now: number, tries: GuardedTries, isRight: (sent: number) => boolean): boolean {
    const codes = this.codes(now, tries.newest);
    if (now - tries.since > 20 * minute) tries.rights = 0;
    const isLast = tries.rights === (this.misses < 10 ? 1 : 2);
    const right = codes.find((sent) => isRight(sent));
    tries.newest = right ?? Math.max(...codes);
    if (right === undefined) {
      if (isLast) this.misses += codes.length;
      return false;
    }
    if (tries.rights === 0) tries.since = right;
    tries.rights = isLast ? 0 : tries.rights + 1;
    if (isLast) this.usedAt = now;
    return isLast;
  }
}
