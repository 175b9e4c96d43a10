export function cssSize(canvas: HTMLCanvasElement): number {
  return Number.parseFloat(getComputedStyle(canvas).width) || 0;
}

export function backingSize(canvas: HTMLCanvasElement): number {
  return Math.round(cssSize(canvas) * devicePixelRatio);
}

export function watchScale(canvas: HTMLCanvasElement, onChange: () => void): () => void {
  const resizes = new ResizeObserver(onChange);
  resizes.observe(canvas);
  let density: MediaQueryList | undefined;
  const listen = (): void => {
    // A query matches one density only, so each change needs a new one.
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
