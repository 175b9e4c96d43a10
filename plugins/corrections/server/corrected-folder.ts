// The campaign's folder with corrections: the files that differ then, and the campaign that it is.
import {
  hashOfFiles,
  patchJson,
  readDefaultWords,
  readFolder,
  wholeList,
} from '@inaam/campaigns/loader/folder-edits.ts';
import { campaignsFolder, loadDraft } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { valueAt } from '@inaam/contract/console/campaign.ts';
import { planOf } from '@inaam/server/draw/campaign-commitment.ts';
import { Refusal } from '@inaam/server/platform/errors.ts';
import type { CorrectionEdit } from '../contract.ts';
import {
  combined,
  isPicture,
  languageOfFile,
  refusalOf,
  type Approved,
  type Place,
} from './correctable.ts';

type Files = ReadonlyMap<string, Buffer>;

export type Folder = {
  files: Files;
  /** Of the languages that it has, by file. */
  defaults: ReadonlyMap<string, unknown>;
};

export async function openFolder(id: string): Promise<Folder> {
  const files = await readFolder(id);
  const defaults = new Map<string, unknown>();
  for (const file of files.keys()) {
    const language = languageOfFile(file);
    if (language !== undefined) defaults.set(file, await readDefaultWords(language));
  }
  return { files, defaults };
}

const jsonOf = (files: Files, file: string): unknown =>
  JSON.parse(files.get(file)?.toString('utf8') ?? 'null');

/** Of the campaign, else of all. Undefined: there is no such text or drawing. */
export function shownAt({ files, defaults }: Folder, { file, path }: Place): string | undefined {
  if (!files.has(file)) return undefined;
  if (isPicture(file)) return files.get(file)?.toString('utf8');
  const own = jsonOf(files, file);
  const found = valueAt(own, path);
  const list = path.findIndex((step) => typeof step === 'number');
  // A list of the campaign's replaces the default one.
  const isOwnList = list !== -1 && valueAt(own, path.slice(0, list)) !== undefined;
  const shown = found ?? (isOwnList ? undefined : valueAt(defaults.get(file), path));
  return typeof shown === 'string' ? shown : undefined;
}

/** @returns the files that differ then */
function editedFiles(
  { files, defaults }: Folder,
  edits: readonly CorrectionEdit[],
): Map<string, Buffer> {
  const changed = new Map<string, Buffer>();
  const set = ({ file, path }: Place, value: string) => {
    const text = (changed.get(file) ?? files.get(file) ?? '{}').toString('utf8');
    const written = wholeList(JSON.parse(text), path, value.toWellFormed(), defaults.get(file));
    changed.set(file, Buffer.from(patchJson(text, ...written)));
  };
  for (const edit of edits) {
    const { file, path, after } = edit;
    if (isPicture(file)) {
      changed.set(file, Buffer.from(after.toWellFormed()));
      continue;
    }
    // A sentence is the campaign's own in every language or in none.
    if (defaults.has(file) && !isOwn(files, edit)) {
      for (const other of defaults.keys()) {
        const same = valueAt(defaults.get(other), path);
        if (typeof same === 'string' && !isOwn(files, { file: other, path })) {
          set({ file: other, path }, same);
        }
      }
    }
    set(edit, after);
  }
  return changed;
}

const isOwn = (files: Files, { file, path }: Place): boolean =>
  valueAt(jsonOf(files, file), path) !== undefined;

export type Corrected = {
  folder: Folder;
  changed: Files;
  campaign: ServerCampaign;
  /** By number: why an approved one is not in force. */
  skipped: ReadonlyMap<number, string>;
};

/**
 * With all of them that apply. One that would make a fault is left out.
 * @param committed as it runs or was published
 */
export async function correctedCampaign(
  committed: ServerCampaign,
  approved: readonly Approved[],
): Promise<Corrected> {
  if (approved.length === 0) {
    return {
      folder: { files: new Map(), defaults: new Map() },
      changed: new Map(),
      campaign: committed,
      skipped: new Map(),
    };
  }
  const folder = await openFolder(committed.id);
  const first = await tried(committed, folder, approved);
  if ('campaign' in first) return first;
  const skipped = new Map<number, string>();
  let found: Corrected | undefined;
  const good: Approved[] = [];
  for (const one of approved) {
    const next = await tried(committed, folder, [...good, one]);
    if ('campaign' in next) {
      good.push(one);
      found = next;
    } else skipped.set(one.number, `It would make a fault: ${next.faults[0] ?? ''}`);
  }
  const campaign = found?.campaign ?? committed;
  const others = found?.skipped ?? new Map<number, string>();
  const changed = found?.changed ?? new Map<string, Buffer>();
  return { folder, changed, campaign, skipped: new Map([...others, ...skipped]) };
}

