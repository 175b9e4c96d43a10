// A campaign's folder as a zip. What comes from outside is measured before it is unpacked.
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import { draftBytesMax, DraftRefused, isDraftFile, shownName, type Files } from './draft-files.ts';

const filesMax = 200;

/** @param at wall time, ms: the same files give the same zip */
export function zipOf(id: string, files: Files, at: number): Buffer {
  const named = [...files].map(([name, bytes]) => [`${id}/${name}`, new Uint8Array(bytes)]);
  return Buffer.from(zipSync(Object.fromEntries(named), { mtime: at }));
}

/**
 * @param folder the campaign's files, which the zip may repeat
 * @returns the files of the draft that differ from the folder's
 * @throws DraftRefused, which names the file
 */
export function filesOfZip(id: string, zip: Buffer, folder: Files): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const [whole, bytes] of unpacked(zip)) {
    const name = whole.startsWith(`${id}/`) ? whole.slice(id.length + 1) : whole;
    if (found.has(name)) throw refused(`${shownName(name)} is in it twice`);
    if (folder.get(name)?.equals(bytes) === true) continue;
    if (!isDraftFile(name)) throw refused(`${shownName(whole)} is not a file of this campaign`);
    if (!name.endsWith('.avif')) assertText(whole, bytes);
    found.set(name, bytes);
  }
  return found;
}

const pushedBytes = 1024;

/** In small steps, because what a zip says about its sizes may be false. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer[]>();
  let [open, bytes] = [0, 0];
  const problems: DraftRefused[] = [];
  const unzip = new Unzip((file) => {
    if (file.name.endsWith('/')) return;
    if (found.has(file.name)) problems.push(refused(`${shownName(file.name)} is in it twice`));
    if (found.size >= filesMax) problems.push(refused(`it has more than ${filesMax} files`));
    const chunks: Buffer[] = [];
    found.set(file.name, chunks);
    open += 1;
    file.ondata = (error, chunk, isLast) => {
      if (error) problems.push(broken);
      bytes += chunk.length;
      if (bytes > draftBytesMax) {
        problems.push(refused(`its files have more than ${draftBytesMax} bytes`));
      } else chunks.push(Buffer.from(chunk));
      if (isLast) open -= 1;
    };
    if (problems.length === 0) file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length && problems.length === 0; at += pushedBytes) {
      const isLast = at + pushedBytes >= zip.length;
      unzip.push(new Uint8Array(zip.subarray(at, at + pushedBytes)), isLast);
    }
  } catch {
    problems.push(broken);
  }
  const [problem] = problems;
  if (problem !== undefined || open > 0 || found.size === 0) throw problem ?? broken;
  return new Map(Array.from(found, ([name, chunks]) => [name, Buffer.concat(chunks)]));
}

const depthMax = 20;

/** What reads it goes down by recursion, which must end. */
function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return level.length === 0;
}

function assertText(name: string, bytes: Buffer): void {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.includes('\0')) throw new TypeError('NUL');
    if (name.endsWith('.json') && !isShallow(JSON.parse(text))) throw new TypeError('nesting');
  } catch {
    const kind = name.endsWith('.json') ? 'JSON' : 'an SVG';
    throw refused(`${shownName(name)} is not ${kind}`);
  }
}

const refused = (what: string) =>
  new DraftRefused(`Nothing was imported: ${what}. Take a zip that was exported here.`);

const broken = refused('it is not a whole zip');
