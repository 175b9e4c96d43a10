// Makes the built page paint by itself: its style sheet and its small script (`first-paint/fetch-app.ts`) stand in it, and the app's
// scripts, which no paint waits for, are left to that script. Their hashes are the server's to allow
// (server/site/template.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, transformWithOxc, type Plugin, type Rolldown } from 'vite';

const sheetTag = / *<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>\n/g;
const scriptTag =
  / *<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?\n/g;

export function inlineAssets(): Plugin {
  return {
    name: 'inline-assets',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (page, { bundle = {} }) => {
        const sheets = named(page, sheetTag).map((file) => takeSheet(bundle, file));
        // The entry is named first.
        const scripts = named(page, scriptTag);
        const head = [
          `<style>${sheets.join('').trim()}</style>`,
          `<script type="text/plain" id="app-scripts">${scripts.join(' ')}</script>`,
          `<script type="module">${await fetchAppScript()}</script>`,
        ];
        return page
          .replaceAll(sheetTag, '')
          .replaceAll(scriptTag, '')
          .replace('</head>', () => `${head.join('\n    ')}\n  </head>`);
      },
    },
  };
}

const named = (page: string, tag: RegExp) =>
  Array.from(page.matchAll(tag), ([, address = '']) => address);

/** Out of the bundle: nobody asks for it any more. */
function takeSheet(bundle: Rolldown.OutputBundle, file: string): string {
  const sheet = bundle[file];
  if (sheet?.type !== 'asset')
    throw new Error(`Failed to put ${file} into the page: it is no asset.`);
  delete bundle[file];
  return String(sheet.source);
}

async function fetchAppScript(): Promise<string> {
  const file = path.resolve(import.meta.dirname, '../first-paint/fetch-app.ts');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return (await minify('fetch-app.js', code, { module: true })).code;
}
