import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { SiteNotBuiltError } from './built-files.ts';

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
  return { ...paintedSchema.parse(await loaded.firstPaints(json)), none: '' };
}

type FirstPaintModule = { firstPaints: (json: string) => Promise<unknown> };

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
