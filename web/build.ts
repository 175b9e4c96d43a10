// Builds the web app into `web/dist`, unless what lies there was built from the same inputs: `npm run build`. Prints
// one line. Writes a `.br` and a `.gz` beside each text of 1 kB or more, for a server that sends them as they are.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const project = path.resolve(import.meta.dirname, '..');
const dist = path.join(import.meta.dirname, 'dist');
/** What a build notes of itself: the hash of its inputs, then the files that are its own, one a line. */
const noteFile = '.build';

/** Bytes of brotli that the first load's JavaScript may have (Issue 2). */
const firstLoadMax = 100_000;
const compressedFrom = 1024;

const inputs = [
  'web/**/*.{ts,tsx,css,html,svg,json,woff2}',
  'contract/*.ts',
  'campaigns/{fill,tags}.ts',
  'package-lock.json',
];

export type WebBuild = {
  folder: string;
  isNew: boolean;
  /** Its own assets; beside them lie those of the build before. */
  files: readonly string[];
  /** Bytes of brotli: the app's scripts that index.html names. */
  firstLoad: number;
};

/** Builds if need be. A build that fails leaves the old one as it was. */
export async function buildWeb(): Promise<WebBuild> {
  const wanted = await hashOfInputs();
  const isNew = (await noteOf(dist)).inputs !== wanted;
  if (isNew) await buildAnew(wanted);
  const { files } = await noteOf(dist);
  return { folder: dist, isNew, files, firstLoad: await firstLoadOf(dist) };
}

async function buildAnew(wanted: string): Promise<void> {
  // Beside the old build, then swapped in: nobody ever sees half of one, and two builds don't meet.
  const workshop = path.join(import.meta.dirname, '.cache', `build-${process.pid}`);
  const [fresh, old] = [path.join(workshop, 'fresh'), path.join(workshop, 'old')];
  await mkdir(workshop, { recursive: true });
  try {
    // The bundler takes React's development half where the shell, or a test runner, says anything else.
    process.env['NODE_ENV'] = 'production';
    await build({
      configFile: path.join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await buildFirstPaint(fresh);
    await compress(fresh);
    const firstLoad = await firstLoadOf(fresh);
    if (firstLoad > firstLoadMax) {
      throw new Error(
        `Failed to build the web app: the first load's JavaScript is ${firstLoad} bytes of brotli, more than ${firstLoadMax}. Load less before HOME shows.`,
      );
    }
    const files = await Array.fromAsync(glob('assets/*', { cwd: fresh }));
    await keepAssets(fresh);
    await writeFile(path.join(fresh, noteFile), [wanted, ...files].join('\n'));
    if (existsSync(dist)) await rename(dist, old);
    await rename(fresh, dist);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** The program that the server makes the page's first paint with (`first-paint.tsx`), whole: it needs no package. */
async function buildFirstPaint(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react()],
    // A server is no place for React's development half either, whatever its environment says.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'first-paint.tsx',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: '.first-paint.mjs', codeSplitting: false } },
    },
  });
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256');
  const exclude = ['web/dist/**', 'web/.cache/**', 'web/node_modules/**', '**/*.test.ts'];
  const files = await Array.fromAsync(glob(inputs, { cwd: project, exclude }));
  for (const file of files.toSorted()) {
    hash.update(`${file}\0`).update(await readFile(path.join(project, file)));
  }
  return hash.digest('hex');
}

async function noteOf(folder: string): Promise<{ inputs: string | undefined; files: string[] }> {
  const file = path.join(folder, noteFile);
  if (!existsSync(file)) return { inputs: undefined, files: [] };
  const [inputs, ...files] = (await readFile(file, 'utf8')).split('\n');
  return { inputs, files };
}

/** Keeps the last build's own files for pages that are open now: they still fetch their later screens by those names. */
async function keepAssets(fresh: string): Promise<void> {
  for (const file of (await noteOf(dist)).files) {
    const [from, to] = [path.join(dist, file), path.join(fresh, file)];
    if (existsSync(from) && !existsSync(to)) await copyFile(from, to);
  }
}

async function compress(folder: string): Promise<void> {
  const files = glob('**/*.{js,css,svg,json}', { cwd: folder });
  for await (const file of files) {
    const address = path.join(folder, file);
    const bytes = await readFile(address);
    if (bytes.length < compressedFrom) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${address}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${address}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** Bytes of brotli of every script that the page names for its small script to ask for. */
async function firstLoadOf(folder: string): Promise<number> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  let sum = 0;
  for (const [, address = ''] of page.matchAll(/\/(assets\/[^" ]+\.js)/g)) {
    const script = path.join(folder, address);
    const file = existsSync(`${script}.br`) ? `${script}.br` : script;
    sum += (await readFile(file)).length;
  }
  return sum;
}

// `import.meta.main` is false here: runtime/run.mjs imports the program that it was given.
if (process.argv[1] === import.meta.filename) {
  const { isNew, firstLoad } = await buildWeb();
  const size = `${(firstLoad / 1000).toFixed(1)} kB of JavaScript (brotli) before HOME shows`;
  process.stdout.write(`Web app ${isNew ? 'built' : 'is up to date'}: ${size}.\n`);
}
