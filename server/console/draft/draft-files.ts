// The files of a draft: which there may be, edits, and where a problem is. Pure.
import type { DraftEdit, DraftProblem } from '@inaam/contract/console/draft.ts';
import { campaignPlaceholders, documentPlaceholders } from '@inaam/campaigns/schema/sentence.ts';
import { unapprovedFile } from '@inaam/campaigns/validation/launch-checks.ts';
import { placeholdersOf } from '@inaam/campaigns/public/fill.ts';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import { Refusal } from '../../platform/errors.ts';
import { NoSuchField, patchJson } from './patch-json.rules.ts';

/** By the name in the campaign's folder. */
export type Files = ReadonlyMap<string, Buffer>;
type Step = string | number;

/** What was sent cannot be a part of the campaign. Nothing was changed. */
export class DraftRefused extends Refusal {
  override name = 'DraftRefused';
}

const dataNames = ['campaign', 'rewards', 'draw', 'states', 'sms', 'packs', 'questions'];
const dataFiles = dataNames.map((name) => `${name}.json`);
const wordsFile = /^words\/[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}\.json$/;
const pictureFile =
  /^art\/(?:emblem|hero|pattern|scan|closed|mishap|character|particle|question-[a-z0-9-]+)\.svg$/;
const imageFile = 'art/hero.avif';

export const isPicture = (name: string): boolean => pictureFile.test(name);
const isJson = (name: string) => dataFiles.includes(name) || wordsFile.test(name);

export const isDraftFile = (name: string): boolean =>
  isJson(name) || isPicture(name) || name === imageFile;

/** Whether a second manager must approve, by the folder or its draft: a draft cannot end that. */
export const asksForTwo = (...layers: readonly Files[]): boolean =>
  layers.some((files) => {
    const campaign: unknown = JSON.parse(String(files.get('campaign.json') ?? '{}'));
    return valueAt(campaign, ['draftsNeedApproval']) === true;
  });

export const whoApproves =
  'A manager who has saved no version since the last approval must approve it. Or discard it, and let one person make all changes.';

export const draftWarning = `It is not approved. A launch refuses a folder with ${unapprovedFile}.`;

/** As it is handed over. */
export function asUnapproved(files: Files, what: string): Files {
  const text = `${what} is not approved. A launch refuses a folder with this file.\n${whoApproves} Then export it again.\n`;
  return new Map([...files, [unapprovedFile, Buffer.from(text)]]);
}

/** In a message: what somebody else has named. */
const shownName = (name: string): string => `"${name.replaceAll(/[^\w./ -]/g, '?').slice(0, 60)}"`;

export const draftBytesMax = 1_000_000;

/**
 * @param files of the folder, with the draft's
 * @param defaults the default words by file, of the languages that are edited
 * @returns the files that differ then
 * @throws DraftRefused
 */
export function withEdits(
  files: Files,
  edits: readonly DraftEdit[],
  defaults: ReadonlyMap<string, unknown>,
): Map<string, Buffer> {
  const changed = new Map<string, Buffer>();
  for (const { file, path, value } of edits) {
    const bytes = changed.get(file) ?? files.get(file);
    if (isPicture(file)) {
      changed.set(file, pictureOf(file, path, value));
      continue;
    }
    // The one file that is a list.
    const isWhole = path.length === 0 && !(file === 'states.json' && Array.isArray(value));
    if (!isJson(file) || bytes === undefined || isWhole) {
      throw new DraftRefused(`Nothing was changed: ${shownName(file)} is not a file of it.`);
    }
    const text = bytes.toString('utf8');
    const [at, written] = wholeList(JSON.parse(text), path, value, defaults.get(file));
    changed.set(file, Buffer.from(patched(text, file, at, written)));
  }
  return changed;
}

function patched(text: string, file: string, path: readonly Step[], value: unknown): string {
  try {
    return patchJson(text, path, value);
  } catch (error) {
    if (!(error instanceof NoSuchField)) throw error;
    throw new DraftRefused(
      `Nothing was changed: ${shownName(file)} has no such field. Load the page again.`,
    );
  }
}

function pictureOf(file: string, path: readonly Step[], value: unknown): Buffer {
  if (path.length > 0 || typeof value !== 'string' || value.includes('\0')) {
    throw new DraftRefused(`Nothing was changed: ${shownName(file)} must be an SVG.`);
  }
  return Buffer.from(value.toWellFormed());
}

