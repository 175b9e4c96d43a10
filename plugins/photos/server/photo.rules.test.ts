import { expect, test } from 'vitest';
import { partOf, type Place } from '../contract.ts';
import { attemptsFor, formatOf } from './photo.rules.ts';

const place: Place = { across: 2, down: 1, widthMin: 720, widthMax: 1600, bytesMax: 40_000 };

test.each([
  [
    'a tall photo: its middle',
    { width: 1000, height: 2000 },
    { x: 0.5, y: 0.5, zoom: 1 },
    [0, 750, 1000, 500],
  ],
  ['its top', { width: 1000, height: 2000 }, { x: 0.5, y: 0, zoom: 1 }, [0, 0, 1000, 500]],
  [
    'a wide photo: its right end',
    { width: 4000, height: 1000 },
    { x: 1, y: 0.5, zoom: 1 },
    [2000, 0, 2000, 1000],
  ],
  ['nearer', { width: 4000, height: 1000 }, { x: 0.5, y: 0.5, zoom: 2 }, [1500, 250, 1000, 500]],
  ['one pixel', { width: 1, height: 1 }, { x: 1, y: 1, zoom: 8 }, [0, 0, 1, 1]],
])('of %s', (_name, size, choice, [left, top, width, height]) => {
  expect(partOf(size, place, choice)).toEqual({ left, top, width, height });
});

test('a picture is tried from the finest to the smallest that the place takes, in its proportions', () => {
  const attempts = attemptsFor(place, 5000);
  expect(attempts[0]).toEqual({ width: 1080, height: 540, quality: 60 });
  expect(attempts.at(-1)).toEqual({ width: 720, height: 360, quality: 28 });
  expect(attemptsFor(place, 800)[0]).toMatchObject({ width: 800 });
});

test.each([
  ['ffd8ffe0', 'jpeg'],
  ['89504e470d0a1a0a', 'png'],
  ['524946460000000057454250', 'webp'],
  ['0000001c6674797061766966', 'avif'],
  ['0000001c6674797061766973', 'moving'],
  ['0000001c6674797068656963', 'heic'],
  ['3c73766720', 'unknown'],
  ['', 'unknown'],
])('%s begins a %s', (hex, format) => {
  expect(formatOf(Buffer.from(hex, 'hex'))).toBe(format);
});
