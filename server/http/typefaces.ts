// The typefaces of the built site, for a page that is no part of its app: they have one home (web/ui/fonts.css), and
// names that change with a build. Serves nothing; a site without any leaves the page to the phone's own.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export type Typefaces = {
  /** The `@font-face` rules. */
  rules: string;
  /** Address of the face that the app asks for first. */
  first: string | undefined;
};

/** @param site folder of the built site; undefined where there is none. */
export async function typefacesOf(site: string | undefined): Promise<Typefaces> {
  if (site === undefined) return { rules: '', first: undefined };
  const page = await textOf(site, 'index.html');
  const [, sheet] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(page) ?? [];
  const style = sheet === undefined ? '' : await textOf(site, sheet);
  const [, first] = /<link rel="preload" href="([^"]+)" as="font"/.exec(page) ?? [];
  return { rules: [...style.matchAll(/@font-face\s*\{[^}]*\}/g)].join('\n'), first };
}

const textOf = (site: string, file: string) =>
  readFile(path.join(site, file), 'utf8').catch(() => '');