/** A list of the campaign's replaces the default one, so a changed item needs the others too. */
function wholeList(
  own: unknown,
  path: readonly Step[],
  value: unknown,
  standard: unknown,
): [path: readonly Step[], value: unknown] {
  const at = path.findIndex((step) => typeof step === 'number');
  if (at === -1 || valueAt(own, path.slice(0, at)) !== undefined) return [path, value];
  const list = valueAt(standard, path.slice(0, at));
  if (!Array.isArray(list)) return [path, value];
  const text = JSON.stringify(list);
  return [path.slice(0, at), JSON.parse(patchJson(text, path.slice(at), value))];
}

export function valueAt(value: unknown, path: readonly Step[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

/** Each text in a file of words. */
function textsIn(value: unknown, path: readonly Step[] = []): [Step[], string][] {
  if (typeof value === 'string') return [[[...path], value]];
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return keys.flatMap((key) => textsIn(Reflect.get(value, key), [...path, key]));
}

/** The paths of all texts that are shown: the default ones in their order, then the campaign's. */
export function shownTexts(own: unknown, standard: unknown): Step[][] {
  const paths = textsIn(standard).map(([path]) => path);
  const kept = paths.filter((path) => {
    const at = path.findIndex((step) => typeof step === 'number');
    return at === -1 || valueAt(own, path.slice(0, at)) === undefined;
  });
  const known = new Set(kept.map((path) => JSON.stringify(path)));
  const more = textsIn(own)
    .map(([path]) => path)
    .filter((path) => !known.has(JSON.stringify(path)));
  const groups = new Map<Step | undefined, number>();
  for (const [group] of paths) if (!groups.has(group)) groups.set(group, groups.size);
  const placeOf = ([group]: readonly Step[]) => groups.get(group) ?? groups.size;
  return [...kept, ...more].toSorted((one, other) => placeOf(one) - placeOf(other));
}

const ofCampaign = new Set<string>([
  ...campaignPlaceholders,
  ...Object.values(documentPlaceholders).flat(),
]);

/** Those that a screen fills in: without them the sentence lacks a fact. */
export const screenPlaceholders = (text: string): string[] =>
  [...new Set(placeholdersOf(text))].filter((name) => !ofCampaign.has(name));

/** A fault for each placeholder that an own text has lost. */
export function lostPlaceholders(file: string, own: unknown, before: unknown): DraftProblem[] {
  return textsIn(own).flatMap(([path, text]) => {
    const had = valueAt(before, path);
    if (typeof had !== 'string') return [];
    const kept = placeholdersOf(text);
    const lost = screenPlaceholders(had).filter((name) => !kept.includes(name));
    if (lost.length === 0) return [];
    const names = lost.map((name) => `{${name}}`).join(', ');
    return [{ level: 'fault', file, path, text: `Write ${names} again: the page fills it in.` }];
  });
}

const word = String.raw`[A-Za-z_]\w*`;
const index = String.raw`\["(?:[^"\\]|\\.)*"\]|\[\d+\]`;
const step = `(?:${word}|${index})`;
/** A name after another one needs its dot: otherwise there are very many ways to read one. */
const pathStart = new RegExp(String.raw`^(${step}(?:\.${word}|${index})*) (.*)$`, 's');

/** @param line of a CampaignError: `campaigns/tea-demo/draw.json: deck.blocks must be …` */
export function placedProblem(line: string, id: string): DraftProblem {
  const [, place = '', rest = line] =
    /^[^/\s]+\/(\S+?\.(?:json|svg|avif)): (.*)$/s.exec(line) ?? [];
  const file = place.replace(`${id}/`, '').replace('default-words/', 'words/');
  const [, path, said] = file.endsWith('.json') ? (pathStart.exec(rest) ?? []) : [];
  if (path === undefined || said === undefined || rest.startsWith('the file ')) {
    return { level: 'fault', file, path: [], text: capitalised(rest) };
  }
  return { level: 'fault', file, path: stepsOf(path), text: capitalised(plainly(said)) };
}

const sentenceStart = /^must be text in Unicode NFC.*Write the sentence; it may carry/s;

const plainly = (said: string) =>
  said.replace(sentenceStart, 'write a text, with no other placeholder than');

const stepsOf = (path: string): Step[] =>
  Array.from(path.matchAll(new RegExp(step, 'g')), ([part]) => {
    if (part.startsWith('["')) return String(JSON.parse(part.slice(1, -1)));
    return part.startsWith('[') ? Number(part.slice(1, -1)) : part;
  });

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

// As a zip. What comes from outside is measured before it is unpacked.

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
    if (name === unapprovedFile) continue;
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
