// Shared by the builds of site, preview and console.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const project = path.resolve(import.meta.dirname, '../..');
const compressFromBytes = 1024;
const exclude = ['**/{dist,.cache,node_modules}/**', '**/*.test.ts'];

type Folder = {
  /** That is served. */
  dist: string;
  /** For the time of the build. */
  cache: string;
  /** Globs from the project's root. */
  inputs: readonly string[];
  /** @returns the files to list in the manifest */
  make: (fresh: string) => Promise<readonly string[]>;
};

/**
 * Built in a separate folder, then swapped in, so that the page is never half built.
 * @returns false if the inputs have not changed
 */
export async function buildFolder({ dist, cache, inputs, make }: Folder): Promise<boolean> {
  const inputsHash = await hashOf(inputs);
  if ((await readManifest(dist)).inputsHash === inputsHash) return false;
  const workDir = path.join(cache, `build-${process.pid}`);
  const [fresh, old] = [path.join(workDir, 'fresh'), path.join(workDir, 'old')];
  await mkdir(workDir, { recursive: true });
  try {
    // Otherwise the bundler picks React's development build if a shell or test runner set it.
    process.env['NODE_ENV'] = 'production';
    const files = await make(fresh);
    await writeFile(path.join(fresh, '.build'), [inputsHash, ...files].join('\n'));
    if (existsSync(dist)) await rename(dist, old);
    await rename(fresh, dist);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return true;
}

async function hashOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(
    glob([...inputs, 'package-lock.json'], { cwd: project, exclude }),
  );
  for (const file of files.toSorted()) {
    hash.update(`${file}\0`).update(await readFile(path.join(project, file)));
  }
  return hash.digest('hex');
}

type Manifest = { inputsHash: string | undefined; files: string[] };

export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, '.build');
  if (!existsSync(file)) return { inputsHash: undefined, files: [] };
  const [inputsHash, ...files] = (await readFile(file, 'utf8')).split('\n');
  return { inputsHash, files };
}

/** @param quality of Brotli, 0 to 11 */
export async function compress(folder: string, quality: number): Promise<void> {
  for await (const file of glob('**/*.{js,css,svg,json}', { cwd: folder })) {
    const address = path.join(folder, file);
    const bytes = await readFile(address);
    if (bytes.length < compressFromBytes) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    await writeFile(`${address}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${address}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
