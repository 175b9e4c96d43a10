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
