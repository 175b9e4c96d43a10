// The server allows both inlined texts by their hashes (server/site/template.ts).
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
