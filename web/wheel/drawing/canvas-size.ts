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
    // A query matches one density only, so each change needs a new one.
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
