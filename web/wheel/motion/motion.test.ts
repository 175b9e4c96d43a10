import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  distance,
  normalise,
  pegAngles,
  restRotation,
  segmentArcs,
  type Angled,
} from './geometry.ts';
import {
  decelerationStartMs,
  rotationAt,
  spinMotion,
  spinMs,
  unwindMotion,
  wheelKeyframes,
  windUpMotion,
  type Motion,
} from './motion.ts';
import { pegPasses, pointerKeyframes, withMinimumGap } from './pointer.ts';

const three = [{ angle: 60 }, { angle: 180 }, { angle: 300 }];
const rotation = fc.double({ min: -100_000, max: 100_000, noNaN: true });
const wheel = fc
  .uniqueArray(fc.integer({ min: 0, max: 3599 }), { minLength: 2, maxLength: 24 })
  .map((tenths) => tenths.map((tenth) => ({ angle: tenth / 10 })));

function segmentUnderPointer<Segment extends Angled>(
  turnedBy: number,
  segments: readonly Segment[],
): Segment | undefined {
  const away = (segment: Segment): number => distance(segment.angle + turnedBy, 0);
  return segments.reduce<Segment | undefined>(
    (nearest, segment) => (nearest && away(nearest) <= away(segment) ? nearest : segment),
    undefined,
  );
}

describe('the rotation at rest', () => {
  test.each([
    { angle: 60, rest: 7500 },
    { angle: 180, rest: 7380 },
    { angle: 300, rest: 7260 },
    { angle: 0, rest: 7200 },
  ])('[WHL-4] is $rest° from rest for the segment at $angle°', ({ angle, rest }) => {
    expect(restRotation(angle)).toBe(rest);
  });

  test('[WHL-4] of a second spin is counted from where the first one ended', () => {
    expect(restRotation(300, 20, 7500)).toBe(7500 + 7200 + 120);
    expect(restRotation(60, 20, 7500)).toBe(7500 + 7200);
  });

  test('[WHL-4] is 20 full turns and less than one more, clockwise, from anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), rotation, (angle, from) => {
        const turned = restRotation(angle, 20, from) - from;
        expect(turned).toBeGreaterThanOrEqual(7200 - 1e-6);
        expect(turned).toBeLessThanOrEqual(7560 + 1e-6);
      }),
    );
  });

  test('[WHL-4] brings that segment under the pointer, from anywhere, on any wheel', () => {
    fc.assert(
      fc.property(wheel, rotation, fc.nat(30), (segments, from, turns) => {
        for (const segment of segments) {
          const rest = restRotation(segment.angle, turns, from);
          expect(distance(segment.angle + rest, 0)).toBeLessThan(1e-6);
          expect(segmentUnderPointer(rest, segments)).toBe(segment);
        }
      }),
    );
  });
});

describe('the sectors', () => {
  test('[WHL-4] of three segments are 120° each, with their centres at 60, 180 and 300', () => {
    expect(segmentArcs(three)).toEqual([
      { segment: { angle: 60 }, start: 0, end: 120 },
      { segment: { angle: 180 }, start: 120, end: 240 },
      { segment: { angle: 300 }, start: 240, end: 360 },
    ]);
  });

  test('meet midway when segments are unevenly spaced', () => {
    expect(segmentArcs([{ angle: 350 }, { angle: 10 }, { angle: 100 }])).toEqual([
      { segment: { angle: 10 }, start: 0, end: 55 },
      { segment: { angle: 100 }, start: 55, end: 225 },
      { segment: { angle: 350 }, start: 225, end: 360 },
    ]);
  });

  test('cover the wheel once, without a gap, and contain their own centres', () => {
    fc.assert(
      fc.property(wheel, (segments) => {
        const parts = segmentArcs(segments);
        expect(parts.reduce((sum, part) => sum + part.end - part.start, 0)).toBeCloseTo(360, 6);
        parts.forEach((part, index) => {
          const next = parts[(index + 1) % parts.length];
          expect(distance(part.end, next?.start ?? NaN)).toBeLessThan(1e-6);
          expect(part.segment.angle).toBeGreaterThan(part.start);
          expect(part.segment.angle).toBeLessThan(part.end);
        });
      }),
    );
  });

  test('agree with the pointer everywhere but on a boundary', () => {
    fc.assert(
      fc.property(wheel, rotation, (segments, turned) => {
        const under = normalise(-turned);
        const part = segmentArcs(segments).find(
          ({ start, end }) => normalise(under - start) < end - start,
        );
        fc.pre(segmentArcs(segments).every(({ start }) => distance(under, start) > 1e-6));
        expect(segmentUnderPointer(turned, segments)).toBe(part?.segment);
      }),
    );
  });

  test.each([
    { segments: [], says: /fewer than two segments/ },
    { segments: [{ angle: 60 }], says: /fewer than two segments/ },
    { segments: [{ angle: 60 }, { angle: 420 }], says: /two segments are centred at 60°/ },
  ])('refuse a wheel that cannot be divided: $segments', ({ segments, says }) => {
    expect(() => segmentArcs(segments)).toThrow(says);
  });
});

