// Reads and checks a whole campaign folder once, at start. Server only.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type * as z from 'zod';
import { directionOf } from '../public/direction.ts';
import { formatRupees } from '../public/format.ts';
import { readArtwork, type Artwork } from './theme/artwork.ts';
import { crossFileProblems } from '../validation/cross-checks.ts';
import { parseWith } from '../schema/fields.ts';
import { CampaignError, formatProblem } from '../schema/problem.ts';
import type { FileProblem, CampaignFiles } from '../validation/file-problem.ts';
import {
  campaignSchema,
  citiesSchema,
  drawSchema,
  rewardsSchema,
  smsSchema,
  statesSchema,
} from '../schema/folder-schema.ts';
import { heroSizes } from '../schema/kit-schema.ts';
import { completeWords } from './complete-words.ts';
import { readWords } from './load-words.ts';
import { noticeVersion } from './notice-hash.ts';
import type { CampaignFacts } from '../public/public-campaign.ts';
import { readJson } from './read-json.ts';
import { readReview } from './read-review.ts';
import type { ServerCampaign } from './server-campaign.ts';
import type { Words } from '../public/words.ts';

export const campaignsFolder = dirname(import.meta.dirname);

/** @throws CampaignError with every problem, each naming the file, the field and the fix */
export async function loadCampaign(
  id: string,
  folder: string = campaignsFolder,
): Promise<ServerCampaign> {
  const known = await campaignIds(folder);
  if (!known.includes(id)) {
    const listed = known.length === 0 ? 'none' : known.join(', ');
    throw new CampaignError(id, [
      `${basename(folder)}/${id}: the folder with a campaign.json is missing. Name one that exists (${listed}) in CAMPAIGN, or make it as ${basename(folder)}/README.md says.`,
    ]);
  }
  const shownFolder = `${basename(folder)}/${id}`;
  const { files, problems } = await readFiles(folder, id);
  const words = new Map<string, Words>();
  const unreviewed: string[] = [];
  for (const language of files.campaign?.languages ?? []) {
    const result = await readWords(folder, id, language, files.draw);
    if ('problems' in result) {
      problems.push(...result.problems);
      continue;
    }
    words.set(language, result.words);
    for (const wordsFolder of [`default-words/${language}`, `${id}/words/${language}`]) {
      const review = await readReview(folder, wordsFolder);
      if ('problems' in review) problems.push(...review.problems);
      else if (review.value.signedOffBy === null) unreviewed.push(wordsFolder);
    }
  }
  problems.push(
    ...crossFileProblems(id, files).map((problem) =>
      formatProblem(`${basename(folder)}/${fileOf(problem.file, id, files)}`, problem),
    ),
  );
  const kit = files.campaign?.theme.kit;
  const art = await readArtwork(join(folder, id), shownFolder, {
    ...(kit && { heroSize: heroSizes[kit.hero.layout] }),
    hasParticle: kit?.particles.shapes.includes('drawing') === true,
  });
  if ('problems' in art) problems.push(...art.problems);
  if (problems.length > 0 || 'problems' in art || !isComplete(files))
    throw new CampaignError(id, problems);
  return assemble(files, { words, unreviewed }, art);
}

function fileOf(
  file: FileProblem['file'],
  id: string,
  { campaign }: Pick<CampaignFiles, 'campaign'>,
) {
  return file === 'places.json' ? `places/${campaign?.places ?? ''}.json` : `${id}/${file}`;
}

/** The folders that have a `campaign.json`. */
export async function campaignIds(folder: string = campaignsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(
    names.map(async (name) => (await readdir(join(folder, name))).includes('campaign.json')),
  );
  return names.filter((_, at) => found[at]).toSorted();
}

async function readFiles(
  folder: string,
  id: string,
): Promise<{ files: CampaignFiles; problems: string[] }> {
  const problems: string[] = [];
  async function one<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const json = await readJson(join(folder, name));
    const result = 'problems' in json ? json : parseWith(schema, json.value);
    if ('value' in result) return result.value;
    problems.push(
      ...result.problems.map((problem) => formatProblem(`${basename(folder)}/${name}`, problem)),
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
  return { files, problems };
}

function isComplete(files: CampaignFiles): files is CompleteFiles {
  return Object.values(files).every((file) => file !== undefined);
}

type CompleteFiles = { [Name in keyof CampaignFiles]-?: Exclude<CampaignFiles[Name], undefined> };

function assemble(
  files: CompleteFiles,
  { words, unreviewed }: { words: ReadonlyMap<string, Words>; unreviewed: readonly string[] },
  artwork: Artwork,
  lastDay?: string,
): ServerCampaign {
  const { art, pictures, hero } = artwork;
  const { campaign, states, places, rewards, draw, sms } = files;
  const { places: _, ...rest } = campaign;
  const programme = { ...rest.programme, ...(lastDay !== undefined && { to: lastDay }) };
  const fixed = rewards.fixed.filter(
    ({ from, until }) => from <= programme.to && (until ?? programme.to) >= programme.from,
  );
  const reserve = draw.whenDeckEnds.kind === 'reserve' ? [draw.whenDeckEnds.amount] : [];
  const facts: CampaignFacts = {
    ...rest,
    programme,
    ...movedFrom(rest.programme.to, programme.to),
    art,
    ...(hero && { heroImage: hero.image }),
    states,
    outcomes: rewards.outcomes,
    fixedRewardStates: fixed.map(({ state }) => state),
    fixedRewardAmounts: [...new Set([...fixed.map(({ amount }) => amount), ...reserve])],
  };
  const completeWordsByLanguage = new Map(
    [...words].map(([language, own]) => [
      language,
      completeWords(own, { facts, fixed, draw }, language),
    ]),
  );
  function languageFor(wanted: string): { language: string; words: Words } {
    for (const language of [wanted, wanted.split('-')[0] ?? '', ...campaign.languages]) {
      const found = completeWordsByLanguage.get(language);
      if (found) return { language, words: found };
    }
    throw new RangeError(`Campaign "${campaign.id}" has no language. Name one in languages.`);
  }
  const languageNames = Object.fromEntries(campaign.languages.map((tag) => [tag, ownName(tag)]));
  const version = noticeVersion(completeWordsByLanguage.values());
  const won = [...rewards.outcomes, ...rewards.fixed].map(({ amount }) => amount);
  return {
    ...facts,
    words: (language) => languageFor(language).words,
    publicCampaign: (wanted) => {
      const { language, words } = languageFor(wanted);
      const { measuring: _, fairDraw, ...shown } = words;
      const { title } = fairDraw;
      const amounts = Object.fromEntries(
        won.map((amount) => [amount, formatRupees(amount, language)]),
      );
      return {
        ...facts,
        languageNames,
        noticeVersion: version,
        language,
        direction: directionOf(language),
        amounts,
        words: { ...shown, fairDraw: { title } },
      };
    },
    unreviewed,
    pictures,
    ...(hero && { heroContent: hero.content }),
    withLastDay: (to) => assemble(files, { words, unreviewed }, artwork, to),
    cities: Object.fromEntries(states.map((state) => [state, places[state] ?? []])),
    fixed: rewards.fixed,
    draw,
    sms,
  };
}

const movedFrom = (committed: string, to: string): Pick<CampaignFacts, 'lastDayMoved'> =>
  to === committed ? {} : { lastDayMoved: to < committed ? 'earlier' : 'later' };

function ownName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}
