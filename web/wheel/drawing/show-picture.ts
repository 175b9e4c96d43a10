/**
 * Shows on a canvas what is painted. As a picture where the browser can: it would otherwise copy
 * all the pixels of the canvas again in each frame in which anything else on the page changes.
 * @param size width and height, in pixels of the screen
 */
export function showPicture<Result>(
  canvas: HTMLCanvasElement,
  size: number,
  paint: (context: CanvasRenderingContext2D) => Result,
): Result | undefined {
  const picture = 'OffscreenCanvas' in window ? new OffscreenCanvas(size, size) : undefined;
  const copy = picture?.getContext('2d');
  // A canvas has one kind of context for all its life.
  const screen = copy ? canvas.getContext('bitmaprenderer') : null;
  // The typefaces of the page are not everywhere known to an OffscreenCanvas.
  const painted = screen ? document.createElement('canvas') : canvas;
  for (const each of new Set([painted, canvas])) {
    each.width = size;
    each.height = size;
  }
  const context = painted.getContext('2d');
  if (!context) return undefined;
  const result = paint(context);
  if (picture && copy && screen) {
    copy.drawImage(painted, 0, 0);
    screen.transferFromImageBitmap(picture.transferToImageBitmap());
  }
  return result;
}
