// The files of a draft: which there may be, edits, and where a problem is. Pure.
import { valueAt } from '@inaam/contract/console/campaign.ts';
import {
  NoSuchField,
  patchJson,
  textsIn,
  wholeList,
} from '@inaam/campaigns/loader/folder-edits.ts';
import type { DraftEdit, DraftProblem } from '../contract.ts';
import { campaignPlaceholders, documentPlaceholders } from '@inaam/campaigns/schema/sentence.ts';
import { dataFiles, pictureFile } from '@inaam/campaigns/loader/folder-names.ts';
import { placeholdersOf } from '@inaam/campaigns/public/fill.ts';
import { Refusal } from '@inaam/server/platform/errors.ts';

/** By the name in the campaign's folder. */
export type Files = ReadonlyMap<string, Buffer>;
type Step = string | number;

/** What was sent cannot be a part of the campaign. Nothing was changed. */
export class DraftRefused extends Refusal {
  override name = 'DraftRefused';
}

const wordsFile = /^words\/[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}\.json$/;
export const isPicture = (name: string): boolean => pictureFile.test(name);
const encodingOf = (name: string) => (name.endsWith('.avif') ? 'base64' : 'utf8');
export const textOf = (name: string, bytes: Buffer): string => bytes.toString(encodingOf(name));
export const bytesOf = (name: string, text: string): Buffer => Buffer.from(text, encodingOf(name));
const isJson = (name: string) => dataFiles.includes(name) || wordsFile.test(name);

export const isDraftFile = (name: string): boolean => isJson(name) || isPicture(name);

/** Whether a second manager must approve, by the folder or its draft: a draft cannot end that. */
export const asksForTwo = (...layers: readonly Files[]): boolean =>
  layers.some((files) => {
    const campaign: unknown = JSON.parse(String(files.get('campaign.json') ?? '{}'));
    return valueAt(campaign, ['draftsNeedApproval']) === true;
  });

export const whoApproves =
  'A manager who has saved no version since the last approval must approve it. Or discard it, and let one person make all changes.';

/** In a message: what somebody else has named. */
const shownName = (name: string): string => `"${name.replaceAll(/[^\w./ -]/g, '?').slice(0, 60)}"`;

export const draftBytesMax = 1_000_000;

/**
 * @param files of the folder, with the draft's
 * @param defaults the default words by file, of the languages that are edited
 * @returns the files that differ then; undefined: as in the folder
 * @throws DraftRefused
 */
export function withEdits(
  files: Files,
  edits: readonly DraftEdit[],
  defaults: ReadonlyMap<string, unknown>,
): Map<string, Buffer | undefined> {
  const changed = new Map<string, Buffer | undefined>();
  for (const { file, path, value } of edits) {
    const bytes = changed.get(file) ?? files.get(file);
    if (path.length === 0 && value === undefined && (isPicture(file) || wordsFile.test(file))) {
      changed.set(file, undefined);
      continue;
    }
    if (bytes === undefined && path.length === 0 && defaults.get(file) !== undefined) {
      changed.set(file, newWords(files, defaults.get(file)));
      continue;
    }
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
    throw new DraftRefused(`Nothing was changed: ${shownName(file)} must be a picture.`);
  }
  return bytesOf(file, value.toWellFormed());
}

/** With the texts that only a campaign writes, empty: each is a fault until it is written. */
function newWords(files: Files, standard: unknown): Buffer {
  const campaign: unknown = JSON.parse(String(files.get('campaign.json') ?? '{}'));
  const first = valueAt(campaign, ['languages', 0]);
  const own: unknown = JSON.parse(String(files.get(`words/${String(first)}.json`) ?? '{}'));
  return Buffer.from(`${JSON.stringify(emptied(own, standard) ?? {}, null, 2)}\n`);
}

function emptied(own: unknown, standard: unknown): unknown {
  if (typeof own !== 'object' || own === null || Array.isArray(own)) {
    if (standard !== undefined) return undefined;
    if (Array.isArray(own)) return own.map((one: unknown) => emptied(one, undefined));
    return typeof own === 'string' ? '' : own;
  }
  const kept = Object.entries(own)
    .map(([name, value]) => [name, emptied(value, valueAt(standard, [name]))] as const)
    .filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
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

const sentenceStart = /^must be text with no other.*Write the sentence; it may carry/s;

const plainly = (said: string) =>
  said.replace(sentenceStart, 'write a text, with no other placeholder than');

const stepsOf = (path: string): Step[] =>
  Array.from(path.matchAll(new RegExp(step, 'g')), ([part]) => {
    if (part.startsWith('["')) return String(JSON.parse(part.slice(1, -1)));
    return part.startsWith('[') ? Number(part.slice(1, -1)) : part;
  });

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
