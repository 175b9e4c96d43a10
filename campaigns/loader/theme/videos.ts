// Reads the videos of plugins. Server only.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReader } from '../read-json.ts';
import { formatProblem } from '../../schema/problem.ts';

/** @public Some ten seconds; it is fetched when somebody plays it, never with the page. */
export const videoBytesMax = 600_000;

/** Addresses by file, and contents by address. */
type Videos = {
  addresses: ReadonlyMap<string, string>;
  contents: ReadonlyMap<string, Buffer>;
};

/** @returns the videos, or each problem as a sentence */
export async function readVideos(
  folder: string,
  shownFolder: string,
  files: readonly string[],
  read: FileReader = readFile,
): Promise<Videos | { problems: string[] }> {
  const addresses = new Map<string, string>();
  const contents = new Map<string, Buffer>();
  const problems: string[] = [];
  for (const file of new Set(files)) {
    if (!file.endsWith('.mp4')) continue;
    const content = await read(join(folder, 'art', file)).catch(() => undefined);
    const problem = problemOf(content);
    if (problem) problems.push(formatProblem(`${shownFolder}/art/${file}`, problem));
    if (!content || problem) continue;
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const address = `/art/${file.replace(/\.mp4$/, '')}-${hash}.mp4`;
    addresses.set(file, address);
    contents.set(address, content);
  }
  return problems.length > 0 ? { problems } : { addresses, contents };
}

function problemOf(content: Buffer | undefined) {
  const [path, fix] = [[], 'Encode it again, with H.264 and the index first (faststart).'];
  if (!content) return { path, message: 'is missing', fix: 'Put it there, or leave video out.' };
  if (content.length > videoBytesMax) {
    const message = `must be ${videoBytesMax} bytes or fewer, but is ${content.length}`;
    return { path, message, fix: 'Make it shorter or smaller.' };
  }
  // ISO/IEC 14496-12: the first box says what the file is.
  const isMp4 = content.toString('latin1', 4, 8) === 'ftyp';
  return isMp4 ? undefined : { path, message: 'must be a video in an MP4 file', fix };
}
