import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGuarded, pauseMsOf, tryGuardedCodes, untriedCodes } from './guarded-mobile.ts';
import { guardedLimits, rateLimits } from './rate-limits.ts';
import { tryCode, type TryFacts } from './try-code.ts';

const now = 1_750_000_000_000;
const minute = 60_000;
const day = 1440 * minute;
const ago = (...minutes: number[]) => minutes.map((each) => now - each * minute);

const quiet = {
  now,
  mobileSends: [],
  mobileTries: [],
  guardedSends: [],
  guardedUsedAt: undefined,
};

test.each([
  ['nothing', {}, false],
  ['3 codes in an hour', { mobileSends: ago(30, 20, 10) }, false],
  ['4 codes in an hour', { mobileSends: ago(30, 20, 10, 5) }, true],
  ['9 tries', { mobileTries: ago(9, 8, 7, 6, 5, 4, 3, 2, 1) }, false],
  ['10 tries', { mobileTries: ago(9, 8, 7, 6, 5, 4, 3, 2, 1, 0) }, true],
  ['30 tries in all', { mobileTries: Array.from({ length: 30 }, () => now - 40 * day) }, true],
  ['a guarded code 29 minutes ago', { guardedSends: ago(29) }, true],
  ['a guarded code 30 minutes ago', { guardedSends: ago(30) }, false],
])('[OTP-6] after %s a mobile is guarded: %o, %s', (_, facts, guarded) => {
  expect(isGuarded({ ...quiet, ...facts }, rateLimits)).toBe(guarded);
});

test.each([
  ['an ordinary code a minute ago', { mobileSends: ago(1) }, 0],
  ['a guarded code now', { guardedSends: ago(0) }, 5],
  ['two of them', { guardedSends: ago(5, 0) }, 5],
  ['three of them', { guardedSends: ago(10, 5, 0) }, 8],
  ['three of one long run', { guardedSends: ago(50, 25, 0) }, 8],
  ['three of one long run, in no order', { guardedSends: ago(25, 0, 50) }, 8],
  ['three of two runs', { guardedSends: ago(40, 5, 0) }, 5],
  ['a clock that was set back', { guardedSends: ago(-60) }, 5],
  ['a run that has ended', { guardedSends: ago(41, 36, 31) }, 0],
])('[OTP-6] after %s the next code has to wait: %o, %i minutes', (_, facts, minutes) => {
  expect(pauseMsOf({ ...quiet, ...facts })).toBe(minutes * minute);
});

test.each([
  [ago(10, 5, 0), undefined, undefined, [5, 0]],
  [ago(9.99, 5), undefined, undefined, [9.99, 5]],
  [ago(0, 5), undefined, undefined, [5, 0]],
  [ago(5, 0), 5, undefined, [0]],
  [ago(5, 0), undefined, 5, [0]],
  [ago(5, 0), 0, undefined, []],
])(
  '[OTP-5] guarded codes live ten minutes, each for one try of a device',
  (sends, tried, used, left) => {
    const at = (minutes: number | undefined) =>
      minutes === undefined ? undefined : ago(minutes)[0];
    const facts = { now, guardedSends: sends, guardedUsedAt: at(used) };
    expect(untriedCodes(facts, at(tried))).toEqual(ago(...left));
  },
);

test('[OTP-5] a pass takes the right codes of two SMS, and of three after ten misses', () => {
  const typed = (misses: number, progress: { rights: number; since: number | undefined }) =>
    tryGuardedCodes(ago(0), () => true, { now, misses, progress })?.isPassed;
  expect(typed(0, { rights: 0, since: undefined })).toBe(false);
  expect(typed(0, { rights: 1, since: now - 20 * minute })).toBe(true);
  expect(typed(0, { rights: 1, since: now - 20 * minute - 1 })).toBe(false);
  expect(typed(9, { rights: 1, since: now })).toBe(true);
  expect(typed(10, { rights: 1, since: now })).toBe(false);
  expect(typed(10, { rights: 2, since: now })).toBe(true);
  expect(typed(19, { rights: 2, since: now })).toBe(true);
  expect(typed(20, { rights: 2, since: now })).toBe(undefined);
});

