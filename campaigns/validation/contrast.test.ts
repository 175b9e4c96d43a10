import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, contrastMin, hue, hueDistance, mix, nearestLightness } from './contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#595959', '#ffffff', 7],
  ['#5a5a5a', '#ffffff', 6.9],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
])('%s on %s is %f to 1', (text, background, ratio) => {
  expect(contrast(text, background)).toBeCloseTo(ratio, 1);
});

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('contrast is the same both ways, from 1 to 21', () => {
  fc.assert(
    fc.property(colour, colour, (left, right) => {
      const ratio = contrast(left, right);
      expect(ratio).toBe(contrast(right, left));
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21);
    }),
  );
});

test('a mix begins with the one colour, ends with the other, and is a colour in between', () => {
  expect(mix('#fff3dc', '#ffffff', 0.72)).toBe('#fffcf5');
  fc.assert(
    fc.property(colour, colour, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
      expect(mix(one, other, 0)).toBe(one);
      expect(mix(one, other, 1)).toBe(other);
      expect(mix(one, other, share)).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
});

test.each([
  ['#ff0000', 0],
  ['#00ff00', 120],
  ['#0000ff', 240],
  ['#ff00ff', 300],
  ['#8c1b13', 4],
  ['#777777', 0],
])('the hue of %s is %i degrees', (of, degrees) => {
  expect(Math.round(hue(of))).toBe(degrees);
});

test('hues are compared the short way round', () => {
  expect(Math.round(hueDistance('#ff0010', '#ff1000'))).toBe(8);
  expect(hueDistance('#ff0000', '#00ffff')).toBe(180);
});

test('a grey differs in hue from every colour, but not from another grey', () => {
  expect(hueDistance('#222222', '#b00020')).toBe(180);
  expect(hueDistance('#b00020', '#222222')).toBe(180);
  expect(hueDistance('#222222', '#888888')).toBe(0);
});

test.each([
  ['#8a6a50', '#ffffff', '#6c533f'],
  ['#8a6a50', '#000000', '#af8f76'],
  ['#777777', '#777777', undefined],
])('the nearest colour to %s that can be read on %s', (text, background, nearest) => {
  const isReadable = (candidate: string) => contrast(candidate, background) >= contrastMin;
  expect(nearestLightness(text, isReadable)).toBe(nearest);
});
