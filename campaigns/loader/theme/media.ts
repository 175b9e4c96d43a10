// Reads the campaign's sounds and the videos of plugins. Server only.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReader } from '../read-json.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';

/** @public Some ten seconds; it is fetched when somebody plays it, never with the page. */
export const videoBytesMax = 600_000;
/** Fetched while the shopper types the code. */
const soundsBytesMax = 14_000;
/** Optional: without them, sounds are synthesized. */
export const soundsFile = 'sounds.mp3';

export function soundsIn(addresses: ReadonlyMap<string, string>): { sounds?: string } {
  const sounds = addresses.get(soundsFile);
  return sounds === undefined ? {} : { sounds };
}

/** Addresses by file, and contents by address. */
type Media = {
  addresses: ReadonlyMap<string, string>;
  contents: ReadonlyMap<string, Buffer>;
};

/**
 * @param files of plugins
 * @returns the media, or each problem as a sentence
 */
export async function readMedia(
  folder: string,
  shownFolder: string,
  files: readonly string[],
  read: FileReader = readFile,
): Promise<Media | { problems: string[] }> {
  const addresses = new Map<string, string>();
  const contents = new Map<string, Buffer>();
  const problems: string[] = [];
  for (const file of new Set([soundsFile, ...files])) {
    if (file !== soundsFile && !file.endsWith('.mp4')) continue;
    const content = await read(join(folder, 'art', file)).catch(() => undefined);
    if (file === soundsFile && !content) continue;
    const problem = file === soundsFile ? soundsProblem(content) : videoProblem(content);
    if (problem) problems.push(formatProblem(`${shownFolder}/art/${file}`, problem));
    if (!content || problem) continue;
    const address = addressOf(file, content);
    addresses.set(file, address);
    contents.set(address, content);
  }
  return problems.length > 0 ? { problems } : { addresses, contents };
}

/** Contains a hash of the content, so that browsers may cache it forever. */
function addressOf(file: string, content: Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return `/art/${file.replace('.', `-${hash}.`)}`;
}

function videoProblem(content: Buffer | undefined): Problem | undefined {
  const [path, fix] = [[], 'Encode it again, with H.264 and the index first (faststart).'];
  if (!content) return { path, message: 'is missing', fix: 'Put it there, or leave video out.' };
  if (content.length > videoBytesMax) return tooLong(content, videoBytesMax);
  // ISO/IEC 14496-12: the first box says what the file is.
  const isMp4 = content.toString('latin1', 4, 8) === 'ftyp';
  return isMp4 ? undefined : { path, message: 'must be a video in an MP4 file', fix };
}

function soundsProblem(content: Buffer = Buffer.alloc(0)): Problem | undefined {
  if (content.length > soundsBytesMax) return tooLong(content, soundsBytesMax);
  // ISO/IEC 11172-3: a frame of layer III begins with these bits; ID3 tags may precede it.
  const head = content.length < 2 ? 0 : content.readUInt16BE(0);
  if ((head & 0xff_e6) === 0xff_e2 || content.toString('latin1', 0, 3) === 'ID3') return undefined;
  const fix = 'Encode it with lame, or delete it: then the sounds are synthesized.';
  return { path: [], message: 'must be an MP3', fix };
}

const tooLong = ({ length }: Buffer, bytesMax: number): Problem => ({
  path: [],
  message: `must be ${bytesMax} bytes or fewer, but is ${length}`,
  fix: 'Make it shorter or smaller.',
});
