import { attempt } from '../../optional.ts';

type Paint<Result> = (context: CanvasRenderingContext2D) => Result;

/**
 * Shows on a canvas what is painted. As a picture where the browser can: it would otherwise copy
 * all the pixels of the canvas again in each frame in which anything else on the page changes.
 * @param size width and height, in pixels of the screen
 * @returns undefined where the browser has no canvas
 */
export function showPicture<Result>(
  canvas: HTMLCanvasElement,
  size: number,
  paint: Paint<Result>,
): Result | undefined {
  canvas.width = size;
  canvas.height = size;
  const shown = attempt(() => transferPicture(canvas, size, paint));
  return shown ?? attempt(() => paintOn(canvas, paint));
}

function transferPicture<Result>(canvas: HTMLCanvasElement, size: number, paint: Paint<Result>) {
  const picture = new OffscreenCanvas(size, size);
  // The typefaces of the page are not everywhere known to an OffscreenCanvas.
  const painted = document.createElement('canvas');
  painted.width = size;
  painted.height = size;
  const copy = picture.getContext('2d');
  const result = copy ? paintOn(painted, paint) : undefined;
  copy?.drawImage(painted, 0, 0);
  const bitmap = picture.transferToImageBitmap();
  // A canvas has one kind of context for all its life.
  const screen = result === undefined ? null : canvas.getContext('bitmaprenderer');
  screen?.transferFromImageBitmap(bitmap);
  return screen ? result : undefined;
}

function paintOn<Result>(canvas: HTMLCanvasElement, paint: Paint<Result>): Result | undefined {
  const context = canvas.getContext('2d');
  return context ? paint(context) : undefined;
}
