/** @module-tag long */
// The tests' browser, on machines with and without its system libraries.
import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { chromiumPackage } from './chromium-unpack.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import {
  removeAll,
  isRoot,
  nodeForOthers,
  temporaryFolder,
  commandWorks,
} from './postgres-sandbox.ts';

const isServed = process.platform === 'linux' && process.arch === 'x64';
const canMount = isRoot && commandWorks('unshare', ['--mount', 'true']);
const project = path.resolve(import.meta.dirname, '..');
const Seen = z.object({
  pixel: z.array(z.number()),
  width: z.number(),
  ino: z.number(),
  libraries: z.array(z.string()),
  args: z.array(z.string()),
  executablePath: z.string(),
  fonts: z.string().optional(),
});

/**
 * A cache whose unpacking was once killed, and what two processes saw that unpacked into it
 * concurrently.
 */
let cache: string;
let seen: z.infer<typeof Seen>[];

beforeAll(async () => {
  if (!isServed) return;
  const { version } = await chromiumPackage();
  cache = path.join(await temporaryFolder(), 'cache');
  for (const name of ['making-chromium-1', `chromium-${version}`]) {
    await mkdir(path.join(cache, name), { recursive: true });
    await writeFile(path.join(cache, name, 'chromium'), 'half', { mode: 0o700 });
  }
  await chmod(cache, 0o755);
  seen = await Promise.all([open(), open()]);
});
afterAll(removeAll);

/**
 * Opens a page with a canvas in a separate process; `root` has the files, `before` prefixes the
 * command.
 */
async function open(root = project, before: readonly string[] = [], as = {}) {
  const node = 'uid' in as ? nodeForOthers : process.execPath;
  const command = [...before, node, path.join(root, 'testing', 'runtime', 'open-canvas.ts'), cache];
  const [program = '', ...args] = command;
  const { stdout } = await promisify(execFile)(program, args, { cwd: '/', ...as });
  return Seen.parse(JSON.parse(stdout));
}

test.runIf(isServed)('is unpacked once by two processes that need it at once', async () => {
  const { version } = await chromiumPackage();
  expect(await readdir(cache)).toEqual([`chromium-${version}`]);
  expect(new Set(seen.map(({ ino }) => ino)).size).toBe(1);
});

test.runIf(isServed)('draws on a canvas and sets words', () => {
  for (const { pixel, width } of seen) {
    expect(pixel).toEqual([10, 20, 30, 255]);
    expect(width).toBeGreaterThan(10);
  }
});

test.runIf(isServed)('keeps its web security', () => {
  for (const { args } of seen) {
    expect(args.join(' ')).not.toMatch(/single-process|web-security|site-isolation|insecure/);
  }
});

test.runIf(isServed && isRoot)(
  'runs without its sandbox for root, which the sandbox refuses',
  () => {
    expect(seen[0]?.args).toContain('--no-sandbox');
  },
);

test.runIf(isServed)('is launched in this process without another unpacking', async () => {
  const browser = await launchChromium(cache);
  expect(browser.version()).toMatch(/^\d+\./);
  await browser.close();
  expect((await lstat(seen[0]?.executablePath ?? '')).ino).toBe(seen[0]?.ino);
});

test.runIf(isServed && canMount)(
  'starts without the system’s libnss and fonts, with its own',
  { tags: ['long'] },
  async () => {
    const bare = await open(project, ['unshare', '--mount', 'sh', '-c', await hiding(), 'sh']);
    const folder = path.dirname(seen[0]?.executablePath ?? '');
    expect(bare.libraries).toEqual([path.join(folder, 'al2023', 'lib', 'libnss3.so')]);
    expect(bare.fonts).toBe(path.join(folder, 'fonts'));
    expect(bare.pixel).toEqual([10, 20, 30, 255]);
    expect(bare.width).toBeGreaterThan(10);
  },
);

/** A script that hides the system's libnss and fonts from a command. */
async function hiding(): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of ['upper', 'work', 'empty']) await mkdir(path.join(folder, name));
  const library = seen[0]?.libraries[0] ?? '';
  const inSystem = path.dirname(library);
  // An overlay inside a container cannot be nested.
  const layers = `lowerdir=${inSystem},upperdir=${folder}/upper,workdir=${folder}/work`;
  const hideLibrary = library.startsWith(cache)
    ? 'true'
    : `mount -t overlay overlay -o ${layers} ${inSystem} && rm ${library} || mount --bind /dev/null ${library}`;
  const hideFonts = ['/etc/fonts', '/usr/share/fonts']
    .map((fonts) => `{ [ ! -d ${fonts} ] || mount --bind ${folder}/empty ${fonts}; }`)
    .join(' && ');
  return `{ ${hideLibrary}; } && ${hideFonts} && exec "$@"`;
}

test.runIf(isServed && !isRoot)(
  'goes to a folder of this user where it may not write',
  async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o500);
    const before = process.env['TMPDIR'];
    const own = await temporaryFolder();
    process.env['TMPDIR'] = own;
    try {
      const { executablePath } = await chromiumPath(path.join(closed, 'cache'));
      expect(executablePath.startsWith(own)).toBe(true);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  },
);

test('reports the remedy on an unsupported machine, and uses a given browser', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  onTestFinished(() => void delete process.env['CHROME_PATH']);
  await expect(chromiumPath('nowhere')).rejects.toThrow(
    /^Failed to find a packaged Chromium for win32 .* Name an installed Chrome /,
  );
  process.env['CHROME_PATH'] = '/opt/chrome';
  expect(await chromiumPath('nowhere')).toMatchObject({ executablePath: '/opt/chrome' });
});
