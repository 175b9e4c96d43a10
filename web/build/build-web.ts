// `npm run build`. Skipped if the inputs have not changed. The server sends the `.br` and `.gz`
// files (texts of 1 kB or more) as they are.
import { existsSync } from 'node:fs';
import { copyFile, glob, readFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { buildFolder, compress, readManifest } from './build-folder.ts';

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
const dist = path.join(web, 'dist');

const firstLoadMaxBytes = 100_000;

export const inputs = [
  'web/**/*.{ts,tsx,js,css,html,svg,json,woff2}',
  '{contract,campaigns/public,verifier}/*.ts',
  'plugins/{web,reward,*/web/*}.{ts,tsx,css}',
];

export type WebBuild = {
  folder: string;
  isNew: boolean;
  files: readonly string[];
  firstLoadBytes: number;
};

export async function buildWeb(): Promise<WebBuild> {
  const isNew = await buildFolder({ dist, cache: path.join(web, '.cache'), inputs, make });
  const { files } = await readManifest(dist);
  return { folder: dist, isNew, files, firstLoadBytes: await measureFirstLoad(dist) };
}

async function make(outDir: string): Promise<readonly string[]> {
  // Loaded late: importing it takes longer than detecting that nothing has changed.
  const { build } = await import('vite');
  await build({
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  await buildFirstPaint(outDir);
  await buildDrawCheck(outDir);
  await compress(outDir, 11);
  const firstLoadBytes = await measureFirstLoad(outDir);
  if (firstLoadBytes > firstLoadMaxBytes) {
    throw new Error(
      `Failed to build the web app: the first load's JavaScript is ${firstLoadBytes} bytes of brotli, more than ${firstLoadMaxBytes}. Load less before HOME shows.`,
    );
  }
  const files = await Array.fromAsync(glob('assets/*', { cwd: outDir }));
  const { files: current } = await readManifest(dist);
  await keepPreviousAssets(dist, outDir, { current, now: Date.now() });
  return files;
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
