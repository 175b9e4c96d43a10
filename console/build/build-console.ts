// `npm run build`. Skipped if the inputs have not changed.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const consoleFolder = path.resolve(import.meta.dirname, '..');
const project = path.resolve(consoleFolder, '..');
const dist = path.join(consoleFolder, 'dist');
const manifestFile = '.build';
const compressFromBytes = 1024;

const inputs = ['console/**/*.{ts,tsx,css,html,svg}', 'contract/**/*.ts', 'package-lock.json'];
const exclude = ['console/{dist,.cache,node_modules}/**', '**/*.test.ts'];

export type ConsoleBuild = { folder: string; isNew: boolean };

export async function buildConsole(): Promise<ConsoleBuild> {
  const inputsHash = await hashInputs();
  const isNew = (await builtFrom(dist)) !== inputsHash;
  if (isNew) await rebuild(inputsHash);
  return { folder: dist, isNew };
}

async function rebuild(inputsHash: string): Promise<void> {
  // Loaded late: importing it takes longer than detecting that nothing has changed.
  const { build } = await import('vite');
  // Built in a separate folder, then swapped in, so that the page is never half built.
  const workDir = path.join(consoleFolder, '.cache', `build-${process.pid}`);
  const [fresh, old] = [path.join(workDir, 'fresh'), path.join(workDir, 'old')];
  await mkdir(workDir, { recursive: true });
  try {
    // Otherwise the bundler picks React's development build when a shell or test runner has set it.
    process.env['NODE_ENV'] = 'production';
    await build({
      configFile: path.join(consoleFolder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await compress(fresh);
    await writeFile(path.join(fresh, manifestFile), inputsHash);
    if (existsSync(dist)) await rename(dist, old);
    await rename(fresh, dist);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(glob(inputs, { cwd: project, exclude }));
  for (const file of files.toSorted()) {
    hash.update(`${file}\0`).update(await readFile(path.join(project, file)));
  }
  return hash.digest('hex');
}

async function builtFrom(folder: string): Promise<string | undefined> {
  const file = path.join(folder, manifestFile);
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

async function compress(folder: string): Promise<void> {
  for await (const file of glob('**/*.{js,css,svg}', { cwd: folder })) {
    const address = path.join(folder, file);
    const bytes = await readFile(address);
    if (bytes.length < compressFromBytes) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    await writeFile(`${address}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${address}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

// `import.meta.main` is false here: runtime/run.mjs imports this program.
if (process.argv[1] === import.meta.filename) {
  const { isNew } = await buildConsole();
  process.stdout.write(`Console ${isNew ? 'built' : 'is up to date'}.\n`);
}