describe('the pegs', () => {
  test('[WHL-4] are on the borders and evenly spaced within the segments, so that each segment comes to rest in a gap', () => {
    const pegs = pegAngles(segmentArcs(three));
    expect(pegs).toHaveLength(27);
    expect(pegs).toEqual(expect.arrayContaining([0, 120, 240]));
    for (const { angle } of three) {
      const nearest = Math.min(...pegs.map((peg) => distance(peg, angle)));
      expect(nearest).toBeCloseTo(360 / 27 / 2, 9);
    }
  });

  test('[WHL-4] leave the pointer a gap at each segment of any evenly divided wheel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 36 }), (count) => {
        const segments = Array.from({ length: count }, (_, segment) => ({
          angle: (segment * 360) / count,
        }));
        const pegs = pegAngles(segmentArcs(segments));
        for (const { angle } of segments) {
          expect(Math.min(...pegs.map((peg) => distance(peg, angle)))).toBeGreaterThan(4);
        }
        expect(new Set(pegs.map((peg) => normalise(peg).toFixed(6))).size).toBe(pegs.length);
      }),
    );
  });
});

test('any direction is normalized to one turn', () => {
  fc.assert(
    fc.property(rotation, (angle) => {
      expect(normalise(angle)).toBeGreaterThanOrEqual(0);
      expect(normalise(angle)).toBeLessThan(360);
    }),
  );
  expect([normalise(-1e-17), normalise(-90), normalise(360), normalise(7500)]).toEqual([
    0, 270, 0, 300,
  ]);
});

const spins = fc.record({
  rested: fc.double({ min: 0, max: 20_000, noNaN: true }),
  wound: fc.double({ min: 0, max: 390, noNaN: true }),
  angle: fc.constantFrom(60, 180, 300),
});

const spinOf = ({ rested, wound, angle }: { rested: number; wound: number; angle: number }) =>
  spinMotion(rested - wound, restRotation(angle, 20, rested));

const samples = (motion: Motion, fromMs: number, toMs: number, steps = 400) =>
  Array.from({ length: steps + 1 }, (_, step) =>
    rotationAt(motion, fromMs + ((toMs - fromMs) * step) / steps),
  );

const steps = (rotations: number[]) =>
  rotations.slice(1).map((rotation, index) => rotation - (rotations[index] ?? Number.NaN));

describe('a spin', () => {
  test('[WHL-4] begins at its start and rests exactly at its end', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        expect(motion.durationMs).toBe(spinMs);
        expect(rotationAt(motion, -5)).toBe(motion.from);
        expect(rotationAt(motion, 0)).toBe(motion.from);
        for (const ms of [spinMs, spinMs + 1, 3 * spinMs]) {
          expect(rotationAt(motion, ms)).toBe(restRotation(given.angle, 20, given.rested));
        }
      }),
    );
  });

  test('[WHL-4] starts backwards, and turns clockwise through 20 full turns to where it stops', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        const drawn = samples(motion, 0, 240);
        expect(Math.min(...drawn)).toBeCloseTo(motion.from - 10, 6);
        expect(Math.max(...steps(drawn))).toBeLessThanOrEqual(0);
        const turning = samples(motion, 240, spinMs);
        expect(Math.min(...steps(turning))).toBeGreaterThanOrEqual(0);
        expect((turning.at(-1) ?? 0) - (turning[0] ?? 0)).toBeGreaterThan(20 * 360);
      }),
    );
  });

  test('[WHL-4] never speeds up again after the acceleration', () => {
    const motion = spinMotion(0, restRotation(60));
    const stretches = steps(samples(motion, decelerationStartMs, spinMs));
    stretches
      .slice(1)
      .forEach((stretch, index) => expect(stretch).toBeLessThan(stretches[index] ?? 0));
    expect(stretches.at(-1)).toBeLessThan((stretches[0] ?? 0) / 500);
  });

  test('[WHL-4] is decided 0.4 to 0.5 s before it stops, and too slow at its fastest to strobe', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        expect(motion.to - rotationAt(motion, spinMs - 500)).toBeGreaterThan(60);
        expect(motion.to - rotationAt(motion, spinMs - 380)).toBeLessThan(60);
        // Degrees per frame: half a third.
        const [before, after] = [decelerationStartMs, decelerationStartMs + 1000 / 60];
        expect(rotationAt(motion, after) - rotationAt(motion, before)).toBeLessThan(60);
      }),
    );
  });

  test('[WHL-4] has no jerk: the speed is the same before and after each change of phase', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        for (const ms of [240, decelerationStartMs, spinMs]) {
          const before = rotationAt(motion, ms) - rotationAt(motion, ms - 0.5);
          const after = rotationAt(motion, ms + 0.5) - rotationAt(motion, ms);
          expect(Math.abs(after - before)).toBeLessThan(0.02);
        }
      }),
    );
  });
});

