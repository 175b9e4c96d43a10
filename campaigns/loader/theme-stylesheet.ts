// The campaign's theme as CSS custom properties, which the browser has before any script runs.
import { mix } from '../validation/contrast.ts';
import type { CampaignFacts, Theme } from '../public/public-campaign.ts';
import type { ServerCampaign } from './server-campaign.ts';

/** Largest picture that is inlined into the style sheet. */
const smallBytes = 1500;

type Colours = Theme['colours'];

/** Background and line colours derived from the campaign's own. */
function mixed({ paper, quiet, brand, fault }: Colours) {
  return {
    card: mix(paper, '#ffffff', 0.72),
    field: '#ffffff',
    /** Background of a field at fault. */
    faultField: mix('#ffffff', fault, 0.08),
    /** Background of disabled controls. */
    still: mix(paper, quiet, 0.08),
    line: mix(quiet, paper, 0.32),
    unreached: mix(paper, quiet, 0.25),
    brandDeep: mix(brand, '#000000', 0.45),
  };
}

/**
 * `:root{--paper:#fff3dc;…}`: a property for each colour and picture (`--art-hero`). Small pictures
 * are inlined: a request for each would take one of a browser's six connections.
 */
export function themeStylesheet({
  theme,
  art,
  pictures,
}: Pick<CampaignFacts, 'theme' | 'art'> & Pick<ServerCampaign, 'pictures'>): string {
  const { wheel, trim, ...plain } = theme.colours;
  const faces = wheel.map((face, at) => [`wheel-${at}`, face]);
  const trims = Object.entries(trim).map(([name, colour]) => [`trim-${name}`, colour]);
  const drawings = Object.entries(art).map(([name, address]) => {
    const svg = pictures.get(address) ?? '';
    const isSmall = svg !== '' && Buffer.byteLength(svg) <= smallBytes;
    return [`art-${name}`, `url(${isSmall ? dataAddress(svg) : address})`];
  });
  const all = [
    ...Object.entries({ ...plain, ...mixed(theme.colours) }),
    ...faces,
    ...trims,
    ...drawings,
  ];
  return `:root{${all.map(([name = '', value = '']) => `--${kebab(name)}:${value}`).join(';')}}\n`;
}

/** Plain text compresses better than base64. */
function dataAddress(svg: string): string {
  const text = svg.trim().replaceAll(/\s+/g, ' ').replaceAll('"', "'");
  return `"data:image/svg+xml,${text.replaceAll(/[%#<>]/g, encodeURIComponent)}"`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type TextPair = {
  /** Path of the text colour in `theme.colours`. */
  path: readonly (string | number)[];
  text: string;
  /** Name of the background. */
  on: string;
  background: string;
};

/** Every text colour with every background that it is shown on. */
export function textColourPairs(colours: Colours): TextPair[] {
  const { paper, brand, accent, wheel, wheelInk, brandInk, accentInk } = colours;
  const { card, field, faultField, still } = mixed(colours);
  const backgrounds = { paper, card, field };
  const onPaper = (['ink', 'quiet', 'brand', 'fault'] as const).flatMap((name) =>
    Object.entries(backgrounds).map(([on, background]) => ({
      path: [name],
      text: colours[name],
      on,
      background,
    })),
  );
  return [
    ...onPaper,
    { path: ['ink'], text: colours.ink, on: 'faultField', background: faultField },
    { path: ['quiet'], text: colours.quiet, on: 'faultField', background: faultField },
    { path: ['quiet'], text: colours.quiet, on: 'still', background: still },
    { path: ['brandInk'], text: brandInk, on: 'brand', background: brand },
    { path: ['accentInk'], text: accentInk, on: 'accent', background: accent },
    ...wheel.map((background, at) => ({
      path: ['wheelInk'],
      text: wheelInk,
      on: `wheel[${at}]`,
      background,
    })),
  ];
}
