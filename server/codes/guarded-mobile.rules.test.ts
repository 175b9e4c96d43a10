import { expect, test } from 'vitest';
import {
  guardedPauseMs,
  isGuarded,
  nextCodeMs,
  pauseMsOf,
  provenBy,
  tryGuardedCodes,
  validCodes,
  shutOut,
} from './guarded-mobile.rules.ts';
import { guardedLimits, rateLimits } from './rate-limits.rules.ts';
import { asking, trying } from '@inaam/testing/server/shopper/code-facts.ts';
import { requestCode } from './request-code.rules.ts';
import { tryCode, type TryFacts } from './try-code.rules.ts';

const now = 1_750_000_000_000;
const night = Date.parse('2025-06-15T20:00:00Z');
const noon = Date.parse('2025-06-15T06:30:00Z');
const minute = 60_000;
const day = 1440 * minute;
const ago = (...minutes: number[]) => minutes.map((each) => now - each * minute);

const quiet = {
  now,
  mobileSends: [],
  mobileTries: [],
  provenSends: [],
  provenTries: [],
  guardedSends: [],
  guardedUsedAt: undefined,
  guardedMisses: 0,
};
const often = (count: number, ms: number) =>
  Array.from({ length: count }, (_, at) => now - ms + at);

test.each([
  ['nothing', {}, false],
  ['3 codes in a day', { mobileSends: ago(1430, 20, 10) }, false],
  ['4 codes in a day', { mobileSends: ago(1430, 20, 10, 5) }, true],
  ['1 code at night', { now: night, mobileSends: [night - minute] }, false],
  ['2 codes at night', { now: night, mobileSends: [night - 539 * minute, night - minute] }, true],
  ['9 tries', { mobileTries: ago(9, 8, 7, 6, 5, 4, 3, 2, 1) }, false],
  ['10 tries', { mobileTries: ago(9, 8, 7, 6, 5, 4, 3, 2, 1, 0) }, true],
  ['30 tries in all', { mobileTries: often(30, 40 * day) }, true],
  [
    '30 tries, one of which its owner has proven',
    { mobileTries: often(30, 40 * day), provenTries: often(1, 40 * day) },
    false,
  ],
  [
    '15 codes, one of which its owner has proven',
    { mobileSends: often(15, 40 * day), provenSends: often(1, 40 * day) },
    false,
  ],
  [
    '4 codes in a day, all of them proven',
    { mobileSends: ago(1430, 20, 10, 5), provenSends: ago(1430, 20, 10, 5) },
    true,
  ],
  [
    '2 codes at night, one of them proven',
    { now: night, mobileSends: [night - 2, night - 1], provenSends: [night - 2] },
    false,
  ],
  ['a valid guarded code', { guardedSends: ago(1439) }, true],
  ['a guarded code a day ago', { guardedSends: ago(1440) }, false],
  ['a used guarded code', { guardedSends: ago(5), guardedUsedAt: now }, false],
])('[OTP-6] after %s a mobile is guarded: %o, %s', (_, facts, guarded) => {
  expect(isGuarded({ ...quiet, ...facts }, rateLimits)).toBe(guarded);
});

test.each([
  ['an ordinary code a minute ago', { mobileSends: ago(1) }, 0, 0],
  ['a guarded code now', { guardedSends: ago(0) }, 5, 5],
  ['two of them', { guardedSends: ago(5, 0) }, 240, 5],
  ['two of them, in no order', { guardedSends: ago(0, 5) }, 240, 5],
  ['two of them after ten misses', { guardedSends: ago(5, 0), guardedMisses: 10 }, 5, 5],
  ['three of them after ten misses', { guardedSends: ago(9, 5, 0), guardedMisses: 10 }, 240, 5],
  [
    'one that is used and one that is not',
    { guardedSends: ago(5, 0), guardedUsedAt: now - 1 },
    5,
    5,
  ],
  ['a clock that was set back', { guardedSends: ago(-60, -70) }, 240, 5],
  ['two a day ago', { guardedSends: ago(1440, 1441) }, 0, 0],
  ['eight in a day', { guardedSends: ago(1439, 700, 600, 500, 400, 300, 250, 240) }, 1, 1],
])(
  '[OTP-6] after %s a stranger has to wait %o, %i minutes, and the owner %i',
  (_, facts, minutes, ownMinutes) => {
    expect(pauseMsOf({ ...quiet, ...facts }, false)).toBe(minutes * minute);
    expect(pauseMsOf({ ...quiet, ...facts }, true)).toBe(ownMinutes * minute);
  },
);

