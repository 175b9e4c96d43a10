// Contrast and mixing of colours. Pure.

/** What text should have, which is read in sunlight (WCAG 2.2, 1.4.6). */
export const contrastMin = 7;

/** With less a campaign is refused (WCAG 2.2, 1.4.3). */
export const contrastFaultMin = 4.5;

/** Minimum difference in hue between error and brand colours, in degrees. */
export const faultHueDistanceMin = 35;

/** WCAG contrast ratio of two colours, each `#rrggbb`: 1 (equal) to 21 (black on white). */
export function contrast(left: string, right: string): number {
  const [light = 0, dark = 0] = [luminance(left), luminance(right)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

export function mix(colour: string, other: string, share: number): string {
  const part = (at: number) =>
    Math.round(channel(colour, at) * (1 - share) + channel(other, at) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(0)}${part(1)}${part(2)}`;
}

/** Degrees from red, 0 to 359; 0 for a grey. */
export function hue(colour: string): number {
  const [red, green, blue] = [channel(colour, 0), channel(colour, 1), channel(colour, 2)];
  const highest = Math.max(red, green, blue);
  const range = highest - Math.min(red, green, blue);
  if (range === 0) return 0;
  if (highest === red) return (60 * ((green - blue) / range) + 360) % 360;
  return 60 * (highest === green ? 2 + (blue - red) / range : 4 + (red - green) / range);
}

/** The same hue and saturation (HSL) at this lightness, from 0 (black) to 1 (white). */
export function withLightness(colour: string, lightness: number): string {
  const parts = [channel(colour, 0), channel(colour, 1), channel(colour, 2)].map((it) => it / 255);
  const [low, high] = [Math.min(...parts), Math.max(...parts)];
  const range = high - low;
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(high + low - 1));
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (at: number) => {
    const turn = (at + hue(colour) / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** Of the same hue, with the nearest lightness that is good; undefined if none is. */
export function nearestLightness(
  colour: string,
  isGood: (candidate: string) => boolean,
): string | undefined {
  const steps = 256;
  const own = Math.round(lightnessOf(colour) * steps);
  const distances = Array.from({ length: steps + 1 }, (_, distance) => distance);
  return distances
    .flatMap((distance) => [own - distance, own + distance])
    .filter((step) => step >= 0 && step <= steps)
    .map((step) => withLightness(colour, step / steps))
    .find(isGood);
}

function lightnessOf(colour: string): number {
  const parts = [channel(colour, 0), channel(colour, 1), channel(colour, 2)];
  return (Math.min(...parts) + Math.max(...parts)) / 510;
}

/** 0 to 180 degrees. A grey has no hue: it counts as farthest from every colour. */
export function hueDistance(left: string, right: string): number {
  if (isGrey(left) !== isGrey(right)) return 180;
  const apart = Math.abs(hue(left) - hue(right));
  return Math.min(apart, 360 - apart);
}

/** Distance in OKLab, where about 0.02 is just noticeable. */
const apartMin = 0.08;

/** Whether two segments of the wheel can be distinguished. */
export function lookApart(left: string, right: string): boolean {
  const [one, other] = [okLab(left), okLab(right)];
  return Math.hypot(...one.map((part, at) => part - (other[at] ?? 0))) > apartMin;
}

function okLab(colour: string): number[] {
  const [red, green, blue] = [linear(colour, 0), linear(colour, 1), linear(colour, 2)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function isGrey(colour: string): boolean {
  return new Set([channel(colour, 0), channel(colour, 1), channel(colour, 2)]).size === 1;
}

function luminance(colour: string): number {
  return 0.2126 * linear(colour, 0) + 0.7152 * linear(colour, 1) + 0.0722 * linear(colour, 2);
}

function linear(colour: string, at: number): number {
  const value = channel(colour, at) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function channel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16);
}
