// The wheel's angles, as a table of the campaign's three faces and as properties of any wheel.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  distance,
  faceUnderPointer,
  normalise,
  pegAngles,
  restAngle,
  sectors,
} from './geometry.ts';

const three = [{ angle: 60 }, { angle: 180 }, { angle: 300 }];
const rotation = fc.double({ min: -100_000, max: 100_000, noNaN: true });
const wheel = fc
  .uniqueArray(fc.integer({ min: 0, max: 3599 }), { minLength: 2, maxLength: 24 })
  .map((tenths) => tenths.map((tenth) => ({ angle: tenth / 10 })));

describe('the angle of rest', () => {
  test.each([
    { angle: 60, rest: 7500 },
    { angle: 180, rest: 7380 },
    { angle: 300, rest: 7260 },
    { angle: 0, rest: 7200 },
  ])('[WHL-4] is $rest° from rest for the face at $angle°', ({ angle, rest }) => {
    expect(restAngle(angle)).toBe(rest);
  });

  test('[WHL-4] of a second spin is counted from where the first one ended', () => {
    expect(restAngle(300, 20, 7500)).toBe(7500 + 7200 + 120);
    expect(restAngle(60, 20, 7500)).toBe(7500 + 7200);
  });

  test('[WHL-4] is 20 full turns and less than one more, clockwise, from anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), rotation, (angle, from) => {
        const turned = restAngle(angle, 20, from) - from;
        expect(turned).toBeGreaterThanOrEqual(7200 - 1e-6);
        expect(turned).toBeLessThanOrEqual(7560 + 1e-6);
      }),
    );
  });

  test('[WHL-4] brings exactly that face under the pointer, from anywhere, on any wheel', () => {
    fc.assert(
      fc.property(wheel, rotation, fc.nat(30), (faces, from, turns) => {
        for (const face of faces) {
          const rest = restAngle(face.angle, turns, from);
          expect(distance(face.angle + rest, 0)).toBeLessThan(1e-6);
          expect(faceUnderPointer(rest, faces)).toBe(face);
        }
      }),
    );
  });
});

describe('the sectors', () => {
  test('[WHL-4] of three faces are 120° each, with their centres at 60, 180 and 300', () => {
    expect(sectors(three)).toEqual([
      { face: { angle: 60 }, start: 0, end: 120 },
      { face: { angle: 180 }, start: 120, end: 240 },
      { face: { angle: 300 }, start: 240, end: 360 },
    ]);
  });

  test('meet midway where faces stand unevenly', () => {
    expect(sectors([{ angle: 350 }, { angle: 10 }, { angle: 100 }])).toEqual([
      { face: { angle: 10 }, start: 0, end: 55 },
      { face: { angle: 100 }, start: 55, end: 225 },
      { face: { angle: 350 }, start: 225, end: 360 },
    ]);
  });

  test('cover the wheel once, without a gap, and hold their own centres', () => {
    fc.assert(
      fc.property(wheel, (faces) => {
        const parts = sectors(faces);
        expect(parts.reduce((sum, part) => sum + part.end - part.start, 0)).toBeCloseTo(360, 6);
        parts.forEach((part, index) => {
          const next = parts[(index + 1) % parts.length];
          expect(distance(part.end, next?.start ?? NaN)).toBeLessThan(1e-6);
          expect(part.face.angle).toBeGreaterThan(part.start);
          expect(part.face.angle).toBeLessThan(part.end);
        });
      }),
    );
  });

  test('say the same as the pointer, anywhere but on a boundary', () => {
    fc.assert(
      fc.property(wheel, rotation, (faces, turned) => {
        const under = normalise(-turned);
        const part = sectors(faces).find(
          ({ start, end }) => normalise(under - start) < end - start,
        );
        fc.pre(sectors(faces).every(({ start }) => distance(under, start) > 1e-6));
        expect(faceUnderPointer(turned, faces)).toBe(part?.face);
      }),
    );
  });

  test.each([
    { faces: [], says: /fewer than two faces/ },
    { faces: [{ angle: 60 }], says: /fewer than two faces/ },
    { faces: [{ angle: 60 }, { angle: 420 }], says: /two faces stand at 60°/ },
  ])('refuse a wheel that cannot be divided: $faces', ({ faces, says }) => {
    expect(() => sectors(faces)).toThrow(says);
  });
});

describe('the pegs', () => {
  test('[WHL-4] stand between the faces and evenly on them, so that each face comes to rest in a gap', () => {
    const pegs = pegAngles(sectors(three));
    expect(pegs).toHaveLength(27);
    expect(pegs).toEqual(expect.arrayContaining([0, 120, 240]));
    for (const { angle } of three) {
      const nearest = Math.min(...pegs.map((peg) => distance(peg, angle)));
      expect(nearest).toBeCloseTo(360 / 27 / 2, 9);
    }
  });

  test('[WHL-4] of any even wheel leave the pointer a gap at each face', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 36 }), (count) => {
        const faces = Array.from({ length: count }, (_, face) => ({ angle: (face * 360) / count }));
        const pegs = pegAngles(sectors(faces));
        for (const { angle } of faces) {
          expect(Math.min(...pegs.map((peg) => distance(peg, angle)))).toBeGreaterThan(4);
        }
        expect(new Set(pegs.map((peg) => normalise(peg).toFixed(6))).size).toBe(pegs.length);
      }),
    );
  });
});

test('a direction is brought into one turn, whatever it was', () => {
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