test('[OTP-6] at night a stranger gets no second guarded code, and its owner gets one', () => {
  const facts = { ...quiet, now: night };
  const one = { ...facts, guardedSends: [night - 10 * minute] };
  const untilMorning = Date.parse('2025-06-16T01:31:00Z') - night;
  expect(guardedPauseMs(facts, false)).toBe(0);
  expect(guardedPauseMs(one, false)).toBe(untilMorning);
  expect(guardedPauseMs(one, true)).toBe(0);
  const two = { ...one, guardedSends: [night - 600 * minute, night - 300 * minute] };
  expect([guardedPauseMs(two, false), guardedPauseMs(two, true)]).toEqual([untilMorning, 0]);
});

test.each([
  [ago(10, 5, 0), undefined, 0, [5, 0]],
  [ago(10, 5, 0), undefined, 10, [10, 5, 0]],
  [ago(1440, 5), undefined, 0, [5]],
  [ago(0, 5), undefined, 0, [5, 0]],
  [ago(5, 0), 5, 0, [0]],
  [ago(5, 0), 0, 0, []],
])(
  '[OTP-5] of guarded codes the newest that are needed may be typed, for a day: %o, used %s, %d misses',
  (guardedSends, used, guardedMisses, left) => {
    const guardedUsedAt = used === undefined ? undefined : ago(used)[0];
    const facts = { ...quiet, guardedSends, guardedUsedAt, guardedMisses };
    expect(validCodes(facts)).toEqual(ago(...left));
  },
);

const [first = now, second = now, third = now] = ago(9, 5, 0);
/** Types the codes in order; 0 is a wrong one. */
function typing(guardedMisses: number, codes: readonly number[], guardedSends = [first, second]) {
  const facts = { ...quiet, guardedSends, guardedMisses };
  let typed: readonly number[] = [];
  return codes.map((code) => {
    const tried = tryGuardedCodes(facts, typed, (sentAt) => sentAt === code);
    if (!tried) return undefined;
    ({ typed } = tried);
    return tried.isPassed ? 'in' : tried.isRight ? 'right' : `wrong: ${tried.misses} misses`;
  });
}

test('[OTP-5] a pass takes the right codes of two SMS one after another, in any order', () => {
  expect(typing(0, [first, second])).toEqual(['right', 'in']);
  expect(typing(9, [second, first])).toEqual(['right', 'in']);
  expect(typing(0, [first, first, second])).toEqual(['right', 'right', 'in']);
  expect(typing(0, [0, first, 0, second, first])).toEqual([
    'wrong: 0 misses',
    'right',
    'wrong: 1 misses',
    'right',
    'in',
  ]);
  // Until a second code is sent, wrong codes do not reset the first.
  expect(typing(0, [first, 0, 0], [first])).toEqual([
    'right',
    'wrong: 0 misses',
    'wrong: 0 misses',
  ]);
  expect(tryGuardedCodes({ ...quiet, guardedSends: [first] }, [first], () => false)).toMatchObject({
    typed: [first],
  });
  // The next pass needs just as many codes.
  expect(typing(0, [first, second, first])).toEqual(['right', 'in', 'right']);
});

test('[OTP-5] after ten misses a pass takes three, and after twenty nobody gets in', () => {
  const three = [first, second, third];
  expect(typing(10, [third, first, second], three)).toEqual(['right', 'right', 'in']);
  expect(typing(19, [first, 0, first, second, 0], three)).toEqual([
    'right',
    'wrong: 0 misses',
    'right',
    'right',
    'wrong: 1 misses',
  ]);
  expect(typing(20, [first, second], three)).toEqual([undefined, undefined]);
});

test('[OTP-5] each comparison that would let in is a miss, and no more than are left are made', () => {
  const asked: number[] = [];
  const isCodeOf = (sentAt: number) => asked.push(sentAt) === 0;
  const facts = { ...quiet, guardedSends: [first, second, third], guardedMisses: 19 };
  expect(tryGuardedCodes(facts, [second, third], isCodeOf)).toMatchObject({ misses: 1 });
  expect(asked).toEqual([second, third, first]);
  asked.length = 0;
  const fewer = { ...facts, guardedMisses: 9, guardedSends: [second, third] };
  expect(tryGuardedCodes(fewer, [first], isCodeOf)).toMatchObject({ misses: 0, typed: [] });
  expect(asked).toEqual([second, third]);
});

test('[OTP-6] the right code proves what its device asked for and tried, and nothing of another', () => {
  const [before, strangers, own] = [now - 3, now - 2, now - 1];
  expect(provenBy([before, strangers, own], [before], [before, own])).toEqual([own]);
});

