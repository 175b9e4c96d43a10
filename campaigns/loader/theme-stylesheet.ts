// The campaign's look as a style sheet of custom properties: its colours, those mixed from them,
// its pictures. The browser has it before any script runs. Knows no screen.
import { mix } from '../validation/contrast.ts';
import type { CampaignFacts, Theme } from '../public/public-campaign.ts';
import type { ServerCampaign } from './server-campaign.ts';

/** Of a picture that stands in the sheet. */
const smallBytes = 1500;

type Colours = Theme['colours'];

/** Grounds and lines that a campaign need not choose. */
function mixed({ paper, quiet, brand }: Colours) {
  return {
    card: mix(paper, '#ffffff', 0.72),
    field: '#ffffff',
    /** Ground of what is switched off. */
    still: mix(paper, quiet, 0.08),
    line: mix(quiet, paper, 0.32),
    unreached: mix(paper, quiet, 0.25),
    brandDeep: mix(brand, '#000000', 0.45),
  };
}

/**
 * `:root{--paper:#fff3dc;…}`: a property for each colour and each picture, `--brand-ink`,
 * `--art-hero`. A small picture stands in it whole: asked for by itself it would take one of a
 * browser's six connections from the app.
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

/** Readable text packs better than base64. */
function dataAddress(svg: string): string {
  const text = svg.trim().replaceAll(/\s+/g, ' ').replaceAll('"', "'");
  return `"data:image/svg+xml,${text.replaceAll(/[%#<>]/g, encodeURIComponent)}"`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type TextPair = {
  /** Where the text's colour stands, from `theme.colours`. */
  path: readonly (string | number)[];
  text: string;
  /** What the ground is called. */
  on: string;
  ground: string;
};

/** Every colour that text has, with every ground that it is shown on. */
export function textColourPairs(colours: Colours): TextPair[] {
  const { paper, brand, accent, wheel, wheelInk, brandInk, accentInk } = colours;
  const { card, field, still } = mixed(colours);
  const grounds = { paper, card, field };
  const onPaper = (['ink', 'quiet', 'brand', 'fault'] as const).flatMap((name) =>
    Object.entries(grounds).map(([on, ground]) => ({
      path: [name],
      text: colours[name],
      on,
      ground,
    })),
  );
  return [
    ...onPaper,
    { path: ['quiet'], text: colours.quiet, on: 'still', ground: still },
    { path: ['brandInk'], text: brandInk, on: 'brand', ground: brand },
    { path: ['accentInk'], text: accentInk, on: 'accent', ground: accent },
    ...wheel.map((ground, at) => ({
      path: ['wheelInk'],
      text: wheelInk,
      on: `wheel[${at}]`,
      ground,
    })),
  ];
}
