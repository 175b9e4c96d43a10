// The size of the build: brotli bytes of each file, and of those that the app starts with.
// `npm run bench:weight` prints a table and writes it to bench/results/. Asserts nothing: the limit
// is in web/build/build-web.ts.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildWeb } from '@inaam/web/build/build-web.ts';

type Row = { file: string; bytes: number; brotli: number; first: boolean };

const site = await buildWeb();
const index = await readFile(path.join(site.folder, 'index.html'), 'utf8');
const [, scripts = ''] = /id="app-scripts"[^>]*>([^<]*)</.exec(index) ?? [];
const files = ['index.html', ...site.files.filter((file) => !/\.(br|gz)$/.test(file))].toSorted();
const rows = await Promise.all(
  files.map(async (file): Promise<Row> => {
    const content = await readFile(path.join(site.folder, file));
    const packed = brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    const first = file === 'index.html' || scripts.includes(path.basename(file));
    return { file: withoutHash(file), bytes: content.length, brotli: packed.length, first };
  }),
);
const sum = (some: readonly Row[]) => some.reduce((total, row) => total + row.brotli, 0);
const first = rows.filter((row) => row.first);
const totals = {
  firstLoadScripts: sum(first.filter((row) => row.file.endsWith('.js'))),
  firstLoad: sum(first),
  everything: sum(rows),
};
process.stdout.write(
  [...rows, ...Object.entries(totals).map(([file, brotli]) => ({ file, brotli }))]
    .map(({ file, brotli }) => `${String(brotli).padStart(8)}  ${file}\n`)
    .join(''),
);
const date = new Date().toISOString().slice(0, 10);
const result = path.join(import.meta.dirname, 'results', `weight-${date}.json`);
await writeFile(
  result,
  `${JSON.stringify({ date, unit: 'bytes of brotli', totals, rows }, null, 2)}\n`,
);

/** The hash in a file's name changes with every build. */
function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}
