import type { Page } from 'playwright-core';
import { wheel } from '../page-objects.ts';

type Place = readonly [x: number, y: number];

/** Colours on the screen at these points: red, green and blue. Takes one screenshot for all. */
async function pixelsAt(page: Page, places: readonly Place[]): Promise<number[][]> {
  const [across, down] = [places.map(([x]) => Math.round(x)), places.map(([, y]) => Math.round(y))];
  const [x, y] = [Math.min(...across), Math.min(...down)];
  const clip = { x, y, width: Math.max(...across) - x + 1, height: Math.max(...down) - y + 1 };
  const shot = await page.screenshot({ clip });
  return page.evaluate(
    async ({ base64, width, points }) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(picture, 0, 0);
      const density = picture.width / width;
      return points.map(([left = 0, top = 0]) => [
        ...(context?.getImageData(left * density, top * density, 1, 1).data.slice(0, 3) ?? []),
      ]);
    },
    {
      base64: shot.toString('base64'),
      width: clip.width,
      points: across.map((left, index) => [left - x, (down[index] ?? 0) - y]),
    },
  );
}

export const segmentColours = new Map([
  [3, [0xff, 0xee, 0xc8]],
  [5, [0xff, 0x8c, 0x75]],
  [10, [0xff, 0xb5, 0x2e]],
]);

/** The wheel's colours at angles clockwise from 12 o'clock. */
export async function coloursAt(page: Page, angles: readonly number[]): Promise<number[][]> {
  const box = await wheel(page).canvas.boundingBox();
  if (!box) throw new Error('The wheel is not on the page.');
  // The box is that of the rotated canvas, with the same centre; the width is the canvas's own.
  const width = await wheel(page).canvas.evaluate(({ clientWidth }) => clientWidth);
  const reach = (width / 2) * 0.7;
  const places = angles.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [
      box.x + box.width / 2 + reach * Math.sin(angle),
      box.y + box.height / 2 - reach * Math.cos(angle),
    ] as const;
  });
  return pixelsAt(page, places);
}

export async function colourAt(page: Page, degrees: number): Promise<number[]> {
  const [colour = []] = await coloursAt(page, [degrees]);
  return colour;
}
