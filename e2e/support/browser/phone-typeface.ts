// Pictures show the text in Roboto, as phones do: the typefaces of this machine are wider.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext } from 'playwright-core';

type Face = { weight: string; unicodeRange: string; base64: string };

const weights = ['400', '500', '600', '700', '800'];
/** Of the two files of each weight: the second has the sign of the rupee. */
const ranges = {
  latin: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F',
  'latin-ext': 'U+0100-0130, U+0132-0151, U+0154-02BA, U+20A0-20C0, U+2113',
};

/** Every page of the context has Roboto from its start, without a request. */
export async function usePhoneTypeface(context: BrowserContext): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const faces = await Promise.all(
    weights.flatMap((weight) =>
      Object.entries(ranges).map(async ([subset, unicodeRange]): Promise<Face> => {
        const file = `@fontsource/roboto/files/roboto-${subset}-${weight}-normal.woff2`;
        return { weight, unicodeRange, base64: await readFile(resolve(file), 'base64') };
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
