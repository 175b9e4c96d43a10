import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { scriptOf } from '@inaam/campaigns/public/tags.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { contentHash, serveImmutable } from './replies.ts';
import { themeStylesheet } from '@inaam/campaigns/loader/theme/theme-stylesheet.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

// Read from the built page, because the addresses change with every build.

export type Fonts = {
  fontFaces: string;
  /** The heading fonts that this text needs. */
  preloadsFor: (text: string) => string[];
};

export function fontsOf(page: string): Fonts {
  const rules = Array.from(page.matchAll(/@font-face\s*\{[^}]*\}/g), ([rule]) => rule);
  const faces = rules.filter((rule) => /Inaam Display/.test(rule)).flatMap(faceOf);
  return {
    fontFaces: rules.join('\n'),
    preloadsFor: (text) => {
      const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
      // If two rules have a letter, the later one counts.
      const needed = new Set(letters.map((letter) => faces.findLast(({ has }) => has(letter))));
      return faces.filter((face) => needed.has(face)).map(({ address }) => address);
    },
  };
}

export function preloadLinks(addresses: readonly string[]): string {
  return addresses
    .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)
    .join('');
}

function faceOf(rule: string): { address: string; has: (letter: number) => boolean }[] {
  const [, address] = /url\(["']?(\/[^"')]+)/.exec(rule) ?? [];
  if (address === undefined) return [];
  const ranges = Array.from(
    rule.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi),
    ([, first = '', last = first]) =>
      [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
  );
  return [
    { address, has: (letter) => ranges.some(([first, last]) => first <= letter && letter <= last) },
  ];
}

// The fonts of scripts that only some pages need (web/build/language-fonts.ts).

const builtSchema = z.object({ names: z.string(), scripts: z.record(z.string(), z.string()) });

/** The rules of one script's fonts, also as a style sheet. */
export type ScriptFonts = { rules: string; sheet: string };

export type LanguageFonts = {
  /** Undefined where a page needs no others than every page has. */
  forLanguage: (language: string) => ScriptFonts | undefined;
  /** Style sheet for the languages' own names; undefined without a site. */
  names: string | undefined;
};

type Site = {
  /** Undefined without a site; a folder without such fonts yields none. */
  folder: string | undefined;
  /** The campaign's `figuresRule`, for all scripts but Latin. */
  figures: string;
};

export async function serveLanguageFonts(
  app: FastifyInstance,
  { folder, figures }: Site,
): Promise<LanguageFonts> {
  const file = folder === undefined ? '' : path.join(folder, '.language-fonts.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { forLanguage: () => undefined, names: undefined };
  const { names, scripts } = builtSchema.parse(JSON.parse(text));
  const serve = async (rules: string) => {
    const address = `/art/fonts-${contentHash(rules)}.css`;
    await serveImmutable(app, address, 'text/css; charset=utf-8', rules);
    return address;
  };
  const served = new Map<string, ScriptFonts>();
  // Every page has the other fonts of Devanagari.
  for (const [script, own] of Object.entries({ ...scripts, Deva: '' })) {
    const rules = own + figures;
    if (rules !== '') served.set(script, { rules, sheet: await serve(rules) });
  }
  // Every page asks, and `Intl.Locale` is slow. A page has one of the campaign's languages.
  const scriptsOf = new Map<string, string>();
  const forLanguage = (language: string) => {
    const script = scriptsOf.get(language) ?? scriptOf(language);
    scriptsOf.set(language, script);
    return served.get(script);
  };
  return { forLanguage, names: await serve(names) };
}

// The campaign's style sheet: its theme, and the rules of its typeface, which the build wrote with
// the addresses of the font files (web/build/typeface-rules.ts).

const rulesSchema = z.record(z.string(), z.object({ every: z.string(), figures: z.string() }));

/** @param site undefined without a site; a folder without such rules yields none */
export async function campaignSheet(
  campaign: Pick<ServerCampaign, 'theme' | 'art' | 'pictures'>,
  site: string | undefined,
): Promise<string> {
  return `${themeStylesheet(campaign)}${(await typefaceRules(campaign, site)).every}`;
}

/**
 * The rule of a small font for figures, and for Latin letters in every language. It must come after
 * the rules of the sheet.
 */
export async function figuresRule(
  campaign: Pick<ServerCampaign, 'theme'>,
  site: string | undefined,
): Promise<string> {
  return (await typefaceRules(campaign, site)).figures;
}

async function typefaceRules({ theme }: Pick<ServerCampaign, 'theme'>, site: string | undefined) {
  const none = { every: '', figures: '' };
  const file = site === undefined ? '' : path.join(site, '.typefaces.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return none;
  return rulesSchema.parse(JSON.parse(text))[theme.kit.typeface] ?? none;
}
