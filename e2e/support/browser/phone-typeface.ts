// Pictures show text in Roboto, like phones: the machine's own fonts are wider.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext } from 'playwright-core';
import * as z from 'zod';

type Face = { weight: string; unicodeRange: string; base64: string };

const weights = ['400', '500', '600', '700', '800'];
/** The second has the rupee sign. */
const subsets = ['latin', 'latin-ext'];
const rangesOf = z.record(z.string(), z.string());

/** Every page of the context has Roboto from the start, without a request. */
export async function usePhoneTypeface(context: BrowserContext): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const file = resolve('@fontsource/roboto/unicode.json');
  const ranges = rangesOf.parse(JSON.parse(await readFile(file, 'utf8')));
  const faces = await Promise.all(
    weights.flatMap((weight) =>
      subsets.map(async (subset): Promise<Face> => {
        const font = `@fontsource/roboto/files/roboto-${subset}-${weight}-normal.woff2`;
        const base64 = await readFile(resolve(font), 'base64');
        return { weight, unicodeRange: ranges[subset] ?? '', base64 };
      }),
    ),
  );
  await context.addInitScript(addFaces, faces);
}

/** In the page. */
function addFaces(faces: readonly Face[]): void {
  for (const { base64, ...descriptors } of faces) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    document.fonts.add(new FontFace('Roboto', bytes, descriptors));
  }
}
