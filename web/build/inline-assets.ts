// The server allows both inlined texts by their hashes (server/http/page/template.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, minify, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from './css-fallbacks.ts';

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
          `<script type="text/plain" id="app-scripts" data-polyfills="/${fileOf(bundle, 'polyfills')}" data-field="/${fileOf(bundle, 'web')}">${scripts.join(' ')}</script>`,
          `<script>${await startWatch()}</script>`,
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

function fileOf(bundle: Rolldown.OutputBundle, entry: string): string {
  const file = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === entry);
  if (file === undefined) throw new Error(`Failed to find ${entry}: it was not built.`);
  return file.fileName;
}

function takeSheet(bundle: Rolldown.OutputBundle, file: string): string {
  const sheet = bundle[file];
  if (sheet?.type !== 'asset')
    throw new Error(`Failed to put ${file} into the page: it is not an asset.`);
  delete bundle[file];
  return String(sheet.source);
}

async function startWatch(): Promise<string> {
  const file = path.resolve(import.meta.dirname, '../first-paint/start-watch.js');
  const { code } = await minify('start-watch.js', await readFile(file, 'utf8'));
  // The minifier turns strings into templates, which the oldest browsers cannot parse.
  return code.replaceAll('`', '"');
}

/** The script that loads the app, with its imports. */
async function fetchAppScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTargets,
      modulePreload: false,
      rolldownOptions: { input: path.resolve(import.meta.dirname, '../first-paint/fetch-app.ts') },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) {
    throw new Error('Failed to build the script that loads the app: no output from the bundler.');
  }
  return bundle.output[0].code;
}
