import type { Page } from 'playwright-core';
import { wheel } from './page-objects.ts';

/** The colours of the campaign's faces, as red, green and blue, by the amount in rupees. */
export const segmentColours = new Map([
  [3, [0xff, 0xee, 0xc8]],
  [5, [0xb7, 0xd7, 0x6c]],
  [10, [0xff, 0xb5, 0x2e]],
]);

/** What is seen on the wheel, so many degrees clockwise from 12 o'clock. */
export async function colourAt(page: Page, degrees: number): Promise<number[]> {
  const box = await wheel(page).canvas.boundingBox();
  if (!box) throw new Error('The wheel is not on the page.');
  const angle = (degrees * Math.PI) / 180;
  // The box is of the turned canvas, its middle the wheel's; the width is the canvas's own.
  const width = await wheel(page).canvas.evaluate(({ clientWidth }) => clientWidth);
  const reach = (width / 2) * 0.7;
  const shot = await page.screenshot({
    clip: {
      x: Math.round(box.x + box.width / 2 + reach * Math.sin(angle)),
      y: Math.round(box.y + box.height / 2 - reach * Math.cos(angle)),
      width: 1,
      height: 1,
    },
  });
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(picture, 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [...shot],
  );
}

/** Pixels of the canvas for each of the page's, both ways, and the width that it has on the page. */
export const sharpness = (page: Page) =>
  wheel(page).canvas.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('The wheel is no canvas.');
    // As it is laid out, whatever it is turned by: without rounding, unlike clientWidth.
    const { width, height } = getComputedStyle(canvas);
    return {
      width: Number.parseFloat(width),
      across: canvas.width / Number.parseFloat(width),
      down: canvas.height / Number.parseFloat(height),
    };
  });
