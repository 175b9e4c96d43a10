import { expect, test } from 'vitest';
import { contrast, initialOf, lineColor, markColors } from './campaign-colors.ts';

const brands = ['#14523a', '#8c1b13', '#ffe600', '#ffffff', '#000000', '#808080', '#ff7a00'];

test.each(brands)('a line in the colour %s is seen in both schemes', (brand) => {
  expect(contrast(lineColor(brand, 'light'), '#f6f7f9')).toBeGreaterThanOrEqual(3);
  expect(contrast(lineColor(brand, 'dark'), '#1c1f25')).toBeGreaterThanOrEqual(3);
});

test.each(brands)('the initial on the mark of the colour %s is read', (brand) => {
  const { background, ink } = markColors(brand);
  expect(contrast(background, ink)).toBeGreaterThanOrEqual(7);
});

test('a colour that is readable stays as it is', () => {
  expect(lineColor('#14523a', 'light')).toBe('#14523a');
  expect(markColors('#14523a')).toEqual({ background: '#14523a', ink: '#ffffff' });
});

test.each([
  ['Inaam Tea Time', 'I'],
  ['  “élan” days', 'É'],
  ['चाय का समय', 'चा'],
  ['7 Seas', '7'],
  ['…', '·'],
])('the mark of %s shows %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
