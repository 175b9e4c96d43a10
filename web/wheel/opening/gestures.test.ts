import { expect, test } from 'vitest';
import {
  popRule,
  snapRule,
  stirRule,
  stirred,
  swipeRule,
  type Path,
  type Point,
} from './gestures.ts';

const path = (...points: readonly (readonly [x: number, y: number])[]): Path =>
  points.map(([x, y]) => ({ x, y }));

test.each([
  ['nobody', [], 0],
  ['one half taken just far enough', [path([-0.2, 0], [-0.6, 0])], 1],
  ['a little less', [path([-0.2, 0], [-0.59, 0])], 0.975],
  ['the other half', [path([0.3, 0.1], [0.7, 0.1])], 1],
  ['one half pressed against the other', [path([-0.2, 0], [0.2, 0])], -1],
  ['a half drawn down', [path([0.2, 0], [0.2, 0.72])], 1.01],
  ['both apart', [path([-0.2, 0], [-0.4, 0]), path([0.2, 0], [0.4, 0])], 1],
  ['both the same way', [path([-0.2, 0], [0.3, 0]), path([0.2, 0], [0.7, 0])], 0],
  ['two fingers on one half', [path([-0.2, 0], [-0.3, 0]), path([-0.1, 0], [-0.9, 0])], 0.25],
])('[WHL-2] snap: %s', (_, paths, progress) => {
  expect(snapRule.progress(paths, 0)).toBeCloseTo(progress, 1);
});

const arc = (from: number, to: number, reach = 0.35): Point[] => {
  const count = Math.abs(to - from) / 15;
  return Array.from({ length: count + 1 }, (_, at) => {
    const turn = ((from + ((to - from) * at) / count) * Math.PI) / 180;
    return { x: reach * Math.sin(turn), y: -reach * Math.cos(turn) };
  });
};

test.each([
  ['a tap', arc(0, 15).slice(0, 1), 0],
  ['a turn and a quarter', arc(30, 480), 450],
  ['the other way round', arc(30, -420), -450],
  ['there and back', [...arc(0, 300), ...arc(300, 0)], 0],
  ['through the middle', path([-0.3, 0], [-0.05, 0.01], [0.05, 0.01], [0.3, 0]), 180],
  ['trembling in the middle', arc(0, 720, 0.05), 0],
])('[WHL-2] stir: %s', (_, stirring, degrees) => {
  expect(Math.abs(stirred(stirring))).toBeCloseTo(Math.abs(degrees), 6);
  expect(stirRule.progress([stirring], 0)).toBeCloseTo(Math.abs(degrees) / 450, 6);
});

test.each([
  ['too short', path([0, 0]), 599, false],
  ['long enough', path([0, 0]), 600, true],
  ['with a finger that trembles', path([0, 0], [0.2, -0.3]), 900, true],
  ['and let go beside it', path([0, 0], [0.5, -0.4]), 900, false],
])('[WHL-2] pop: held %s', (_, held, ms, isPopped) => {
  expect(popRule.progress([held], ms) >= 1).toBe(isPopped);
});

test.each([
  ['a tap', path([0.1, 0.1]), 20, false],
  ['a tap that trembles', path([0.1, 0.1], [0.15, 0.12]), 20, false],
  ['a flick', path([0.3, 0.1], [0.1, 0.1]), 90, true],
  ['as slow as it may be', path([-0.3, 0], [0.3, 0]), 999, true],
  ['a slow drag', path([-0.3, 0], [0.3, 0]), 1010, false],
])('[WHL-2] swipe over the wheel: %s', (_, swiped, ms, isSwipe) => {
  expect(swipeRule.progress([swiped], ms) >= 1).toBe(isSwipe);
});