const bezier = (one: number, other: number, at: number) =>
  3 * one * at * (1 - at) ** 2 + 3 * other * at ** 2 * (1 - at) + at ** 3;

function played(frames: Keyframe[], share: number): number {
  const index = Math.max(
    0,
    frames.findLastIndex(({ offset }) => Number(offset) <= share),
  );
  const [one, other] = [frames[index], frames[index + 1]];
  const turn = (frame?: Keyframe) =>
    Number(/rotate\((.*)deg\)/.exec(String(frame?.['transform']))?.[1]);
  if (!other) return turn(one);
  const at = (share - Number(one?.offset)) / (Number(other.offset) - Number(one?.offset));
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = (/\((.*)\)/.exec(String(one?.easing))?.[1] ?? '')
    .split(',')
    .map(Number);
  expect(bezier(x1, x2, at)).toBeCloseTo(at, 9);
  return turn(one) + (turn(other) - turn(one)) * bezier(y1, y2, at);
}

test.each([
  ['a spin', spinMotion(-26, restRotation(300))],
  ['winding up', windUpMotion(300)],
  ['unwinding', unwindMotion(-52, 0)],
])('[WHL-4] the browser plays the same curves: %s', (_, motion) => {
  const frames = wheelKeyframes(motion);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      expect(played(frames, share)).toBeCloseTo(rotationAt(motion, share * motion.durationMs), 6);
    }),
  );
  expect(frames.map(({ offset }) => offset)).toEqual(
    frames.map(({ offset }) => offset).toSorted((one, other) => Number(one) - Number(other)),
  );
});

test('[WHL-3] the wind-up goes backwards tug by tug, with pauses', () => {
  const motion = windUpMotion(300);
  for (const step of steps(samples(motion, 0, motion.durationMs, 3000))) {
    expect(step).toBeLessThanOrEqual(0);
  }
  expect(rotationAt(motion, 380)).toBe(287);
  expect(rotationAt(motion, 999)).toBe(287);
  expect(rotationAt(motion, 1380)).toBe(274);
  expect(motion.durationMs).toBe(16_000);
});

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));

const own = fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 });

describe('the passes of pegs', () => {
  test('[WHL-5] are one for each peg and turn', () => {
    // 27 pegs, 13.33° apart. The start moves backwards and forwards again: one peg passes twice if
    // the pointer is in a gap, and once if it is at the peg.
    expect(pegPasses(spinMotion(60, restRotation(60, 20, 60)), pegs)).toHaveLength(
      2 + 20 * 27 + 18,
    );
    expect(pegPasses(spinMotion(0, restRotation(60)), pegs)).toHaveLength(1 + 20 * 27 + 22);
    expect(pegPasses(spinMotion(0, restRotation(180)), pegs)).toHaveLength(1 + 20 * 27 + 13);
    expect(pegPasses(spinMotion(0, 7500), [])).toEqual([]);
    expect(pegPasses(unwindMotion(5, 5), pegs)).toEqual([]);
    const [first, second] = pegPasses(spinMotion(-3, restRotation(60)), [5]);
    expect(first?.isClockwise).toBe(false);
    expect(second?.isClockwise).toBe(true);
  });

  test('[WHL-5] are in order, within the motion, with a peg under the pointer at each', () => {
    fc.assert(
      fc.property(spins, own, fc.boolean(), (given, some, isSpin) => {
        const motion = isSpin ? spinOf(given) : windUpMotion(given.rested);
        const passes = pegPasses(motion, some);
        const times = passes.map(({ ms }) => ms);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        for (const { ms } of passes) {
          expect(ms).toBeGreaterThan(0);
          expect(ms).toBeLessThanOrEqual(motion.durationMs);
          const away = some.map((peg) => {
            const past = normalise(peg + rotationAt(motion, ms));
            return Math.min(past, 360 - past);
          });
          expect(Math.min(...away)).toBeLessThan(0.001);
        }
        if (isSpin) expect(passes.length).toBeGreaterThanOrEqual(some.length * 20);
      }),
    );
  });

  test('[WHL-5] are ever slower, the last ones more than 60 ms apart', () => {
    for (const angle of [60, 180, 300]) {
      const passes = pegPasses(spinMotion(0, restRotation(angle)), pegs);
      const pauses = steps(passes.filter(({ ms }) => ms > decelerationStartMs).map(({ ms }) => ms));
      pauses
        .slice(1)
        .forEach((pause, index) => expect(pause).toBeGreaterThan(pauses[index] ?? Infinity));
      expect(pauses.at(-2)).toBeGreaterThan(60);
    }
  });
});

