import fc from 'fast-check';
import { expect, test } from 'vitest';
import { implementations } from './polyfills.ts';

const index = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double());
const descending = (left: unknown, right: unknown) => Number(right) - Number(left);

test('each does what the engines do that have it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 3 }), index, (list, position) => {
      expect(implementations.at.call(list, position)).toBe(list.at(position));
      expect(implementations.toSorted.call(list, descending)).toEqual(list.toSorted(descending));
      expect(implementations.toReversed.call(list)).toEqual(list.toReversed());
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 1 }), fc.string(), (text, found, by) => {
      expect(implementations.replaceAll.call(text, found, by)).toBe(text.replaceAll(found, by));
      expect(implementations.at.call(text, -1)).toBe(text.at(-1));
      expect(implementations.hasOwn({ [text]: 1 }, found)).toBe(
        Object.hasOwn({ [text]: 1 }, found),
      );
    }),
  );
  expect(implementations.replaceAll.call('a.b.c', '.', '$&-')).toBe('a.-b.-c');
  expect(implementations.replaceAll.call('a1b2', /\d/g, '')).toBe('ab');
  expect(implementations.hasOwn({}, 'toString')).toBe(false);
});

test('a sorted copy leaves the list as it was', () => {
  const list = [1, 2];
  implementations.toSorted.call(list, descending);
  implementations.toReversed.call(list);
  expect(list).toEqual([1, 2]);
});

test('the time limit of a call ends it', async () => {
  const signal = implementations.timeout(1);
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
  });
  expect(signal.aborted).toBe(true);
});
