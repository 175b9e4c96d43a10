import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SiteNotBuiltError } from './built-files.ts';

export const markers = {
  campaign: '<!--campaign-->',
  scriptsNeeded: '<!--scripts-needed-->',
  cannotStart: '<!--cannot-start-->',
  pressWait: '<!--press-wait-->',
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
