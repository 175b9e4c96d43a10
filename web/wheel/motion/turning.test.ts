import { describe, expect, test } from 'vitest';
import {
  atRest,
  endSpin,
  endWait,
  polarOf,
  throwSpeed,
  turnBetween,
  type Held,
} from './turning.ts';

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
