// Emits the fonts of the typefaces, and writes their rules into `.typefaces.json` for the server
// (server/http/page/fonts.ts). A page contains only those of its campaign's typeface,
// and the one for figures only if its language is in another script than Latin.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { unicodeRange } from '../fonts/script-faces.ts';
import { figureRanges, parts, typefaces, type TypefaceFaces } from '../fonts/typefaces.ts';

const folder = path.resolve(import.meta.dirname, '../fonts');

/** @returns the address of a font that it has put into the build */
export const fontEmitter = (build: Rolldown.PluginContext) => async (name: string) => {
  const source = await readFile(path.join(folder, `${name}.woff2`));
  const file = build.emitFile({ type: 'asset', name: `${name}.woff2`, source });
  return `/${build.getFileName(file)}`;
};

export function typefaceRules(): Plugin {
  return {
    name: 'typeface-rules',
    apply: 'build',
    async generateBundle() {
      const emit = fontEmitter(this);
      const rules: Record<string, { every: string; figures: string }> = {};
      for (const [typeface, faces] of Object.entries(typefaces)) {
        const ruleOf = async (part: string, range: string) =>
          faceOf({
            family: 'Inaam Display',
            weight: '600 900',
            range,
            address: await emit(`${typeface}-${part}`),
            sizeAdjust: faces.sizeAdjust,
          });
        const files = Object.entries(parts).map(([part, range]) => ruleOf(part, range));
        const brandSize = `:root{--brand-size:${faces.brandSize}}`;
        rules[typeface] = {
          every: [...(await Promise.all(files)), standInOf(faces), brandSize].join(''),
          figures: await ruleOf('figures', unicodeRange(figureRanges)),
        };
      }
      this.emitFile({ type: 'asset', fileName: '.typefaces.json', source: JSON.stringify(rules) });
    },
  };
}

function standInOf({ standIn }: TypefaceFaces): string {
  const sources = standIn.local.map((name) => `local('${name}')`).join(',');
  return `@font-face{font-family:'Inaam Display Stand-in';src:${sources};font-weight:600 900;size-adjust:${standIn.sizeAdjust}%}`;
}

export type FontFace = {
  family: string;
  weight: string;
  range: string;
  address: string;
  /** Local fonts: a device that has one downloads none. */
  local?: readonly string[];
  /** Per cent. */
  sizeAdjust?: number;
};

export function faceOf(face: FontFace): string {
  const { family, weight, range, address, local = [], sizeAdjust = 100 } = face;
  const sources = [
    ...local.map((name) => `local('${name}')`),
    `url(${address}) format('woff2')`,
  ].join(',');
  const size = sizeAdjust === 100 ? '' : `;size-adjust:${sizeAdjust}%`;
  return `@font-face{font-family:'${family}';src:${sources};font-weight:${weight};font-display:swap${size};unicode-range:${range}}`;
}
