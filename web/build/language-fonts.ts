// Emits the fonts of scripts other than Latin and Devanagari, and writes their style sheets into
// `.language-fonts.json` for the server (server/http/page/fonts.ts). A page contains
// only the one for its own language.
import type { Plugin } from 'vite';
import {
  devanagariNames,
  scriptFaces,
  unicodeRange,
  type ScriptFaces,
} from '../fonts/script-faces.ts';
import { faceOf, fontEmitter } from './typeface-rules.ts';

export function languageFonts(): Plugin {
  return {
    name: 'language-fonts',
    apply: 'build',
    async generateBundle() {
      const emit = fontEmitter(this);
      const scripts: Record<string, string> = {};
      const names: string[] = [];
      for (const [script, faces] of Object.entries(scriptFaces)) {
        scripts[script] = await sheetOf(faces, emit);
      }
      for (const { name, ownNames, local } of [...Object.values(scriptFaces), devanagariNames]) {
        const face = { family: 'Inaam Names', weight: '600 900', range: letterRange(ownNames) };
        names.push(faceOf({ ...face, address: await emit(`names-${name}`), local: local.bold }));
      }
      const source = JSON.stringify({ names: names.join(''), scripts });
      this.emitFile({ type: 'asset', fileName: '.language-fonts.json', source });
    },
  };
}

async function sheetOf(
  { name, ranges, local }: ScriptFaces,
  emit: (name: string) => Promise<string>,
): Promise<string> {
  const range = unicodeRange(ranges);
  const text = { family: 'Inaam Text', range };
  const display = { family: 'Inaam Display', weight: '600 900', range };
  return [
    faceOf({ ...display, address: await emit(`display-${name}`) }),
    faceOf({ ...text, weight: '400', address: await emit(`text-${name}`), local: local.regular }),
    faceOf({
      ...text,
      weight: '600 900',
      address: await emit(`text-${name}-bold`),
      local: local.bold,
    }),
  ].join('');
}

function letterRange(text: string): string {
  const letters = [
    ...new Set(Array.from(text.replaceAll(' ', ''), (letter) => letter.codePointAt(0) ?? 0x20)),
  ];
  return unicodeRange(letters.toSorted((a, b) => a - b).map((letter) => [letter, letter]));
}
