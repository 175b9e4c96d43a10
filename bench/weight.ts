// `npm run bench:weight`: brotli bytes of each built file, of the files with which the app starts,
// and of what each campaign adds to them until HOME is complete, in English. Prints a table and
// writes it to bench/results/. Asserts nothing: the limit is in web/build/build-web.ts.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { themeStylesheet } from '@inaam/campaigns/loader/theme-stylesheet.ts';
import { renderFirstPaints } from '@inaam/server/site/first-paint.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';

type Row = { file: string; bytes: number; brotli: number; first: boolean };

const site = await buildWeb();
const index = await readFile(path.join(site.folder, 'index.html'), 'utf8');
const [, scripts = ''] = /id="app-scripts"[^>]*>([^<]*)</.exec(index) ?? [];
const files = ['index.html', ...site.files.filter((file) => !/\.(br|gz)$/.test(file))].toSorted();
const rows = await Promise.all(
  files.map(async (file): Promise<Row> => {
    const content = await readFile(path.join(site.folder, file));
    const first = file === 'index.html' || scripts.includes(path.basename(file));
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
const campaigns = Object.fromEntries(
  await Promise.all(
    (await campaignIds()).map(async (id) => [id, await weighCampaign(id)] as const),
  ),
);
const beforeHome = Object.entries(campaigns).map(([id, parts]) => ({
  file: `before HOME of ${id}`,
  brotli: parts.beforeHome,
}));
process.stdout.write(
  [...rows, ...beforeHome, ...Object.entries(totals).map(([file, brotli]) => ({ file, brotli }))]
    .map(({ file, brotli }) => `${String(brotli).padStart(8)}  ${file}\n`)
    .join(''),
);
const date = new Date().toISOString().slice(0, 10);
const result = path.join(import.meta.dirname, 'results', `weight-${date}.json`);
await writeFile(
  result,
  `${JSON.stringify({ date, unit: 'bytes of brotli', totals, campaigns, rows }, null, 2)}\n`,
);

async function weighCampaign(id: string) {
  const campaign = await loadCampaign(id);
  const part = campaign.publicCampaign('en');
  const { typeface } = part.theme.kit;
  const headings = new Set(
    ['latin', 'rupee'].map((letters) => `assets/${typeface}-${letters}.woff2`),
  );
  const json = JSON.stringify(part);
  const { home } = await renderFirstPaints(site.folder, json);
  const own = {
    page: packed(themeStylesheet(campaign) + home + json),
    drawing: packed(campaign.pictures.get(part.art.hero) ?? ''),
    image: campaign.heroContent?.length ?? 0,
    headings: sum(rows.filter(({ file }) => headings.has(file))),
  };
  const beforeHome = Object.values(own).reduce((total, bytes) => total + bytes, totals.firstLoad);
  return { ...own, beforeHome };
}

function packed(content: Buffer | string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(content, { params }).length;
}

/** The hash in a file's name changes with every build. */
function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}
