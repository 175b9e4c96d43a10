import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importChunk } from './import-chunk.ts';
import fc from 'fast-check';
import { createBusyBackoff } from './client.ts';

const network = new EventTarget();
const head = vi.fn<() => Promise<{ ok: boolean }>>();
const away = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/spin-wheel' });
  vi.stubGlobal('fetch', head);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});
afterEach(() => {
  head.mockReset();
  vi.unstubAllGlobals();
});

test('a network that returns during the request brings the part, and no error', async () => {
  head.mockImplementationOnce(() => {
    // Set after the answer, so the part has to wait for it.
    setTimeout(() => network.dispatchEvent(new Event('online')));
    return away();
  });
  head.mockResolvedValue({ ok: true });
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(away);
  load.mockResolvedValue('part');
  expect(await importChunk(load)).toBe('part');
});

/** All waits until the client gives up, when each answer has the same `Retry-After`. */
function waitsFor(retryAfterSeconds: number, randomBelow: (bound: number) => number): number[] {
  const next = createBusyBackoff(randomBelow);
  const waits: number[] = [];
  for (let ms = next(retryAfterSeconds); ms !== undefined; ms = next(retryAfterSeconds)) {
    waits.push(ms);
  }
  return waits;
}

test.each([
  [0, [1000, 2000, 4000, 8000, 16_000]],
  [1, [1000, 2000, 4000, 8000, 16_000]],
  [2, [2000, 4000, 8000, 16_000]],
  [5, [5000, 10_000, 20_000]],
  [20, [20_000, 40_000]],
  [60, [60_000]],
  [61, []],
])('a Retry-After of %i seconds without a random share: waits of %j', (seconds, waits) => {
  expect(waitsFor(seconds, () => 0)).toEqual(waits);
});

test('a later Retry-After that is longer than the growing wait is respected', () => {
  const next = createBusyBackoff(() => 0);
  expect([next(1), next(10), next(1), next(1)]).toEqual([1000, 10_000, 20_000, undefined]);
});

test("the server's two seconds are always four waits of less than a minute, each at least as long as requested", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 31 }), { minLength: 4, maxLength: 4 }), (drawn) => {
      let at = 0;
      const waits = waitsFor(2, (bound) => (drawn[at++] ?? 0) % bound);
      expect(waits).toHaveLength(4);
      for (const [index, ms] of waits.entries()) {
        expect(ms).toBeGreaterThanOrEqual(2000 * 2 ** index);
        expect(ms).toBeLessThan(4000 * 2 ** index);
      }
    }),
  );
});
