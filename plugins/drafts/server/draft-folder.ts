// The campaign's folder with a draft's files: what is wrong with it, and the campaign that it is.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { campaignsFolder, loadDraft } from '@inaam/campaigns/loader/load-campaign.ts';
import { hashOfFiles, readDefaultWords } from '@inaam/campaigns/loader/folder-edits.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { contrastHints } from '@inaam/campaigns/validation/cross-checks.ts';
import type { DraftEdit, DraftProblem } from '../contract.ts';
import { lostPlaceholders, placedProblem, withEdits, type Files } from './draft-files.ts';

export type CheckedDraft = {
  problems: readonly DraftProblem[];
  /** Undefined while there is a fault in the folder. */
  campaign: ServerCampaign | undefined;
  /** Of the content. */
  hash: string;
};

/** Of what is approved: the folder with the draft. */
export const contentHash = (id: string, folder: Files, draft: Files): string =>
  hashOfFiles(new Map([['', Buffer.from(id)], ...folder, ...draft]));

/** Of the languages that any campaign can add. */
export async function readDefaultLanguages(): Promise<string[]> {
  const names = await readdir(path.join(campaignsFolder, 'default-words'));
  return names.map((name) => path.basename(name, '.json')).toSorted();
}

export async function readStatesWithCities(): Promise<string[]> {
  const text = await readFile(path.join(campaignsFolder, 'places', 'india.json'), 'utf8');
  return Object.keys(JSON.parse(text)).toSorted();
}

/** The draft's files, changed by the edits. @throws DraftRefused */
export async function editedFiles(
  folder: Files,
  draft: Files,
  edits: readonly DraftEdit[],
): Promise<Map<string, Buffer>> {
  const defaults = new Map<string, unknown>();
  for (const { file } of edits) {
    const [, language] = /^words\/(.*)\.json$/.exec(file) ?? [];
    if (language !== undefined && !defaults.has(file)) {
      defaults.set(file, await readDefaultWords(language));
    }
  }
  const changed = withEdits(new Map([...folder, ...draft]), edits, defaults);
  const all = new Map<string, Buffer>();
  // What is again as in the folder is no part of the draft.
  for (const [name, bytes] of new Map([...draft, ...changed])) {
    if (bytes !== undefined && folder.get(name)?.equals(bytes) !== true) all.set(name, bytes);
  }
  return all;
}

const keptMax = 12;
const kept = new Map<string, CheckedDraft>();

/** A draft that was checked here lately: the preview asks for it. */
export const keptDraft = (hash: string): CheckedDraft | undefined => kept.get(hash);

let last: Promise<unknown> = Promise.resolve();

/** One after the other: it takes a part of a second, in which the console does nothing else. */
export function checkDraftFiles(id: string, folder: Files, draft: Files): Promise<CheckedDraft> {
  const next = last.then(() => checked(id, folder, draft));
  last = next.catch(() => undefined);
  return next;
}

async function checked(id: string, folder: Files, draft: Files): Promise<CheckedDraft> {
  const hash = contentHash(id, folder, draft);
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const lost = await lostIn(folder, draft);
  const found = await load(id, draft);
  const value = { hash, ...found, problems: [...lost, ...found.problems] };
  const [oldest] = kept.keys();
  if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
  kept.set(hash, value);
  return value;
}

async function load(id: string, draft: Files): Promise<Omit<CheckedDraft, 'hash'>> {
  try {
    const campaign = await loadDraft(id, draft);
    const hints = contrastHints(campaign).map(({ file, path: at, message, fix }): DraftProblem => ({
      level: 'hint',
      file,
      path: at.map((step) => (typeof step === 'number' ? step : String(step))),
      text: `It ${message}. ${fix}`,
    }));
    return { campaign, problems: firstOfEach(hints) };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    const problems = error.problems.map((line) => placedProblem(line, id));
    return { campaign: undefined, problems: firstOfEach(problems) };
  }
}

/** Several at one field, such as a colour’s with each background, have the same remedy. */
function firstOfEach(problems: readonly DraftProblem[]): DraftProblem[] {
  const places = new Set<string>();
  return problems.filter(({ file, path: at, text }) => {
    const place = JSON.stringify([file, at, at.length === 0 ? text : '']);
    return places.size < places.add(place).size;
  });
}

async function lostIn(folder: Files, draft: Files): Promise<DraftProblem[]> {
  const lost: DraftProblem[] = [];
  for (const [name, bytes] of draft) {
    const [, language] = /^words\/(.*)\.json$/.exec(name) ?? [];
    if (language === undefined) continue;
    const before: unknown = JSON.parse(folder.get(name)?.toString('utf8') ?? '{}');
    const standard = await readDefaultWords(language);
    const own: unknown = JSON.parse(bytes.toString('utf8'));
    lost.push(...lostPlaceholders(name, own, standard), ...lostPlaceholders(name, own, before));
  }
  return firstOfEach(lost);
}
