import { expect, test, vi } from 'vitest';
import { engravingPath, engravingUnit } from './engraving.ts';

const celebrations = ['little', 'more', 'most'] as const;

test.each(['rosette', 'leaves', 'waves'] as const)(
  'each voucher has a distinct engraving (%s), clear in the middle and within its frame',
  (engraving) => {
    const drawn = celebrations.map((celebration) => engravingPath(engraving, celebration));
    expect(new Set(drawn).size).toBe(3);
    for (const path of drawn) {
      expect(path).toMatch(/^(?:M-?\d[-\d L]*Z)+$/);
      const radii = [...path.matchAll(/(-?\d+) (-?\d+)/g)].map(
        ([, x, y]) => engravingUnit * Math.hypot(Number(x), Number(y)),
      );
      expect(Math.min(...radii)).toBeGreaterThan(51.8);
      expect(Math.max(...radii)).toBeLessThan(118.2);
      // A slow phone computes it once, and the page does not contain it.
      expect(path.length).toBeLessThan(60_000);
    }
  },
);

test('an engraving is computed once', () => {
  const cosine = vi.spyOn(Math, 'cos');
  const first = engravingPath('rosette', 'most');
  cosine.mockClear();
  expect(engravingPath('rosette', 'most')).toBe(first);
  expect(cosine).not.toHaveBeenCalled();
  cosine.mockRestore();
});
