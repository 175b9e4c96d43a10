import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { flightMs, flightOf } from './particle-flight.ts';

const ticket = { width: 320, height: 420 };
const screen = { width: 360, height: 740, above: 390 };
const placeOf = (frame: Keyframe | undefined) =>
  (/translate3d\((.+?)px, (.+?)px/.exec(String(frame?.['transform'])) ?? []).slice(1).map(Number);
const offsetsOf = (frames: Keyframe[]) => frames.map(({ offset }) => offset ?? Number.NaN);
const lastPoses = (frames: Keyframe[]) => frames.slice(-2).map(({ opacity }) => opacity);

test('[REW-1] every piece starts behind the ticket, rises, falls below it, and fades out', () => {
  const random = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(fc.array(random, { minLength: 6, maxLength: 6 }), (numbers) => {
      const left = [...numbers];
      const field = { source: ticket, screen, reach: 0.6 };
      const keyframes = flightOf('burst', () => left.shift() ?? 0.5, field, flightMs.burst);
      const places = keyframes.map(placeOf);
      const [x = Number.NaN, y = Number.NaN] = places[0] ?? [];
      expect(Math.abs(x)).toBeLessThan(ticket.width / 2);
      expect(Math.abs(y)).toBeLessThan(ticket.height / 2);
      const heights = places.map(([, height = Number.NaN]) => height);
      expect(Math.min(...heights)).toBeLessThan(y);
      expect(heights.at(-1)).toBeGreaterThan(y);
      expect(lastPoses(keyframes)).toEqual([0, 0]);
      expect(offsetsOf(keyframes)).toEqual(
        offsetsOf(keyframes).toSorted((one, other) => one - other),
      );
      expect(keyframes.at(-2)?.offset).toBeLessThan(1);
    }),
  );
});

test.each([
  ['drift', 'above the screen', 'downward', 'below', -1],
  ['rise', 'below the screen or behind the ticket', 'upward', 'above', 1],
] as const)(
  '[REW-1] %s: every piece begins %s and goes %s; of the most, until it is %s the screen',
  (motion, _above, _down, _below, side) => {
    const ends = { [-1]: -screen.above, 1: screen.height - screen.above };
    const random = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(fc.array(random, { minLength: 6, maxLength: 6 }), (numbers) => {
        for (const reach of [0.6, 1]) {
          const left = [...numbers];
          const field = { source: ticket, screen, reach };
          const lastsMs = flightMs[motion];
          const keyframes = flightOf(motion, () => left.shift() ?? 0.5, field, lastsMs);
          const heights = keyframes.map((frame) => side * (placeOf(frame)[1] ?? Number.NaN));
          const [x = Number.NaN, y = Number.NaN] = placeOf(keyframes[0]);
          const isBehind = Math.abs(x) < ticket.width / 2 && Math.abs(y) < ticket.height / 2;
          if (motion === 'drift' || !isBehind) expect(side * y).toBeGreaterThan(side * ends[side]);
          expect(heights).toEqual(heights.toSorted((one, other) => other - one));
          const beyond = heights.at(-1) ?? Number.NaN;
          const otherEnd = side * ends[side === 1 ? -1 : 1];
          expect(beyond < otherEnd).toBe(reach === 1);
          expect(lastPoses(keyframes)).toEqual([0, 0]);
          expect(keyframes.at(-2)?.offset).toBeLessThan(1);
          expect(lastsMs).toBeLessThan(5000);
        }
      }),
    );
  },
);

test('[REW-1] most of what rises comes from behind the ticket, the rest from below the screen', () => {
  const field = { source: ticket, screen, reach: 1 };
  const begin = (share: number) => {
    let isFirst = true;
    const random = () => {
      const number = isFirst ? share : 0.5;
      isFirst = false;
      return number;
    };
    return placeOf(flightOf('rise', random, field, flightMs.rise)[0])[1] ?? Number.NaN;
  };
  for (const share of [0, 0.59]) expect(Math.abs(begin(share))).toBeLessThan(ticket.height / 2);
  for (const share of [0.61, 0.99]) {
    expect(begin(share)).toBeGreaterThan(screen.height - screen.above);
  }
});

test('[REW-1] on a phone most pieces of the smallest win are seen above the ticket', () => {
  const tall = { width: 328, height: 570 };
  const field = { source: tall, screen: { ...screen, above: 460 }, reach: 0.6 };
  const seen = Array.from({ length: 100 }, (_, index) => {
    const numbers = [0.5, (index % 10) / 10, 0.5, Math.floor(index / 10) / 10];
    const keyframes = flightOf('burst', () => numbers.shift() ?? 0.5, field, flightMs.burst);
    const heights = keyframes.map((frame) => placeOf(frame)[1] ?? Number.NaN);
    return Math.min(...heights) < -tall.height / 2 - 10;
  });
  expect(seen.filter(Boolean).length).toBeGreaterThan(60);
});
