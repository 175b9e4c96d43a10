import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SiteNotBuiltError } from './built-files.ts';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

export const markers = {
  campaign: '<!--campaign-->',
  scriptsNeeded: '<!--scripts-needed-->',
  cannotStart: '<!--cannot-start-->',
  pressWait: '<!--press-wait-->',
  pressBusy: '<!--press-busy-->',
} as const;

/** CSP sources, `'sha256-…'`. No other inline code is allowed. */
export type InlineSources = {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
};

export type Template = {
  readonly site: string;
  readonly text: string;
  readonly sheet: string;
  readonly inline: InlineSources;
};

/**
 * @param sheet the campaign's theme
 * @throws SiteNotBuiltError
 */
export async function readTemplate(site: string, sheet: string): Promise<Template> {
  const text = await readFile(path.join(site, 'index.html'), 'utf8').catch(() => '');
  if (text === '') {
    throw new SiteNotBuiltError(
      'The site is not built: web/dist/index.html is missing. Run `npm run build`.',
    );
  }
  for (const marker of Object.values(markers)) {
    if (text.split(marker).length !== 2) {
      throw new SiteNotBuiltError(
        `The built page must hold ${marker} once: another version built it. Run \`npm run build\`.`,
      );
    }
  }
  const styles = [sheet, ...contentsOf(text, /<style>(.*?)<\/style>/gs)].map(sourceOf);
  const scripts = contentsOf(text, /<script(?: type="module")?>(.*?)<\/script>/gs).map(sourceOf);
  return { site, text, sheet, inline: { styles, scripts } };
}

const contentsOf = (text: string, tag: RegExp) =>
  Array.from(text.matchAll(tag), ([, content = '']) => content);

export const sourceOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** `none`: only the browser can decide which screen to show. */
export type PaintName = 'home' | 'notAllowed' | 'none';
type Paints = Readonly<Record<PaintName, string>>;

const paintedSchema = z.object({ home: z.string(), notAllowed: z.string() });

/**
 * Runs the program that the build made from web/first-paint/render-first-paint.tsx.
 * @throws SiteNotBuiltError
 */
export async function renderFirstPaints(site: string, json: string): Promise<Paints> {
  const program = path.join(site, '.first-paint.mjs');
  if (!existsSync(program)) {
    throw new SiteNotBuiltError(
      'The site is incomplete: .first-paint.mjs is missing beside its page. Run `npm run build`.',
    );
  }
  const loaded: unknown = await import(pathToFileURL(program).href);
  if (!isFirstPaintModule(loaded)) {
    throw new SiteNotBuiltError(
      'The first paint was built by another version: it has no firstPaints. Run `npm run build`.',
    );
  }
  return { ...paintedSchema.parse(loaded.firstPaints(json)), none: '' };
}

type FirstPaintModule = { firstPaints: (json: string) => unknown };

function isFirstPaintModule(loaded: unknown): loaded is FirstPaintModule {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'firstPaints' in loaded &&
    typeof loaded.firstPaints === 'function'
  );
}

/** A device that has ever had a session sends its cookie; then only the browser can decide. */
export function firstPaintFor(
  url: string,
  context: { cookies: string; contest: string; isOpen: boolean },
): PaintName {
  const [address = '/', query = ''] = url.split('?', 2);
  if (address === '/notallowed') return 'notAllowed';
  if (new URLSearchParams(query).get('utm_source') === 'qrcode') {
    return address === '/' && context.isOpen ? 'home' : 'none';
  }
  const isKnown = context.cookies
    .split(/; */)
    .some((part) => part.startsWith(`${context.contest}-id=`));
  return isKnown ? 'none' : 'notAllowed';
}
