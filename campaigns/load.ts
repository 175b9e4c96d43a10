// Reads a campaign folder and checks all of it, once, at start. Answers a campaign in which every value is good, or
// throws every fault at once. Server only.
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import { rupees } from './fill.ts';
import { readArt, type Art } from './art.ts';
import { crossFaults } from './cross-checks.ts';
import type { Fault } from './fault.ts';
import { CampaignError, faultSentence, read } from './fault.ts';
import type { FileFault, Files } from './file-fault.ts';
import {
  campaignSchema,
  citiesSchema,
  drawSchema,
  rewardsSchema,
  smsSchema,
  statesSchema,
} from './folder-schema.ts';
import { readWords, settleWords } from './load-words.ts';
import type { CampaignFacts } from './public.ts';
import type { ServerCampaign } from './server-side.ts';
import type { Words } from './words.ts';

/**
 * Loads the campaign of an id.
 * @param folder the folder that holds the campaigns' folders; this room by default.
 * @throws CampaignError with every fault as a sentence that names file, field and mend.
 */
export async function loadCampaign(
  id: string,
  folder: string = import.meta.dirname,
): Promise<ServerCampaign> {
  const known = await campaignIds(folder);
  if (!known.includes(id)) {
    const listed = known.length === 0 ? 'none' : known.join(', ');
    throw new CampaignError(id, [
      `${basename(folder)}/${id}: the folder with a campaign.json is missing. Name one that exists (${listed}) in CAMPAIGN, or make it as ${basename(folder)}/README.md says.`,
    ]);
  }
  const shownFolder = `${basename(folder)}/${id}`;
  const { files, faults } = await readFiles(folder, id);
  const words = new Map<string, Words>();
  for (const language of files.campaign?.languages ?? []) {
    const result = await readWords(join(folder, id), shownFolder, language);
    if ('faults' in result) faults.push(...result.faults);
    else words.set(language, result.words);
  }
  faults.push(
    ...crossFaults(id, files).map((fault) =>
      faultSentence(`${basename(folder)}/${fileOf(fault.file, id, files)}`, fault),
    ),
  );
  const art = await readArt(join(folder, id), shownFolder);
  if ('faults' in art) faults.push(...art.faults);
  if (faults.length > 0 || 'faults' in art || !isComplete(files))
    throw new CampaignError(id, faults);
  return assemble(files, words, art);
}

/** Where a file of a campaign lies, from the folder of the campaigns. */
function fileOf(file: FileFault['file'], id: string, { campaign }: Pick<Files, 'campaign'>) {
  return file === 'places.json' ? `places/${campaign?.places ?? ''}.json` : `${id}/${file}`;
}

/** The ids of the campaigns in a folder: the folders that have a `campaign.json`. */
export async function campaignIds(folder: string = import.meta.dirname): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(
    names.map(async (name) => (await readdir(join(folder, name))).includes('campaign.json')),
  );
  return names.filter((_, at) => found[at]).toSorted();
}

async function readFiles(folder: string, id: string): Promise<{ files: Files; faults: string[] }> {
  const faults: string[] = [];
  async function one<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const json = await readJson(join(folder, name));
    const result = 'faults' in json ? json : read(schema, json.value);
    if ('value' in result) return result.value;
    faults.push(
      ...result.faults.map((fault) => faultSentence(`${basename(folder)}/${name}`, fault)),
    );
    return undefined;
  }
  const campaign = await one(`${id}/campaign.json`, campaignSchema);
  const files = {
    campaign,
    states: await one(`${id}/states.json`, statesSchema),
    places: campaign && (await one(fileOf('places.json', id, { campaign }), citiesSchema)),
    rewards: await one(`${id}/rewards.json`, rewardsSchema),
    draw: await one(`${id}/draw.json`, drawSchema),
    sms: await one(`${id}/sms.json`, smsSchema),
  };
  return { files, faults };
}

function fileFault(wrong: string, mend: string): { faults: Fault[] } {
  return { faults: [{ field: '', wrong, mend }] };
}

async function readJson(path: string) {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    return fileFault(
      `cannot be read (${reasonOf(cause)})`,
      'Write it; README.md says what is in it.',
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (cause) {
    return fileFault(`must be JSON, but ${reasonOf(cause)}`, 'Mend its spelling there.');
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message.replaceAll('\n', ' ');
}

function isComplete(files: Files): files is CompleteFiles {
  return Object.values(files).every((file) => file !== undefined);
}

type CompleteFiles = { [Name in keyof Files]-?: Exclude<Files[Name], undefined> };

function assemble(
  files: CompleteFiles,
  words: ReadonlyMap<string, Words>,
  { art, pictures }: Art,
): ServerCampaign {
  const { campaign, states, places, rewards, draw, sms } = files;
  const { places: _, ...told } = campaign;
  const { programme } = told;
  const facts: CampaignFacts = {
    ...told,
    art,
    states,
    outcomes: rewards.outcomes,
    fixedRewardStates: rewards.fixed
      .filter(
        ({ from, until }) => from <= programme.to && (until ?? programme.to) >= programme.from,
      )
      .map(({ state }) => state),
  };
  const settled = new Map(
    [...words].map(([language, own]) => [language, settleWords(own, facts, draw, language)]),
  );
  function languageFor(wanted: string): { language: string; words: Words } {
    for (const language of [wanted, wanted.split('-')[0] ?? '', ...campaign.languages]) {
      const found = settled.get(language);
      if (found) return { language, words: found };
    }
    throw new RangeError(`Campaign "${campaign.id}" has no language. Name one in languages.`);
  }
  const languageNames = Object.fromEntries(campaign.languages.map((tag) => [tag, ownName(tag)]));
  const won = [...rewards.outcomes, ...rewards.fixed].map(({ amount }) => amount);
  return {
    ...facts,
    words: (language) => languageFor(language).words,
    publicPart: (wanted) => {
      const { language, words } = languageFor(wanted);
      const { measuring: _, fairDraw, ...shown } = words;
      const { title } = fairDraw;
      const amounts = Object.fromEntries(won.map((amount) => [amount, rupees(amount, language)]));
      return {
        ...facts,
        languageNames,
        language,
        amounts,
        words: { ...shown, fairDraw: { title } },
      };
    },
    pictures,
    cities: Object.fromEntries(states.map((state) => [state, places[state] ?? []])),
    fixed: rewards.fixed,
    draw,
    sms,
  };
}

/** What a language calls itself. */
function ownName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}
