import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { flightOf } from './confetti-flight.ts';

const ticket = { width: 320, height: 420 };
const screen = { width: 360, height: 740 };
const placeOf = (frame: Keyframe | undefined) =>
  (/translate3d\((.+?)px, (.+?)px/.exec(String(frame?.['transform'])) ?? []).slice(1).map(Number);

test('[REW-1] every piece starts behind the ticket, rises, falls below it, and fades out', () => {
  const random = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(fc.array(random, { minLength: 6, maxLength: 6 }), (numbers) => {
      const left = [...numbers];
      const { keyframes, durationMs } = flightOf(() => left.shift() ?? 0.5, {
        ticket,
        screen,
        reach: 0.6,
      });
      const places = keyframes.map(placeOf);
      const [x = Number.NaN, y = Number.NaN] = places[0] ?? [];
      expect(Math.abs(x)).toBeLessThan(ticket.width / 2);
      expect(Math.abs(y)).toBeLessThan(ticket.height / 2);
      const heights = places.map(([, height = Number.NaN]) => height);
      expect(Math.min(...heights)).toBeLessThan(y);
      expect(heights.at(-1)).toBeGreaterThan(y);
      expect(keyframes.map(({ opacity }) => opacity).at(-1)).toBe(0);
      expect(durationMs).toBeLessThan(2500);
    }),
  );
});
