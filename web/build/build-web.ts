// `npm run build`. Skipped if the inputs have not changed. The server sends the `.br` and `.gz`
// files (texts of 1 kB or more) as they are.
import { existsSync } from 'node:fs';
import {
  copyFile,
  glob,
  stat,
  utimes,
  mkdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Keeps the files of builds served in the last week, because open pages still fetch screens from
 * them.
 * @param from the folder of the current site, which may be missing
 * @param current files of the current build, which is replaced at `now`, ms
 */
export async function keepPreviousAssets(
  from: string,
  to: string,
  { current, now }: { current: readonly string[]; now: number },
): Promise<void> {
  for await (const file of glob('assets/*', { cwd: from })) {
    const [old, kept] = [path.join(from, file), path.join(to, file)];
    const { mtime, atime } = await stat(old);
    const replacedAt = current.includes(file) ? new Date(now) : mtime;
    if (existsSync(kept) || now - replacedAt.getTime() > keptMs) continue;
    await copyFile(old, kept);
    await utimes(kept, atime, replacedAt);
  }
}

const web = path.resolve(import.meta.dirname, '..');
const project = path.resolve(web, '..');
const dist = path.join(web, 'dist');
const manifestFile = '.build';

const firstLoadMaxBytes = 100_000;
const compressFromBytes = 1024;

const inputs = [
  'web/**/*.{ts,tsx,js,css,html,svg,json,woff2}',
  'contract/*.ts',
  'campaigns/public/*.ts',
  'verifier/*.ts',
  'package-lock.json',
];

export type WebBuild = {
  folder: string;
  isNew: boolean;
  files: readonly string[];
  firstLoadBytes: number;
};

export async function buildWeb(): Promise<WebBuild> {
  const inputsHash = await hashInputs();
  const isNew = (await readManifest(dist)).inputsHash !== inputsHash;
  if (isNew) await rebuild(inputsHash);
  const { files } = await readManifest(dist);
  return { folder: dist, isNew, files, firstLoadBytes: await measureFirstLoad(dist) };
}

async function rebuild(inputsHash: string): Promise<void> {
  // Loaded late: importing it takes longer than detecting that nothing has changed.
  const { build } = await import('vite');
  // Built in a separate folder, then swapped in, so that the site is never half built.
  const workDir = path.join(web, '.cache', `build-${process.pid}`);
  const [fresh, old] = [path.join(workDir, 'fresh'), path.join(workDir, 'old')];
  await mkdir(workDir, { recursive: true });
  try {
    // Otherwise the bundler picks React's development build if a shell or test runner set it.
    process.env['NODE_ENV'] = 'production';
    await build({
      configFile: path.join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await buildFirstPaint(fresh);
    await buildDrawCheck(fresh);
    await compress(fresh);
    const firstLoadBytes = await measureFirstLoad(fresh);
    if (firstLoadBytes > firstLoadMaxBytes) {
      throw new Error(
        `Failed to build the web app: the first load's JavaScript is ${firstLoadBytes} bytes of brotli, more than ${firstLoadMaxBytes}. Load less before HOME shows.`,
      );
    }
    const files = await Array.fromAsync(glob('assets/*', { cwd: fresh }));
    const { files: current } = await readManifest(dist);
    await keepPreviousAssets(dist, fresh, { current, now: Date.now() });
    await writeFile(path.join(fresh, manifestFile), [inputsHash, ...files].join('\n'));
    if (existsSync(dist)) await rename(dist, old);
    await rename(fresh, dist);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function buildFirstPaint(outDir: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'first-paint/render-first-paint.tsx',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: '.first-paint.mjs', codeSplitting: false } },
    },
  });
}

/** A script of its own, for the page on the draw: that page loads nothing of the app. */
async function buildDrawCheck(outDir: string): Promise<void> {
  const [{ build }, { buildTargets }] = await Promise.all([
    import('vite'),
    import('./css-fallbacks.ts'),
  ]);
  await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    build: {
      target: buildTargets,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: 'draw-check/check-here.ts',
        output: { entryFileNames: 'assets/check-here-[hash].js', codeSplitting: false },
      },
    },
  });
}

export async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  const exclude = [
    'web/{dist,preview/dist}/**',
    'web/.cache/**',
    'web/node_modules/**',
    '**/*.test.ts',
  ];
  const files = await Array.fromAsync(glob(inputs, { cwd: project, exclude }));
  for (const file of files.toSorted()) {
    hash.update(`${file}\0`).update(await readFile(path.join(project, file)));
  }
  return hash.digest('hex');
}

async function readManifest(
  folder: string,
): Promise<{ inputsHash: string | undefined; files: string[] }> {
  const file = path.join(folder, manifestFile);
  if (!existsSync(file)) return { inputsHash: undefined, files: [] };
  const [inputsHash, ...files] = (await readFile(file, 'utf8')).split('\n');
  return { inputsHash, files };
}

export async function compress(folder: string): Promise<void> {
  const files = glob('**/*.{js,css,svg,json}', { cwd: folder });
  for await (const file of files) {
    const address = path.join(folder, file);
    const bytes = await readFile(address);
    if (bytes.length < compressFromBytes) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${address}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${address}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

async function measureFirstLoad(folder: string): Promise<number> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  let bytes = 0;
  for (const [, address = ''] of page.matchAll(/\/(assets\/[^" ]+\.js)/g)) {
    const script = path.join(folder, address);
    const file = existsSync(`${script}.br`) ? `${script}.br` : script;
    bytes += (await readFile(file)).length;
  }
  return bytes;
}

// `import.meta.main` is false here: runtime/run.mjs imports this program.
if (process.argv[1] === import.meta.filename) {
  const { isNew, firstLoadBytes } = await buildWeb();
  const size = `${(firstLoadBytes / 1000).toFixed(1)} kB of JavaScript (brotli) before HOME shows`;
  process.stdout.write(`Web app ${isNew ? 'built' : 'is up to date'}: ${size}.\n`);
}
