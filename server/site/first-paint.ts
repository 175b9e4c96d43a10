// What stands in the page before its script has come, and for whom: HOME for who comes by the QR code, the sentence
// that the code is to be scanned for a stranger, and nothing where only the browser knows. Draws nothing itself: the
// build has made the program that does (web/first-paint/render-first-paint.tsx).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { SiteNotBuiltError } from './site-not-built-error.ts';

export type PaintName = 'home' | 'notAllowed' | 'none';
type Paints = Readonly<Record<PaintName, string>>;

const paintedSchema = z.object({ home: z.string(), notAllowed: z.string() });

/**
 * The HTML of each paint.
 * @param json the page's campaign.
 * @throws SiteNotBuiltError where the build has left no program for it
 */
export async function renderFirstPaints(site: string, json: string): Promise<Paints> {
  const program = path.join(site, '.first-paint.mjs');
  if (!existsSync(program)) {
    throw new SiteNotBuiltError(
      'The site is not whole: .first-paint.mjs is missing beside its page. Run `npm run build`.',
    );
  }
  const loaded: unknown = await import(pathToFileURL(program).href);
  if (!isPainter(loaded)) {
    throw new SiteNotBuiltError(
      'The first paint was built by another version: it has no firstPaints. Run `npm run build`.',
    );
  }
  return { ...paintedSchema.parse(await loaded.firstPaints(json)), none: '' };
}

type Painter = { firstPaints: (json: string) => Promise<unknown> };

function isPainter(loaded: unknown): loaded is Painter {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'firstPaints' in loaded &&
    typeof loaded.firstPaints === 'function'
  );
}

/**
 * Which paint an address gets. Never one that the app would not show: a tab that holds a session is known to the
 * browser alone, but a device that ever had one holds the cookie of its user key.
 * @param url as asked for: path and query.
 * @param door.isOpen whether the programme is on.
 */
export function firstPaintFor(
  url: string,
  door: { cookies: string; contest: string; isOpen: boolean },
): PaintName {
  const [address = '/', query = ''] = url.split('?', 2);
  if (address === '/notallowed') return 'notAllowed';
  if (new URLSearchParams(query).get('utm_source') === 'qrcode') {
    return address === '/' && door.isOpen ? 'home' : 'none';
  }
  const isKnown = door.cookies.split(/; */).some((part) => part.startsWith(`${door.contest}-id=`));
  return isKnown ? 'none' : 'notAllowed';
}
