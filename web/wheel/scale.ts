// Keeps the canvas sharp: one pixel of it for each of the screen's.

/** In CSS pixels, with its fraction; a transform does not change it. */
export function cssSize(canvas: HTMLCanvasElement): number {
  return Number.parseFloat(getComputedStyle(canvas).width) || 0;
}

/** In pixels of the screen. */
export function backingSize(canvas: HTMLCanvasElement): number {
  return Math.round(cssSize(canvas) * devicePixelRatio);
}

/** Watches the canvas's size and the screen's density; returns a function that stops. */
export function watchScale(canvas: HTMLCanvasElement, onChange: () => void): () => void {
  const resizes = new ResizeObserver(onChange);
  resizes.observe(canvas);
  let density: MediaQueryList | undefined;
  const listen = (): void => {
    // The query is for the present density, so each change needs a new one.
    density?.removeEventListener('change', onDensity);
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    density.addEventListener('change', onDensity);
  };
  const onDensity = (): void => {
    listen();
    onChange();
  };
  listen();
  return () => {
    resizes.disconnect();
    density?.removeEventListener('change', onDensity);
  };
}
