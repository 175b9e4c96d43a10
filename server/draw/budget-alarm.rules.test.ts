import { expect, test } from 'vitest';
import { alarmOf } from './reward.rules.ts';

test.each([
  [0, 200, null],
  [99, 200, null],
  [100, 200, 50],
  [159, 200, 50],
  [160, 200, 80],
  [189, 200, 80],
  [190, 200, 95],
  [200, 200, 95],
  [0, 0, null],
])('[CAM-3] %i of %i granted alarm at %s percent', (granted, planned, percent) => {
  expect(alarmOf({ granted, planned })).toBe(percent);
});
