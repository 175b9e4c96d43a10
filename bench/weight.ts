// `npm run bench -- weight`: brotli bytes of each built file, and of what a visitor loads until
// HOME is complete, in each language of each campaign, as the demonstration serves it. Prints a
// table. Asserts nothing: the limit is in web/build/build-web.ts.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { withTemporaryDemo } from '@inaam/testing/demonstration/temporary-demo.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { writeResult } from './result.ts';

type Row = { file: string; bytes: number; brotli: number; first: boolean };
/** What a page in one language needs, in bytes on the wire without headers. */
type Home = Record<'page' | 'scripts' | 'drawing' | 'image' | 'fonts' | 'beforeHome', number>;

const site = await buildWeb();
const index = await readFile(path.join(site.folder, 'index.html'), 'utf8');
const files = ['index.html', ...site.files.filter((file) => !/\.(br|gz)$/.test(file))].toSorted();
const rows = await Promise.all(
  files.map(async (file): Promise<Row> => {
    const content = await readFile(path.join(site.folder, file));
    const first = file === 'index.html' || scriptsOf(index).includes(`/${file}`);
    return { file: withoutHash(file), bytes: content.length, brotli: packed(content), first };
  }),
);
const sum = (some: readonly Row[]) => some.reduce((total, row) => total + row.brotli, 0);
const first = rows.filter((row) => row.first);
const totals = {
  firstLoadScripts: sum(first.filter((row) => row.file.endsWith('.js'))),
  firstLoad: sum(first),
  everything: sum(rows),
};
const homes: Record<string, Record<string, Home>> = {};
for (const id of await campaignIds()) {
  const { languages } = await loadCampaign(id);
  const own: Record<string, Home> = (homes[id] = {});
  await withTemporaryDemo(
    async (origin) => {
      for (const language of languages) own[language] = await weigh(origin, language);
    },
    { CAMPAIGN: id },
  );
}
const beforeHome = Object.entries(homes).flatMap(([id, languages]) =>
  Object.entries(languages).map(([language, home]) => ({
    file: `before HOME of ${id} in ${language}`,
    brotli: home.beforeHome,
  })),
);
process.stdout.write(
  [...rows, ...beforeHome, ...Object.entries(totals).map(([file, brotli]) => ({ file, brotli }))]
    .map(({ file, brotli }) => `${String(brotli).padStart(8)}  ${file}\n`)
    .join(''),
);
await writeResult('weight', { unit: 'bytes of brotli', totals, homes, rows });

/**
 * The fonts are those that the page preloads: of headings, buttons and amounts. Text has a font of
 * the phone.
 */
async function weigh(origin: string, language: string): Promise<Home> {
  const page = await get(`${origin}/?utm_source=qrcode`, language);
  const text = brotliDecompressSync(page).toString();
  const [, drawing = ''] = /href="([^"]+)" as="image"/.exec(text) ?? [];
  const [, image = ''] = /"heroImage":\{"address":"([^"]+)"/.exec(text) ?? [];
  const fonts = Array.from(text.matchAll(/href="([^"]+)" as="font"/g), ([, font = '']) => font);
  const sumOf = async (addresses: readonly string[]) => {
    const bodies = await Promise.all(addresses.map((address) => get(origin + address, language)));
    return bodies.reduce((total, body) => total + body.length, 0);
  };
  const parts = {
    page: page.length,
    scripts: await sumOf(scriptsOf(text)),
    drawing: await sumOf([drawing]),
    image: image === '' ? 0 : await sumOf([image]),
    fonts: await sumOf(fonts),
  };
  return { ...parts, beforeHome: Object.values(parts).reduce((total, bytes) => total + bytes, 0) };
}

function scriptsOf(page: string): string[] {
  const [, scripts = ''] = /id="app-scripts"[^>]*>([^<]*)</.exec(page) ?? [];
  return scripts.split(' ').filter((script) => script !== '');
}

/** The body as it was sent, which `fetch` would unpack. */
function get(address: string, language: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', 'accept-language': language };
    http
      .get(address, { headers, agent: false }, (response) => {
        if (response.statusCode === 200) resolve(buffer(response));
        else reject(new Error(`Failed to weigh the page: ${address} is not there.`));
      })
      .on('error', reject);
  });
}

function packed(content: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(content, { params }).length;
}

/** The hash in a file's name changes with every build. */
function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}