async function tried(
  committed: ServerCampaign,
  folder: Folder,
  approved: readonly Approved[],
): Promise<Corrected | { faults: readonly string[] }> {
  const { edits, skipped } = combined(approved, (place) => shownAt(folder, place));
  const changed = editedFiles(folder, edits);
  const loaded =
    changed.size === 0 ? { campaign: committed } : await keptLoad(committed, folder.files, changed);
  if ('faults' in loaded) return loaded;
  return { folder, changed, campaign: loaded.campaign, skipped };
}

type Loaded = { campaign: ServerCampaign } | { faults: readonly string[] };
const keptMax = 8;
const kept = new WeakMap<ServerCampaign, Map<string, Promise<Loaded>>>();

/** By content: loading takes a part of a second, and each open page of the console asks again. */
async function keptLoad(committed: ServerCampaign, files: Files, changed: Files): Promise<Loaded> {
  const own = kept.get(committed) ?? new Map<string, Promise<Loaded>>();
  kept.set(committed, own);
  const hash = hashOfFiles(new Map([...files, ...changed]));
  const known = own.get(hash);
  if (known) return known;
  const [oldest] = own.keys();
  if (own.size >= keptMax && oldest !== undefined) own.delete(oldest);
  const fresh = load(committed, changed);
  own.set(hash, fresh);
  fresh.catch(() => own.delete(hash));
  return fresh;
}

/** It must be the campaign that was committed to, but for its words, contacts and pictures. */
async function load(committed: ServerCampaign, changed: Files): Promise<Loaded> {
  try {
    const campaign = await loadDraft(committed.id, changed, campaignsFolder, committed);
    const before = new Set(committed.launch.later);
    const faults = campaign.launch.later.filter((line) => !before.has(line));
    if (factsOf(campaign) !== factsOf(committed)) {
      faults.push('It is no longer what was committed to: amounts, dates, states and SMS stay.');
    }
    return faults.length > 0 ? { faults } : { campaign };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    return { faults: error.problems };
  }
}

const factsOf = (campaign: ServerCampaign): string => {
  const { sms, outcomes, cities, contest, name, promoter, packPrice, tags, theme } = campaign;
  const others = [sms, outcomes, cities, contest, name, promoter, packPrice, tags, theme];
  return JSON.stringify({ plan: planOf(campaign), others });
};

export type Checked = { faults: readonly string[]; asksAgain: boolean; seen: string };

/** On top of what is approved already. */
export async function checkEdits(
  committed: ServerCampaign,
  approved: readonly Approved[],
  edits: readonly CorrectionEdit[],
): Promise<Checked> {
  const now = await correctedCampaign(committed, approved);
  const folder = await openFolder(committed.id);
  const files = new Map([...folder.files, ...now.changed]);
  const shown = { ...folder, files };
  const stale = edits.find((edit) => shownAt(shown, edit) !== edit.before);
  const refusals = edits.flatMap((edit) => refusalOf(edit) ?? []);
  const unlike = stale && `${stale.file} has been changed there in the meantime. Search again.`;
  const wrong = [...new Set([...refusals, ...(unlike === undefined ? [] : [unlike])])];
  if (wrong.length > 0) return { faults: wrong, asksAgain: false, seen: hashOfFiles(files) };
  const next = new Map([...now.changed, ...editedFiles(shown, edits)]);
  const found = await keptLoad(committed, folder.files, next);
  const seen = hashOfFiles(new Map([...files, ...next]));
  if ('faults' in found) return { faults: found.faults, asksAgain: false, seen };
  const [language = 'en'] = committed.languages;
  const [old, fresh] = [now, found].map(
    ({ campaign }) => campaign.publicCampaign(language).noticeVersion,
  );
  return { faults: [], asksAgain: old !== fresh, seen };
}

/** @throws Refusal */
export function assertGood({ faults }: Checked, start: string): void {
  if (faults.length === 0) return;
  throw new Refusal(`${start} ${faults.slice(0, 3).join(' ')}`);
}
