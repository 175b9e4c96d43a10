import { attempt, observe } from '../../optional.ts';

export function cssSize(canvas: HTMLCanvasElement): number {
  return Number.parseFloat(getComputedStyle(canvas).width) || 0;
}

export function backingSize(canvas: HTMLCanvasElement): number {
  return Math.round(cssSize(canvas) * devicePixelRatio);
}

export function watchScale(canvas: HTMLCanvasElement, onChange: () => void): () => void {
  const unwatch = observe(() => new ResizeObserver(onChange), [canvas]);
  let density: MediaQueryList | undefined;
  const unlisten = (): void => attempt(() => density?.removeEventListener('change', onDensity));
  const listen = (): void => {
    // A query matches only one density, so each change needs a new one.
    unlisten();
    attempt(() => {
      density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      density.addEventListener('change', onDensity);
    });
  };
  const onDensity = (): void => {
    listen();
    onChange();
  };
  listen();
  return () => {
    unwatch();
    unlisten();
  };
}

// Sizes of the wheel, in shares of its radius, and positions on it. Pure.

export const wheelEdge = 0.99;
export const pegRing = 0.915;
/** Tests read the colour at 0.7, where a segment is flat. */
export const segmentEdge = 0.85;
export const labelRing = 0.54;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** @param angle degrees clockwise from 12 o'clock */
export function pointAt(angle: number, radius: number): [x: number, y: number] {
  return [Math.sin(radians(angle)) * radius, -Math.cos(radians(angle)) * radius];
}

export function circle(
  context: CanvasRenderingContext2D,
  centre: readonly [number, number],
  radius: number,
): void {
  context.beginPath();
  context.arc(centre[0], centre[1], radius, 0, 2 * Math.PI);
}

type Paint<Result> = (context: CanvasRenderingContext2D) => Result;

/**
 * Shows a painting on a canvas, as a bitmap if the browser can; otherwise it would copy the whole
 * canvas in each frame in which anything else on the page changes.
 * @param size width and height, in pixels of the screen
 * @returns undefined if the browser has no canvas
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
  // Not every engine lets an OffscreenCanvas use the page's fonts.
  const painted = document.createElement('canvas');
  painted.width = size;
  painted.height = size;
  const copy = picture.getContext('2d');
  const result = copy ? paintOn(painted, paint) : undefined;
  copy?.drawImage(painted, 0, 0);
  const bitmap = picture.transferToImageBitmap();
  // A canvas keeps its first kind of context.
  const screen = result === undefined ? null : canvas.getContext('bitmaprenderer');
  screen?.transferFromImageBitmap(bitmap);
  return screen ? result : undefined;
}

function paintOn<Result>(canvas: HTMLCanvasElement, paint: Paint<Result>): Result | undefined {
  const context = canvas.getContext('2d');
  return context ? paint(context) : undefined;
}