const at = (...times: number[]) => times.map((ms) => ({ ms, isClockwise: true }));

test('[WHL-5] fast passes are thinned out to one in so many ms, and slow ones stay', () => {
  expect(withMinimumGap(at(3, 20, 28, 52, 53, 100), 25)).toEqual(at(3, 28, 53, 100));
  expect(withMinimumGap(at(0, 10, 20, 30, 40, 70, 200), 25)).toEqual(at(0, 25, 50, 75, 200));
  expect(withMinimumGap(at(0, 25, 50), 25)).toEqual(at(0, 25, 50));
  expect(withMinimumGap([], 25)).toEqual([]);
});

test('[WHL-5] once the wheel slows down the thinned-out passes never speed up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (gapMs) => {
      const passes = pegPasses(spinMotion(0, restRotation(300)), pegs);
      const pauses = steps(
        withMinimumGap(
          passes.filter(({ ms }) => ms > decelerationStartMs),
          gapMs,
        ).map(({ ms }) => ms),
      );
      pauses.slice(1).forEach((pause, index) => {
        expect(pause).toBeGreaterThanOrEqual((pauses[index] ?? 0) - 1e-6);
      });
    }),
  );
});

function tiltsOf(motion: ReturnType<typeof spinMotion>, own: readonly number[] = pegs) {
  return pointerKeyframes(motion, pegPasses(motion, own)).map(({ offset, transform }) => ({
    ms: Number(offset) * motion.durationMs,
    degrees: Number(/rotate\((.*)deg\)/.exec(String(transform))?.[1]),
  }));
}

test('[WHL-8] each slow peg tilts the pointer as it passes, and lets it hang upright in between', () => {
  const motion = spinMotion(0, restRotation(60));
  const tilts = tiltsOf(motion);
  const last = pegPasses(motion, pegs).slice(-2);
  for (const { ms } of last) {
    const peak = tilts.find((tilt) => Math.abs(tilt.ms - ms) < 0.001);
    expect(peak?.degrees).toBe(-15);
  }
  const [lastMs = Number.NaN] = last.slice(-1).map(({ ms }) => ms);
  expect(lastMs).toBeGreaterThan(spinMs - 200);
  expect(lastMs).toBeLessThan(spinMs - 100);
  expect(tilts.at(-1)).toEqual({ ms: spinMs, degrees: 0 });
});

test('[WHL-8] the wind-up tilts the pointer to the other side', () => {
  const wound = tiltsOf(windUpMotion(0));
  expect(Math.max(...wound.map(({ degrees }) => degrees))).toBe(15);
  expect(Math.min(...wound.map(({ degrees }) => degrees))).toBe(-3);
});

test('[WHL-8] the pointer begins and ends upright, its keyframes in order and few enough for a slow phone', () => {
  const angles = fc.constantFrom(60, 180, 300);
  const other = fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 });
  fc.assert(
    fc.property(angles, fc.nat(390), fc.option(other), fc.boolean(), (angle, wound, own, spins) => {
      const motion = spins ? spinMotion(-wound, restRotation(angle)) : windUpMotion(-wound);
      const tilts = tiltsOf(motion, own ?? pegs);
      if (tilts.length === 0) return;
      const times = tilts.map(({ ms }) => ms);
      expect(times).toEqual(times.toSorted((one, two) => one - two));
      expect(times[0]).toBe(0);
      expect(times.at(-1)).toBe(motion.durationMs);
      expect([tilts[0]?.degrees, tilts.at(-1)?.degrees]).toEqual([0, 0]);
      expect(tilts.length).toBeLessThan(400);
    }),
  );
});

test('[WHL-8] without a passing peg there are no keyframes', () => {
  expect(tiltsOf(spinMotion(0, 7500), [])).toEqual([]);
  expect(tiltsOf(unwindMotion(-3, 0))).toEqual([]);
});
