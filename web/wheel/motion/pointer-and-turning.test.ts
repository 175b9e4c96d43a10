import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import { spinMotion, spinMs, unwindMotion, windUpMotion } from './motion.ts';
import { pegPasses, pointerKeyframes, tiltAt } from './pointer.ts';
import {
  atRest,
  endSpin,
  endWait,
  polarOf,
  throwSpeed,
  turnBetween,
  type Held,
} from './turning.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));

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

test.each([
  [0, true, -15],
  [3, true, -7.5],
  [6, true, 0],
  [0, false, 15],
  [-3, false, 7.5],
  [-6, false, 0],
])(
  '[WHL-8] a peg %s° away leans on the pointer of a wheel in the hand',
  (away, isClockwise, tilt) => {
    expect(tiltAt(-away, isClockwise, [0])).toBeCloseTo(tilt, 9);
  },
);

/** A drag of so many degrees in each step of 16 ms. */
const path = (...turns: readonly number[]): Held[] => {
  let rotation = 0;
  return [
    { ms: 0, rotation },
    ...turns.map((turn, index) => ({ ms: 16 * (index + 1), rotation: (rotation += turn) })),
  ];
};
const end = (held: readonly Held[]) => held.at(-1)?.ms ?? 0;

describe('a hand that lets go', () => {
  test.each([
    ['a flick', path(3, 6, 9, 9), 27 / 64],
    ['a flick counter-clockwise', path(-3, -6, -9, -9), -27 / 64],
    ['just fast enough', path(3.2, 3.2, 3.2, 3.2), 0.2],
    ['just too slow', path(3.19, 3.19, 3.19, 3.19), 0],
    ['a slow drag', path(1, 1, 1, 1, 1, 1, 1, 1), 0],
    ['a fast drag that ends slowly', path(20, 20, 20, 1, 1, 1, 1, 1, 1, 1), 0],
    ['a slow drag that ends with a flick', path(1, 1, 1, 1, 1, 8, 8, 8, 8), 33 / 80],
    ['there and back', path(9, 9, -9, -9), 0],
    ['a tap that trembles', path(5), 0],
    ['a tap', path(), 0],
    ['faster than any hand', path(90, 90, 90), 2],
    ['the other way, faster than any hand', path(-90, -90, -90), -2],
  ])('[WHL-4] %s', (_, held, speed) => {
    expect(throwSpeed(held, end(held))).toBeCloseTo(speed, 3);
  });

  test('[WHL-4] and stopped before, has not thrown', () => {
    const held = path(9, 9, 9);
    expect(throwSpeed(held, end(held) + 40)).toBeGreaterThan(0);
    expect(throwSpeed(held, end(held) + 91)).toBe(0);
  });

  test('[WHL-4] and has never held, has not thrown', () => {
    expect(throwSpeed([], 5)).toBe(0);
  });
});

test.each([
  ['a wait', endWait],
  ['a spin', endSpin],
])('[WHL-4] a throw is of one turn: after %s there is none', (_, endTurn) => {
  const turning = { ...atRest(), thrown: 1.5, stoppedSpeed: 1 };
  endTurn(turning);
  expect(turning.thrown).toBe(0);
});

test.each([
  [350, 10, 20],
  [10, 350, -20],
  [0, 180, 180],
  [90, 90, 0],
  [0, 181, -179],
])('[WHL-4] from %s° to %s° a hand turns by %s°', (before, after, turn) => {
  expect(turnBetween(before, after)).toBe(turn);
});

test.each([
  [100, 0, 0, 1],
  [200, 100, 90, 1],
  [100, 150, 180, 0.5],
  [0, 100, 270, 1],
])('[WHL-4] a touch at %s, %s is at %s° and %s of the radius', (x, y, angle, radius) => {
  const place = polarOf({ x: x + 30, y: y + 40 }, { left: 30, top: 40, width: 200 });
  expect(place.angle).toBeCloseTo(angle, 9);
  expect(place.radius).toBeCloseTo(radius, 9);
});
