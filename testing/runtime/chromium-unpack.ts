// Unpacks Chromium once per version.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, lchown, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode, ensurePrivateFolder, shortHash } from '@inaam/runtime/private-folder.ts';
import { acquireProcessLock } from '@inaam/runtime/process-lock.ts';

const marker = 'complete';
const remedy =
  'Name an installed Chrome or Chromium in CHROME_PATH, or on Linux x64 run `npm ci` again.';

export async function chromiumPackage(): Promise<{ folder: string; version: string }> {
  const isServed = process.platform === 'linux' && process.arch === 'x64';
  try {
    if (!isServed) throw new Error('it is for Linux on x64 only');
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const folder = path.join(path.dirname(entry), '..', '..');
    const text = await readFile(path.join(folder, 'package.json'), 'utf8');
    return { folder, version: /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown' };
  } catch (error) {
    throw new Error(
      `Failed to find a packaged Chromium for ${process.platform} on ${process.arch}. ${remedy}`,
      { cause: error },
    );
  }
}

/** @returns the folder with `chromium`, its libraries and `fonts` */
export async function unpackedChromium(cache: string): Promise<string> {
  const { version } = await chromiumPackage();
  const parent = await writableParent(cache, version);
  const folder = path.join(parent, `chromium-${version}`);
  const deadline = Date.now() + 120_000;
  while (!(await isUsable(folder))) {
    // One process unpacks 200 MB while the others wait.
    const held = await acquireProcessLock(`chromium-${shortHash(folder)}`);
    if ('release' in held) {
      try {
        if (!(await isUsable(folder))) await unpack(folder);
      } finally {
        await held.release();
      }
    } else if (Date.now() > deadline) {
      throw new Error(`Failed to unpack Chromium: another process is using ${folder}. Stop it.`);
    } else await wait(25);
  }
  return folder;
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    await access(path.join(folder, marker));
    await access(path.join(folder, 'chromium'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function writableParent(cache: string, version: string): Promise<string> {
  if (await isUsable(path.join(cache, `chromium-${version}`))) return cache;
  try {
    if ((await mkdir(cache, { recursive: true })) !== undefined) await chmod(cache, 0o755);
    await access(cache, constants.W_OK | constants.X_OK);
    return cache;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  }
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const own = path.join(os.tmpdir(), `inaam-${owner.uid}-cache`);
  await ensurePrivateFolder(own, owner, 0o700);
  return own;
}

/** Renamed last, so that `folder` is always complete. */
async function unpack(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  await removeHalfMade(parent);
  const making = path.join(parent, `making-chromium-${randomUUID()}`);
  await mkdir(making);
  try {
    await unpackInto(making);
    await writeFile(path.join(making, 'fonts', 'fonts.conf'), fontsConf);
    await makeReadable(making);
    await writeFile(path.join(making, marker), '');
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw new Error(
      `Failed to unpack Chromium into ${parent}. Check its free space, or ${remedy}`,
      {
        cause: error,
      },
    );
  }
}

/** In a separate process, because the package unpacks into the process's temporary folder. */
async function unpackInto(folder: string): Promise<void> {
  const script = `import it from '@sparticuz/chromium'; await it.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    // Makes it unpack libraries that a minimal Linux lacks.
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
}

async function makeReadable(folder: string): Promise<void> {
  const asRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  if (asRoot) await lchown(folder, 0, 0);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (asRoot) await lchown(file, 0, 0);
    if (!entry.isSymbolicLink()) await chmod(file, 0o755);
  }
}

async function removeHalfMade(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith('making-chromium-')) continue;
    await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

/** The package's fonts.conf names AWS folders. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