test('[OTP-5] a try is remembered with what it has shown, and a pass uses that up', () => {
  const [older = now, newer = now] = ago(5, 0);
  const asked: number[] = [];
  const typed = (right: number, rights: number, since: number | undefined, misses = 0) =>
    tryGuardedCodes(
      [older, newer],
      (sentAt) => {
        asked.push(sentAt);
        return sentAt === right;
      },
      { now, misses, progress: { rights, since } },
    );
  const none = { rights: 0, since: undefined };
  const wrong = { triedAt: newer, misses: 0, isPassed: false };
  expect(typed(0, 0, undefined)).toEqual({ ...wrong, progress: none });
  expect(typed(0, 0, now - minute)).toEqual({ ...wrong, progress: none });
  const kept = { rights: 1, since: now - minute };
  expect(typed(0, 1, now - minute)).toEqual({ ...wrong, progress: kept, misses: 2 });
  expect(typed(0, 1, now - minute, 10)).toEqual({ ...wrong, progress: kept });
  const right = { triedAt: older, misses: 0 };
  const first = { rights: 1, since: older };
  expect(typed(older, 0, undefined)).toEqual({ ...right, progress: first, isPassed: false });
  const second = { rights: 2, since: now - minute };
  expect(typed(older, 1, now - minute, 10)).toEqual({
    ...right,
    progress: second,
    isPassed: false,
  });
  expect(typed(older, 1, now - minute)).toEqual({ ...right, progress: none, isPassed: true });
  asked.length = 0;
  // The last miss that is left buys one comparison: with the newest code.
  expect(typed(older, 2, now - minute, 19)).toEqual({ ...wrong, progress: second, misses: 1 });
  expect(asked).toEqual([newer]);
});

test('[OTP-5] after a pass the next one takes as many right codes as the first', () => {
  const typed = (progress: { rights: number; since: number | undefined }) =>
    tryGuardedCodes(ago(0), () => true, { now, misses: 0, progress });
  const passed = typed({ rights: 1, since: now - minute });
  expect(passed?.isPassed).toBe(true);
  expect(typed(passed?.progress ?? { rights: 1, since: now })?.isPassed).toBe(false);
});

const device: TryFacts = {
  ...quiet,
  t: now,
  requestedT: undefined,
  isRepeat: false,
  isGuardedRepeat: false,
  isRefusedRepeat: false,
  code: 'none',
  deviceTries: [],
  guardedTriedAt: undefined,
  guardedProgress: { rights: 0, since: undefined },
  guardedMisses: 0,
  isOwnCode: false,
  isGuardedCode: () => false,
};

test('[OTP-5] an earlier guarded code is answered alike whether right or wrong', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 * minute - 1 }), fc.nat(30), (age, misses) => {
      const facts = { ...device, guardedSends: [now - age], guardedMisses: misses };
      const [right, wrong] = [true, false].map((is) => {
        const verdict = tryCode({ ...facts, isGuardedCode: () => is }, rateLimits);
        return verdict.kind === 'guarded'
          ? [verdict.retryAfterSeconds, verdict.isPassed, verdict.triedAt, verdict.misses]
          : verdict;
      });
      expect(right).toEqual(wrong);
    }),
  );
});

/**
 * The chance to get in without the SMS is at most one in a million for each comparison that a right
 * guess would win. Every other guess of a guarded code is given to the attacker for nothing.
 */
test('[OTP-5][OTP-6] in a whole programme, 50 comparisons at most can let in who has not seen the SMS', () => {
  const mobile = { tries: [] as number[], guardedSends: [] as number[], misses: 0 };
  let compared = 0;
  let misses = 0;
  let passes = 0;
  // A device for each place in each run of codes, so that no limit of a device is in the way.
  const progress = new Map<number, TryFacts['guardedProgress']>();
  // Once everything is used up, each hour shows that it stays so.
  const stepMs = () => (compared < 30 || misses < 20 ? 5 * minute : 60 * minute);
  for (let time = now; time < now + 133 * day; time += stepMs()) {
    mobile.guardedSends = [...mobile.guardedSends.slice(-10), time];
    for (let ordinary = 0; ordinary < 3; ordinary += 1) {
      const code = { expiresAt: time + 1, usedAt: undefined, tries: 0, isGuardedPass: false };
      const facts = { ...device, now: time, t: time, code, mobileTries: mobile.tries };
      if (tryCode(facts, rateLimits).kind !== 'compare') continue;
      mobile.tries.push(time);
      compared += 1;
    }
    for (let guesser = 0; guesser < 2; guesser += 1) {
      const guarded = {
        ...device,
        now: time,
        t: time,
        guardedSends: mobile.guardedSends,
        mobileTries: mobile.tries,
        guardedMisses: mobile.misses,
        guardedProgress: progress.get(guesser) ?? device.guardedProgress,
      };
      const needed = mobile.misses < guardedLimits.missesBeforeThird ? 2 : 3;
      const isLast = guarded.guardedProgress.rights === needed - 1;
      let asked = 0;
      const isGuardedCode = () => {
        asked += 1;
        return !isLast;
      };
      const verdict = tryCode({ ...guarded, isGuardedCode }, rateLimits);
      if (verdict.kind !== 'guarded') continue;
      passes += Number(verdict.isPassed);
      if (isLast) misses += asked;
      mobile.misses += verdict.misses;
      progress.set(guesser, isLast ? device.guardedProgress : verdict.progress);
    }
  }
  expect({ compared, misses, passes }).toEqual({ compared: 30, misses: 20, passes: 0 });
  expect((compared + misses) * 1e-6).toBeLessThanOrEqual(5e-5);
});
