// Uses none of the package's arguments, which would disable web security.
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { unpackedChromium } from './chromium-unpack.ts';

export type Chromium = { executablePath: string; args: string[]; env?: Record<string, string> };

const always = [
  // Render on the CPU everywhere: SwiftShader through ANGLE does not smooth edges and takes twice
  // as long.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For tests: one renderer for all pages of a context, including empty ones, and no separate
 * graphics and network processes, which saves a tenth of the cost of a page. The other features are
 * those of Playwright, whose list this replaces.
 */
export const fewProcesses = [
  '--process-per-site',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

const projectCache = path.join(import.meta.dirname, '..', '..', '.cache');

/** Unpacks on the first call; `CHROME_PATH` names another browser. */
export async function chromiumPath(cache = projectCache): Promise<Chromium> {
  const args = (await canSandbox()) ? always : [...always, '--no-sandbox'];
  const named = process.env['CHROME_PATH'];
  if (named) return { executablePath: named, args };
  const folder = await unpackedChromium(cache);
  const executablePath = path.join(folder, 'chromium');
  return { executablePath, args, env: await environment(folder, executablePath) };
}

/** @param more arguments besides those of every launch */
export async function launchChromium(
  cache = projectCache,
  more: readonly string[] = [],
): Promise<Browser> {
  const { args, ...found } = await chromiumPath(cache);
  // playwright-core reads the home folder on import, and a user without a name has none.
  if (!hasHome()) process.env['HOME'] = os.tmpdir();
  const { chromium } = await import('playwright-core');
  return chromium.launch({ ...found, args: [...args, ...more] });
}

function hasHome(): boolean {
  try {
    return os.homedir() !== '';
  } catch {
    return false;
  }
}

async function environment(folder: string, program: string): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) env[name] = value;
  }
  if (await lacksLibraries(program)) {
    const libraries = path.join(folder, 'al2023', 'lib');
    const others = env['LD_LIBRARY_PATH'];
    env['LD_LIBRARY_PATH'] = others ? `${libraries}:${others}` : libraries;
  }
  const hasFonts = await access('/etc/fonts/fonts.conf').then(
    () => true,
    () => false,
  );
  if (!hasFonts) env['FONTCONFIG_PATH'] ??= path.join(folder, 'fonts');
  return env;
}

async function lacksLibraries(program: string): Promise<boolean> {
  const env = { ...process.env, LD_TRACE_LOADED_OBJECTS: '1' };
  try {
    const { stdout } = await promisify(execFile)(program, [], { env });
    return stdout.includes('not found');
  } catch {
    return true;
  }
}

/** Chromium's sandbox refuses root and needs user namespaces, which many containers lack. */
async function canSandbox(): Promise<boolean> {
  if (process.getuid?.() === 0) return false;
  if (process.platform !== 'linux') return true;
  const asks = ['--user', '--map-root-user', '--pid', '--net', '--fork', 'true'];
  return promisify(execFile)('unshare', asks).then(
    () => true,
    () => false,
  );
}
