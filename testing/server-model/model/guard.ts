// A number whose codes or tries are used up gets guarded codes, two of which admit a device.
import { day, hour, inOrder, limits, minute, nightLeft, waitOf } from './limits.ts';

/** What a device has typed: right codes of a guarded number, and tries that no longer count. */
export type GuardedTries = { right: number[]; tried: string[] };

export const noGuardedTries = (): GuardedTries => ({ right: [], tried: [] });

export class Guard {
  sends: number[] = [];
  usedAt = -1;
  misses = 0;

  get needed(): number {
    return this.misses < 10 ? 2 : 3;
  }

  /** @returns 0 if a code may be sent */
  pause(now: number, isOwner: boolean): number {
    const valid = this.codes(now).length;
    const pause = isOwner || valid < this.needed ? 5 * minute : 4 * hour;
    const newest = Math.max(0, ...this.sends);
    return Math.max(
      Math.min(pause, Math.max(0, newest + pause - now)),
      waitOf(now, this.sends, limits.number.guarded),
      isOwner || valid === 0 ? 0 : nightLeft(now),
    );
  }

  /** Codes that a device may type, by the time they were sent. */
  codes(now: number): number[] {
    const young = this.sends.filter((sent) => sent > this.usedAt && now - sent < day);
    return inOrder(young).slice(-this.needed);
  }

  /** Those of them that the device has typed. */
  typed(now: number, tries: GuardedTries | undefined): number[] {
    return this.codes(now).filter((sent) => tries?.right.includes(sent));
  }

  /** Whether the device has typed one of them, even if newer ones are needed by now. */
  isOwner(now: number, tries: GuardedTries | undefined): boolean {
    return tries?.right.some((sent) => sent > this.usedAt && now - sent < day) ?? false;
  }

  type(
    now: number,
    tries: GuardedTries,
    isRight: (sent: number) => boolean,
  ): 'in' | 'right' | 'wrong' {
    const typed = this.typed(now, tries);
    const left = this.codes(now).filter((sent) => !typed.includes(sent));
    if (typed.some((sent) => isRight(sent))) return 'right';
    const isLast = typed.length + 1 >= this.needed;
    const right = left.find((sent) => isRight(sent));
    if (right === undefined) {
      if (isLast) this.misses += left.length;
      if (left.length > 0) tries.right = [];
      return 'wrong';
    }
    tries.right = isLast ? [] : [...typed, right];
    if (isLast) this.usedAt = now;
    return isLast ? 'in' : 'right';
  }
}
