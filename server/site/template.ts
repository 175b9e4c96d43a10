// The page as the build made it, before a campaign stands in it, and what stands inline in it: allowed by its hash, and
// nothing else inline is. Serves nothing.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SiteNotBuiltError } from './site-not-built-error.ts';

export const markers = {
  campaign: '<!--campaign-->',
  scriptsNeeded: '<!--scripts-needed-->',
} as const;

/** Sources for the Content-Security-Policy: `'sha256-…'`. */
export type InlineSources = {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
};

export type Template = {
  /** Folder of the built site. */
  readonly site: string;
  readonly text: string;
  /** Style sheet of the campaign's look, for the page's head. */
  readonly sheet: string;
  readonly inline: InlineSources;
};

/**
 * @param sheet the campaign's look, which stands in the page as well.
 * @throws SiteNotBuiltError where there is no page, or one of another version
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
  const styles = [sheet, ...within(text, /<style>(.*?)<\/style>/gs)].map(sourceOf);
  const scripts = within(text, /<script type="module">(.*?)<\/script>/gs).map(sourceOf);
  return { site, text, sheet, inline: { styles, scripts } };
}

const within = (text: string, tag: RegExp) =>
  Array.from(text.matchAll(tag), ([, content = '']) => content);

const sourceOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
