// The style sheet's light and dark colours, derived from the campaign's theme.
import { contrast, contrastMin, mix, withLightness } from '../../validation/contrast.ts';
import type { Theme } from '../../public/public-campaign.ts';

type Colours = Theme['colours'];

export type Palette = ReturnType<typeof lightPalette>;

export function lightPalette(colours: Colours) {
  const { paper, ink, quiet, brand, brandInk, accent, accentInk, fault, shade } = colours;
  const field = '#ffffff';
  return {
    paper,
    ink,
    quiet,
    brand,
    brandInk,
    brandDeep: mix(brand, '#000000', 0.45),
    /** The brand as text, line and outline on paper. */
    brandText: brand,
    brandLine: mix(brand, paper, 0.4),
    accent,
    accentInk,
    accentDeep: mix(accent, '#000000', 0.38),
    accentLight: mix(accent, '#ffffff', 0.45),
    /** PLAY while the wheel turns. */
    accentStill: mix(accent, brand, 0.12),
    accentGlow: withAlpha(accent, 0.55),
    /** Form buttons, and selected or completed items. */
    action: brand,
    actionInk: brandInk,
    actionDeep: mix(brand, '#000000', 0.45),
    actionShine: withAlpha(brandInk, 0.22),
    fault,
    /** Background of a field with an error. */
    faultField: mix(field, fault, 0.08),
    card: mix(paper, '#ffffff', 0.72),
    field,
    /** Background of disabled controls. */
    still: mix(paper, quiet, 0.08),
    line: mix(quiet, paper, 0.32),
    unreached: mix(paper, quiet, 0.25),
    /** The border of a card. */
    edge: mix(accent, paper, 0.6),
    bar: ink,
    barInk: paper,
    /**
     * Behind a drawing; light in the dark scheme too, because drawings are made for light paper.
     */
    plate: paper,
    shade,
    ...shadows(shade, 0.14, 0.4, 0.66),
  };
}

/**
 * For `prefers-color-scheme: dark`. Surfaces keep the brand colour. On dark paper the accent
 * replaces it for text and buttons, and every text is made bright enough.
 */
export function darkPalette(colours: Colours): Palette {
  const { paper: light, brand, accent, accentInk, fault, shade } = colours;
  const paper = darkened(shade);
  const card = mix(paper, light, 0.06);
  const field = mix(paper, '#000000', 0.3);
  const still = mix(paper, light, 0.09);
  const faultField = mix(field, fault, 0.24);
  const backgrounds = [paper, card, field, still, faultField];
  const brandText = brightened(accent, backgrounds);
  return {
    ...lightPalette(colours),
    paper,
    ink: brightened(mix(light, '#ffffff', 0.35), backgrounds),
    quiet: brightened(mix(light, paper, 0.2), backgrounds),
    brandText,
    brandLine: mix(brandText, paper, 0.45),
    action: accent,
    actionInk: accentInk,
    actionDeep: mix(accent, '#000000', 0.45),
    actionShine: withAlpha('#ffffff', 0.4),
    fault: brightened(fault, backgrounds),
    faultField,
    card,
    field,
    still,
    line: mix(paper, light, 0.5),
    unreached: mix(paper, light, 0.26),
    edge: mix(card, accent, 0.22),
    bar: mix(paper, brand, 0.35),
    barInk: brightened(light, [mix(paper, brand, 0.35)]),
    plate: light,
    shade: '#000000',
    ...shadows('#000000', 0.3, 0.55, 0.72),
  };
}

function shadows(shade: string, thin: number, thick: number, backdrop: number) {
  return {
    shadeThin: withAlpha(shade, thin),
    shadeThick: withAlpha(shade, thick),
    backdrop: withAlpha(shade, backdrop),
  };
}

/** Dark enough for text of any hue to be readable. */
const darkPaperContrastMin = 16.5;

function darkened(colour: string): string {
  let [dark, lightness] = [colour, 0.1];
  while (contrast(dark, '#ffffff') < darkPaperContrastMin) {
    dark = withLightness(colour, lightness);
    lightness -= 0.01;
  }
  return dark;
}

/** Brightens the colour just enough to be readable on all backgrounds. */
function brightened(colour: string, backgrounds: readonly string[]): string {
  const isReadable = (text: string) =>
    backgrounds.every((background) => contrast(text, background) >= contrastMin);
  if (isReadable(colour)) return colour;
  for (let lightness = 0.5; lightness < 1; lightness += 0.01) {
    const bright = withLightness(colour, lightness);
    if (isReadable(bright)) return bright;
  }
  return '#ffffff';
}

function withAlpha(colour: string, share: number): string {
  return `${colour}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
