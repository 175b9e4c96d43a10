import type { Page } from 'playwright-core';

type Place = readonly [x: number, y: number];

/** Colours on the screen at these points: red, green and blue. Takes one screenshot for all. */
export async function pixelsAt(page: Page, places: readonly Place[]): Promise<number[][]> {
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
