// Read by another library than the one that wrote it, as a phone would.
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrLink, correctionLevels, qrPicture, qrSvg } from './qr-picture.ts';

const link = qrLink('https://win.example', { utm_campaign: 'diwali', id: 'shop-17' });
const pixelsOfModule = 4;

type Rectangle = { x: number; y: number; width: number; height: number };

/** White, with these rectangles in black; in modules. */
function painted(modules: number, rectangles: readonly Rectangle[]) {
  const side = modules * pixelsOfModule;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y, width, height } of rectangles) {
    for (let row = y * pixelsOfModule; row < (y + height) * pixelsOfModule; row++) {
      const from = row * side + x * pixelsOfModule;
      for (let at = from; at < from + width * pixelsOfModule; at++)
        pixels.fill(0, at * 4, at * 4 + 3);
    }
  }
  return { pixels, side };
}

const textOf = ({ pixels, side }: { pixels: Uint8ClampedArray; side: number }) =>
  jsQR.default(pixels, side, side)?.data;

function fromSvg(svg: string, modules: number) {
  const path = /fill="#000" d="([^"]*)"/.exec(svg)?.[1] ?? '';
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: 1,
  }));
  return painted(modules, rectangles);
}

test.each(correctionLevels)('level %s says the link', (level) => {
  const picture = qrPicture(link, level);
  expect(textOf(fromSvg(qrSvg(picture, 30), picture.modules))).toBe(link);
});

test('a higher level survives what a lower one does not', () => {
  const damaged = (level: 'L' | 'H') => {
    const picture = qrPicture(link, level);
    const drawn = painted(
      picture.modules,
      picture.runs.map((run) => ({ ...run, height: 1 })),
    );
    // A blot over part of the data, off the three corners.
    const { modules } = picture;
    const [from, to] = [Math.floor(modules * 0.45), Math.floor(modules * 0.68)];
    for (let row = from * pixelsOfModule; row < to * pixelsOfModule; row++) {
      for (let at = from * pixelsOfModule; at < to * pixelsOfModule; at++) {
        drawn.pixels.fill(0, (row * drawn.side + at) * 4, (row * drawn.side + at) * 4 + 3);
      }
    }
    return textOf(drawn);
  };
  expect(damaged('H')).toBe(link);
  expect(damaged('L')).not.toBe(link);
});

test('four modules on each side are white', () => {
  const picture = qrPicture(link, 'Q');
  const isQuiet = ({ pixels, side }: { pixels: Uint8ClampedArray; side: number }) => {
    const quiet = (side / picture.modules) * 4;
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const isEdge = Math.min(x, y, side - 1 - x, side - 1 - y) < quiet;
        if (isEdge && pixels[(y * side + x) * 4] !== 255) return false;
      }
    }
    return true;
  };
  expect(isQuiet(fromSvg(qrSvg(picture, 30), picture.modules))).toBe(true);
});

test('it says its size for print', () => {
  expect(qrSvg(qrPicture(link, 'Q'), 30)).toContain('width="30mm" height="30mm"');
});

test('the link has what the site requires, and nothing that needs an escape', () => {
  expect(link).toBe('https://win.example/?utm_source=qrcode&utm_campaign=diwali&id=shop-17');
  expect(qrLink('http://localhost:3000', {})).toBe('http://localhost:3000/?utm_source=qrcode');
  for (const site of ['http://win.example', 'https://win.example/path', 'win.example', '']) {
    expect(() => qrLink(site, {})).toThrow('--site must be');
  }
  for (const id of ['', 'shop 7', 'a&b', 'x'.repeat(61), '../x']) {
    expect(() => qrLink('https://win.example', { id })).toThrow('id must be');
  }
});