const device: TryFacts = { ...trying, code: 'none' };

/**
 * Each comparison that a right guess would win succeeds with a chance of at most one in a million
 * without the SMS. The test assumes that the attacker guesses every other guarded code.
 */
test('[OTP-5][OTP-6] in a whole programme, 50 comparisons at most can let in who has not seen the SMS', () => {
  const mobile = { tries: [] as number[], guardedSends: [] as number[], misses: 0 };
  let compared = 0;
  let misses = 0;
  let passes = 0;
  for (let time = now; time < now + 133 * day; time += 60 * minute) {
    mobile.guardedSends = [...mobile.guardedSends.slice(-5), time];
    for (let ordinary = 0; ordinary < 3; ordinary += 1) {
      const code = { expiresAt: time + 1, usedAt: undefined, tries: 0, isGuardedPass: false };
      const facts = { ...device, now: time, t: time, code, mobileTries: mobile.tries };
      if (tryCode(facts, rateLimits).kind !== 'compare') continue;
      mobile.tries.push(time);
      compared += 1;
    }
    // New devices, so that no device limit interferes.
    let guardedTyped: readonly number[] = [];
    for (let typed = 0; typed < 3; typed += 1) {
      const needed = mobile.misses < guardedLimits.missesBeforeThird ? 2 : 3;
      const isLast = guardedTyped.length === needed - 1;
      const right = validCodes({
        ...quiet,
        ...mobile,
        guardedMisses: mobile.misses,
        now: time,
      }).find((sentAt) => !guardedTyped.includes(sentAt));
      let asked = 0;
      const isGuardedCode = (sentAt: number) => {
        if (!guardedTyped.includes(sentAt)) asked += 1;
        return !isLast && sentAt === right;
      };
      const guarded = {
        ...device,
        now: time,
        t: time,
        guardedSends: mobile.guardedSends,
        mobileTries: mobile.tries,
        guardedMisses: mobile.misses,
        guardedTyped,
        isGuardedCode,
      };
      const verdict = tryCode(guarded, rateLimits);
      if (verdict.kind !== 'guarded') continue;
      passes += Number(verdict.isPassed);
      if (isLast) misses += asked;
      mobile.misses += verdict.misses;
      guardedTyped = verdict.typed;
    }
  }
  expect({ compared, misses, passes }).toEqual({ compared: 30, misses: 20, passes: 0 });
  expect((compared + misses) * 1e-6).toBeLessThanOrEqual(5e-5);
});

const usedAt = 1_750_000_000_000;

test.each([
  ['a mobile without a reward', false, undefined, undefined],
  ['a reward from before the code', false, usedAt - 1, 'rewarded'],
  ['a reward of the same millisecond', false, usedAt, 'rewarded'],
  ['a reward drawn after the code, when the call is repeated', false, usedAt + 1, undefined],
  ['a blocked mobile', true, undefined, 'blocked'],
  ['a blocked mobile with a reward', true, usedAt - 1, 'blocked'],
] as const)('[SES-6] %s', (_, isBlocked, rewardedAt, answer) => {
  expect(shutOut({ isBlocked, rewardedAt }, usedAt)).toBe(answer);
});

test.each([
  ['nothing', {}, 0],
  ['a code a moment ago', { mobileSends: ago(0.5) }, minute / 2],
  ['a day’s codes', { mobileSends: ago(30, 20, 10, 5) }, 0],
  ['a first guarded code', { guardedSends: ago(1) }, 4 * minute],
  ['two guarded codes, whose pause ends at night', { guardedSends: ago(10, 1) }, 37_460_000],
  ['two guarded codes by day', { now: noon, guardedSends: [noon, noon - 1] }, 240 * minute],
  ['eight guarded codes', { guardedSends: ago(9, 8, 7, 6, 5, 4, 3, 2) }, 1431 * minute],
  ['a guarded code at night', { now: night, guardedSends: [night - minute] }, 331 * minute],
])('after %s, %o, the next code can be requested in %s ms, and not sooner', (_, facts, waitMs) => {
  const asked = { ...asking, ...quiet, ...facts };
  expect(nextCodeMs(asked, rateLimits)).toBe(waitMs);
  const kindAt = (at: number) => {
    const mobileSends = asked.mobileSends.filter((sentAt) => sentAt <= at);
    return requestCode({ ...asked, mobileSends, now: at, t: at }, rateLimits).kind;
  };
  expect(kindAt(asked.now + waitMs)).toBe('send');
  if (waitMs > 0) expect(kindAt(asked.now + waitMs - 1)).not.toBe('send');
});
