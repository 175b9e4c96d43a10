// Builds the site as the console previews it: same sources, separate entry and folder, so that
// nothing of it reaches the shoppers' page.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compress, hashInputs } from './build-web.ts';
import { languageFonts } from './language-fonts.ts';
import { typefaceRules } from './typeface-rules.ts';

const source = path.resolve(import.meta.dirname, '../preview');
const dist = path.join(source, 'dist');
const manifestFile = '.build';
/** Browsers in which the console is used. */
const targets = ['chrome128', 'edge128', 'firefox128', 'safari17.5'];

export type PreviewBuild = { folder: string; isNew: boolean };

export async function buildPreview(): Promise<PreviewBuild> {
  const inputsHash = await hashInputs();
  const manifest = path.join(dist, manifestFile);
  const isNew = !existsSync(manifest) || (await readFile(manifest, 'utf8')) !== inputsHash;
  if (isNew) await rebuild(inputsHash);
  return { folder: dist, isNew };
}

async function rebuild(inputsHash: string): Promise<void> {
  // Loaded late: importing them takes longer than detecting that nothing has changed.
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  const workDir = path.join(source, '../.cache', `preview-${process.pid}`);
  const [fresh, old] = [path.join(workDir, 'fresh'), path.join(workDir, 'old')];
  await mkdir(workDir, { recursive: true });
  try {
    process.env['NODE_ENV'] = 'production';
    await build({
      configFile: false,
      root: source,
      logLevel: 'warn',
      plugins: [react(), languageFonts(), typefaceRules()],
      resolve: {
        alias: {
          'wouter/use-browser-location': path.join(source, 'memory-location.ts'),
        },
      },
      build: {
        outDir: fresh,
        emptyOutDir: true,
        copyPublicDir: false,
        // The console serves its own files under /assets/.
        assetsDir: 'preview-assets',
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        target: targets,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    await compress(fresh);
    await writeFile(path.join(fresh, manifestFile), inputsHash);
    if (existsSync(dist)) await rename(dist, old);
    await rename(fresh, dist);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

// `import.meta.main` is false here: runtime/run.mjs imports this program.
if (process.argv[1] === import.meta.filename) {
  const { isNew } = await buildPreview();
  process.stdout.write(`Preview of the site ${isNew ? 'built' : 'is up to date'}.\n`);
}
