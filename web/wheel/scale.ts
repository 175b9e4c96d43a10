// Keeps the canvas as sharp as the screen: its own pixels are the screen's pixels.
// Never draws, and never touches the wheel's rotation.

/** The side of the canvas in CSS pixels, with its fraction; a transform does not change it. */
export function cssSize(canvas: HTMLCanvasElement): number {
  return Number.parseFloat(getComputedStyle(canvas).width) || 0;
}

/** The side that the canvas needs in its own pixels. */
export function backingSize(canvas: HTMLCanvasElement): number {
  return Math.round(cssSize(canvas) * devicePixelRatio);
}

/** Calls back when the canvas changes its size or moves to a screen of another density; returns the end of it. */
export function watchScale(canvas: HTMLCanvasElement, changed: () => void): () => void {
  const resized = new ResizeObserver(changed);
  resized.observe(canvas);
  let density: MediaQueryList | undefined;
  const listen = (): void => {
    // The query names the present density, so each change asks for a new one.
    density?.removeEventListener('change', onDensity);
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    density.addEventListener('change', onDensity);
  };
  const onDensity = (): void => {
    listen();
    changed();
  };
  listen();
  return () => {
    resized.disconnect();
    density?.removeEventListener('change', onDensity);
  };
}
