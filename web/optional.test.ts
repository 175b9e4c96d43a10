import { expect, test } from 'vitest';
import { animate, attempt, observe, prefersReducedMotion } from './optional.ts';

function fail(): never {
  throw new Error('NotSupportedError');
}

test('what a browser refuses is undefined, or what is used instead', () => {
  expect(attempt(() => 1)).toBe(1);
  expect(attempt(fail)).toBeUndefined();
  expect(attempt(fail, 2)).toBe(2);
});

test('[WHL-8] a browser that does not say whether motion is reduced has motion', () => {
  expect(prefersReducedMotion()).toBe(false);
});

test.each([
  ['does not exist', undefined],
  ['throws', fail],
  ['answers nothing', () => undefined],
  ['answers nonsense', () => 7],
])('where the animation %s there is none', (_, method) => {
  const element: Element = Object.assign(Object.create(null), { animate: method });
  expect(animate(element, [], {})).toBeUndefined();
});

test('where observers cannot be made or answer nonsense nothing is observed', () => {
  expect(() => observe(fail, [])()).not.toThrow();
  expect(() => observe(() => JSON.parse('{}'), [Object.create(null)])()).not.toThrow();
});
