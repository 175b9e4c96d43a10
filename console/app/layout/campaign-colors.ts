import { darken, lighten, luminance } from '@mantine/core';

type Scheme = 'light' | 'dark';

/** Surfaces on which a line in the campaign's colour stands. */
const surfaces = { light: '#f6f7f9', dark: '#1c1f25' } as const;
const lineContrastMin = 3;
const textContrastMin = 7;
const steps = 20;

export function contrast(left: string, right: string): number {
  const [bright = 0, dim = 0] = [luminance(left), luminance(right)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

/** The nearest shade of a brand's colour that is seen as a line on the console's surfaces. */
export function lineColor(brand: string, scheme: Scheme): string {
  return shadeAgainst(brand, surfaces[scheme], lineContrastMin);
}

/** The campaign's mark: an initial that is read on the nearest shade of the brand's colour. */
export function markColors(brand: string): { background: string; ink: string } {
  const ink = contrast(brand, '#ffffff') >= contrast(brand, '#000000') ? '#ffffff' : '#000000';
  return { background: shadeAgainst(brand, ink, textContrastMin), ink };
}

/** Away from the other colour, step by step. */
function shadeAgainst(brand: string, other: string, contrastMin: number): string {
  const away = luminance(other) > 0.5 ? darken : lighten;
  const shades = Array.from({ length: steps + 1 }, (_, step) =>
    step === 0 ? brand : away(brand, step / steps),
  );
  return shades.find((shade) => contrast(shade, other) >= contrastMin) ?? shades.at(-1) ?? brand;
}

/** The first letter or digit of a name, for its mark. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toUpperCase() ?? '·';
}
