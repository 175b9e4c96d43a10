// The campaign's theme as CSS custom properties, which apply before any script runs.
import type { Kit } from '../../public/kit.ts';
import { heroSizes } from '../../schema/kit-schema.ts';
import { darkPalette, lightPalette, type Palette } from './palette.ts';
import type { CampaignFacts, Theme } from '../../public/public-campaign.ts';
import type { ServerCampaign } from '../server-campaign.ts';

/** Largest picture that is inlined into the style sheet. */
const smallBytes = 1500;

type Colours = Theme['colours'];

/**
 * `:root{--paper:#fff3dc;…}`: a property for each colour and picture (`--art-emblem`), and the
 * differences of the dark scheme. Small pictures are inlined, because each request would take one
 * of a browser's six connections.
 */
export function themeStylesheet({
  theme,
  art,
  pictures,
}: Pick<CampaignFacts, 'theme' | 'art'> & Pick<ServerCampaign, 'pictures'>): string {
  const { wheel, wheelInk, trim } = theme.colours;
  const faces = wheel.map((face, at) => [`wheel-${at}`, face] as const);
  const trims = Object.entries(trim).map(([name, colour]) => [`trim-${name}`, colour] as const);
  // The hero is part of the page, because an image may take its place.
  const { hero: _, ...backgrounds } = art;
  const drawings = Object.entries(backgrounds).map(([name, address]) => {
    const svg = pictures.get(address) ?? '';
    const isSmall = svg !== '' && Buffer.byteLength(svg) <= smallBytes;
    return [`art-${name}`, `url(${isSmall ? dataAddress(svg) : address})`] as const;
  });
  const light = Object.entries(lightPalette(theme.colours));
  const dark = Object.entries(darkPalette(theme.colours));
  const differing = dark.filter(([name, colour]) => !light.some((it) => same(it, [name, colour])));
  const corners = Object.entries(cornerRadii[theme.kit.corners]);
  const rounds = corners.map(([name, radii]) => [`round-${name}`, radii] as const);
  const all = [
    ...light,
    ['wheelInk', wheelInk] as const,
    ...faces,
    ...trims,
    ...drawings,
    ...rounds,
    ...drawnAmount(theme.kit.hero),
  ];
  return `${ruleOf(all)}@media (prefers-color-scheme:dark){${ruleOf(differing)}}\n`;
}

const share = (length: number, whole: number) => `${((100 * length) / whole).toFixed(2)}%`;

/** Not a style attribute, which the Content-Security-Policy forbids. */
function drawnAmount({ layout, amount }: Kit['hero']): Property[] {
  if (!amount) return [];
  const { width, height } = heroSizes[layout];
  return [
    ['amountX', share(amount.x, width)],
    ['amountY', share(amount.y, height)],
    ['amountTurn', `${amount.turn}deg`],
  ];
}

type Property = readonly [name: string, value: string];

const ruleOf = (properties: readonly Property[]) =>
  `:root{${properties.map(([name, value]) => `--${kebab(name)}:${value}`).join(';')}}`;

const same = (one: Property, other: Property) => one[0] === other[0] && one[1] === other[1];

/** Plain text compresses better than base64. */
function dataAddress(svg: string): string {
  const text = svg.trim().replaceAll(/\s+/g, ' ').replaceAll('"', "'");
  return `"data:image/svg+xml,${text.replaceAll(/[%#<>]/g, encodeURIComponent)}"`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export type TextPair = {
  /** Path in `theme.colours` of the colour that the text's colour derives from. */
  path: readonly string[];
  text: string;
  /** Name of the background. */
  on: string;
  background: string;
};

/** Every text colour with each of its backgrounds, light and dark. */
export function textColourPairs(colours: Colours): TextPair[] {
  const { wheel, wheelInk } = colours;
  const faces = wheel.map((background, at) => ({
    path: ['wheelInk'],
    text: wheelInk,
    on: `wheel[${at}]`,
    background,
  }));
  return [
    ...palettePairs(lightPalette(colours), {
      brandText: 'brand',
      actionInk: 'brandInk',
      barInk: 'paper',
    }),
    ...palettePairs(darkPalette(colours), {
      ink: 'paper',
      quiet: 'paper',
      brandText: 'accent',
      actionInk: 'accentInk',
      barInk: 'paper',
    }).map((pair) => ({ ...pair, on: `${pair.on} in the dark` })),
    ...faces,
  ];
}

/** The texts on each background. */
const textsOn = [
  ['paper', ['ink', 'quiet', 'brandText', 'fault']],
  ['card', ['ink', 'quiet', 'brandText', 'fault']],
  ['field', ['ink', 'quiet', 'brandText', 'fault']],
  ['faultField', ['ink', 'quiet']],
  ['still', ['quiet']],
  ['brand', ['brandInk']],
  ['accent', ['accentInk']],
  ['action', ['actionInk']],
  ['bar', ['barInk']],
] as const satisfies readonly (readonly [keyof Palette, readonly (keyof Palette)[]])[];

/** @param origins the theme's colours that others derive from */
function palettePairs(palette: Palette, origins: Partial<Record<keyof Palette, string>>) {
  return textsOn.flatMap(([on, names]) =>
    names.map((name) => ({
      path: [origins[name] ?? name],
      text: palette[name],
      on,
      background: palette[on],
    })),
  );
}

/** CSS radii: one value, or top left, top right, and both bottom corners. */
type Radii = Record<'card' | 'large' | 'button' | 'field' | 'badge', string>;

const cornerRadii: Readonly<Record<Kit['corners'], Radii>> = {
  round: { card: '20px', large: '24px', button: '16px', field: '12px', badge: '50%' },
  leaf: {
    card: '30px 5px',
    large: '40px 6px',
    button: '24px 5px',
    field: '14px 3px',
    badge: '50% 14%',
  },
  square: { card: '3px', large: '4px', button: '3px', field: '2px', badge: '18%' },
};
