// Reads and checks a whole campaign folder. Server only.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { directionOf } from '../public/tags.ts';
import { formatRupees } from '../public/format.ts';
import { readArtwork, type Artwork } from './theme/artwork.ts';
import { addressesOf, contentsOf } from './theme/images.ts';
import { readMedia, soundsIn } from './theme/media.ts';
import { crossFileProblems } from '../validation/cross-checks.ts';
import { CampaignError, formatProblem } from '../schema/problem.ts';
import type { CampaignFiles } from '../validation/file-problem.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Campaign } from '../schema/folder-schema.ts';
import { launchFaults, servedLanguages, type Launched } from '../validation/launch-checks.ts';
import { comparedLanguages, sentencesToJudge } from '../validation/language-checks.ts';
import { wordsProblems } from '../validation/words-checks.ts';
import { heroSizes } from '../schema/kit-schema.ts';
import { unknownNames } from './folder-names.ts';
import { completeWords, publicWords } from './complete-words.ts';
import { readWords, type ReadWords } from './load-words.ts';
import { noticeVersion } from './notice-hash.ts';
import { hasField, loadParts, ofPlugins, shownParts } from './plugin-files.ts';
import type { CampaignFacts } from '../public/public-campaign.ts';
import {
  fileOf,
  isComplete,
  keptByContent,
  readFiles,
  type CompleteFiles,
  type FileReader,
} from './read-json.ts';
import { readSignOffs, unreviewedOf, type Unreviewed } from './sign-offs.ts';
import type { ServerCampaign } from './server-campaign.ts';
import type { Words } from '../public/words.ts';

export const campaignsFolder = dirname(import.meta.dirname);

/** @throws CampaignError with every problem, each naming the file, the field and the fix */
export const loadCampaign = async (id: string, folder: string = campaignsFolder) =>
  assemble(strictly(await readCampaign(id, folder)));

/** After a launch: rules do not stop it, because they may be newer. @throws CampaignError */
export const loadLaunched = async (id: string, folder: string = campaignsFolder) =>
  assemble(await readCampaign(id, folder));

/** @throws CampaignError */
function strictly(read: ReadCampaign): ReadCampaign {
  if (read.launch.later.length === 0) return read;
  throw new CampaignError(read.files.campaign.id, read.launch.later);
}

/**
 * For the commitment: only the languages that are signed off or allowed without sign-off.
 * @throws CampaignError with every problem, including those that only block a launch
 */
export const loadForLaunch = async (id: string, folder: string = campaignsFolder) =>
  servable(id, strictly(await readCampaign(id, folder)));

/** The same for programs, which start only after it: as `loadLaunched`. */
export const loadForProduction = async (id: string, folder: string = campaignsFolder) =>
  servable(id, await readCampaign(id, folder));

function servable(id: string, read: ReadCampaign): ServerCampaign {
  const { languages, faults } = read.launch;
  if (faults.length > 0) {
    throw new CampaignError(id, faults, `Campaign "${id}" is not ready for a launch:`);
  }
  return assembleIn([...languages], read);
}

const assembleIn = (languages: string[], { files, ...read }: ReadCampaign) =>
  assemble({ ...read, files: { ...files, campaign: { ...files.campaign, languages } } });

/** `loadForProduction`, or `loadCampaign` in a demonstration. */
export type LoadCampaign = (id: string) => Promise<ServerCampaign>;

/**
 * @public As `loadCampaign`, with a draft's files in place of the folder's.
 * @param files by their name in the campaign's folder: `words/en.json`
 * @param own after the launch: in the same languages
 */
export async function loadDraft(
  id: string,
  files: ReadonlyMap<string, Buffer>,
  folder: string = campaignsFolder,
  own?: Pick<ServerCampaign, 'languages'>,
): Promise<ServerCampaign> {
  const changed = new Map(Array.from(files, ([name, bytes]) => [join(folder, id, name), bytes]));
  const read = await readChanged(id, folder, async (file) => changed.get(file) ?? readFile(file));
  return own ? assembleIn([...own.languages], read) : assemble(strictly(read));
}

type ReadCampaign = {
  files: CompleteFiles;
  words: ReadonlyMap<string, Words>;
  /** Completed for the programme's own last day. */
  shown: ReadonlyMap<string, Words>;
  artwork: Artwork;
  addresses: ReadonlyMap<string, string>;
  media: ReadonlyMap<string, Buffer>;
  unreviewed: readonly Unreviewed[];
  launch: ServerCampaign['launch'];
};

/** The console and its commands load a campaign again and again: checking it takes longest. */
const kept = keptByContent<ReadCampaign>();

const readCampaign = (id: string, folder: string) =>
  kept(folder, [id, 'default-words', 'places', 'sign-offs.json'], () => readChanged(id, folder));

async function readChanged(
  id: string,
  folder: string,
  read: FileReader = readFile,
): Promise<ReadCampaign> {
  const known = await campaignIds(folder);
  if (!known.includes(id)) {
    throw new CampaignError(id, [
      `${basename(folder)}/${id}: the folder with a campaign.json is missing. Name one that exists (${known.join(', ') || 'none'}) in CAMPAIGN, or make it as ${basename(folder)}/README.md says.`,
    ]);
  }
  const shownFolder = `${basename(folder)}/${id}`;
  const { files, draw, problems, later } = await readFiles(folder, id, read);
  const names = await unknownNames(join(folder, id), files.campaign?.languages);
  const { words, shown, unreviewed, ...languages } = await readLanguages(folder, id, files, read);
  problems.push(...languages.problems);
  for (const { name, problem, isOfPlugin } of names) {
    (isOfPlugin ? problems : later).push(formatProblem(`${shownFolder}/${name}`, problem));
  }
  later.push(
    ...languages.later,
    ...crossFileProblems(id, { ...files, draw }).map((problem) =>
      formatProblem(`${basename(folder)}/${fileOf(problem.file, id, files)}`, problem),
    ),
  );
  const kit = files.campaign?.theme.kit;
  const art = ofPlugins(files.plugins, (plugin, file) => plugin.art?.(file));
  const wanted = {
    ...(kit && { heroSize: heroSizes[kit.hero.layout] }),
    hasParticle: kit?.particles.shapes.includes('drawing') === true,
    ofPlugins: art,
  };
  const artwork = await readArtwork(join(folder, id), shownFolder, wanted, read);
  const media = await readMedia(join(folder, id), shownFolder, art, read);
  for (const part of [artwork, media]) if ('problems' in part) problems.push(...part.problems);
  if (problems.length > 0 || 'problems' in artwork || 'problems' in media || !isComplete(files))
    throw new CampaignError(id, [...problems, ...later]);
  const launched = launchedOf(files, words, artwork, unreviewed);
  const launch = {
    languages: servedLanguages(launched),
    faults: launchFaults(shownFolder, launched),
    later,
  };
  const addresses = new Map([...artwork.ofPlugins, ...media.addresses]);
  return { files, words, shown, artwork, addresses, media: media.contents, unreviewed, launch };
}

function launchedOf(
  { campaign, sms }: CompleteFiles,
  words: ReadonlyMap<string, Words>,
  { art, images }: Artwork,
  unreviewed: readonly Unreviewed[],
): Launched {
  const drawings = new Map<string, string>();
  for (const [name, address] of Object.entries(art)) drawings.set(`${name}.svg`, address);
  for (const [name, { address }] of images) drawings.set(`${name}.avif`, address);
  const open = unreviewed.map(({ language }) => language);
  return { campaign, sms, words, art: drawings, unreviewed: open };
}

async function readLanguages(folder: string, id: string, files: CampaignFiles, bytes: FileReader) {
  const reads = new Map<string, ReadWords>();
  const shown = new Map<string, Words>();
  const unreviewed: Unreviewed[] = [];
  const signed = await readSignOffs(folder);
  const problems = 'problems' in signed ? [...signed.problems] : [];
  const later: string[] = [];
  const signOffs = 'problems' in signed ? [] : signed.signOffs;
  for (const language of files.campaign?.languages ?? []) {
    const read = await readWords(folder, id, language, files, bytes);
    if ('problems' in read) {
      problems.push(...read.problems);
      continue;
    }
    reads.set(language, read);
    later.push(...read.later);
    if (isComplete(files)) {
      const { data, facts } = dataOf(files);
      const own = { ...files, facts, fixed: data.rewards.fixed };
      const complete = completeWords(read.words, own, language);
      shown.set(language, complete);
      later.push(
        ...wordsProblems(read.words, complete, language, data).map((problem) =>
          formatProblem(`${basename(folder)}/${read.fileOf(problem.path)}`, problem),
        ),
      );
    }
    const toJudge = () => sentencesToJudge(read, language);
    unreviewed.push(...unreviewedOf(signOffs, language, read.files, toJudge));
  }
  later.push(...comparedLanguages(reads, files.campaign, basename(folder)));
  const words = new Map(Array.from(reads, ([language, read]) => [language, read.words] as const));
  return { words, shown, unreviewed, problems, later };
}

/** What the words may name. */
function dataOf({ campaign, states, places, rewards, plugins }: CompleteFiles) {
  const facts = { ...campaign, states, outcomes: rewards.outcomes };
  const fixed = applyingRewards(rewards, campaign.programme);
  const own = { ...rewards, fixed };
  const data = { campaign, states, places: Object.keys(places), plugins, rewards: own };
  return { facts, data };
}

const applyingRewards = ({ fixed }: Rewards, { from: first, to: last }: Campaign['programme']) =>
  fixed.filter(({ from, until }) => from <= last && (until ?? last) >= first);

/** The folders that have a `campaign.json`. */
export async function campaignIds(folder: string = campaignsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(
    names.map(async (name) => (await readdir(join(folder, name))).includes('campaign.json')),
  );
  return names.filter((_, at) => found[at]).toSorted();
}

function assemble(read: ReadCampaign, lastDay?: string): ServerCampaign {
  const { art, pictures, images } = read.artwork;
  const { campaign, states, places, rewards, draw, sms, plugins } = read.files;
  const { places: _, unreviewedLanguages: __, draftsNeedApproval: ___, ...rest } = campaign;
  const programme = { ...rest.programme, ...(lastDay !== undefined && { to: lastDay }) };
  const fixed = applyingRewards(rewards, programme);
  const reserve = draw.whenDeckEnds.kind === 'reserve' ? [draw.whenDeckEnds.amount] : [];
  const facts: CampaignFacts = {
    ...rest,
    programme,
    ...movedFrom(rest.programme.to, programme.to),
    art,
    images: addressesOf(images),
    ...soundsIn(read.addresses),
    states,
    outcomes: rewards.outcomes,
    fixedRewards: Object.fromEntries(fixed.map(({ state, amount }) => [state, amount])),
    fixedRewardAmounts: [...new Set([...fixed.map(({ amount }) => amount), ...reserve])],
  };
  const completeWordsByLanguage = new Map(
    campaign.languages.flatMap((language) => {
      const own = read.words.get(language);
      if (!own) return [];
      const shown = lastDay === undefined ? read.shown.get(language) : undefined;
      const data = { facts, fixed, draw, sms, plugins };
      return [[language, shown ?? completeWords(own, data, language)]];
    }),
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
  const won = [...rewards.outcomes, ...rewards.fixed];
  const parts = loadParts(plugins, rewards, read.addresses);
  return {
    ...facts,
    words: (language) => languageFor(language).words,
    publicCampaign: (wanted) => {
      const { language, words } = languageFor(wanted);
      const spelled = won.map(({ amount }) => [amount, formatRupees(amount, language)]);
      return {
        ...facts,
        languageNames,
        noticeVersion: version,
        language,
        direction: directionOf(language),
        amounts: Object.fromEntries(spelled),
        ...shownParts(parts),
        ...(hasField(parts) && { hasField: true }),
        words: publicWords(words, parts),
      };
    },
    unreviewed: read.unreviewed,
    launch: read.launch,
    pictures,
    media: new Map([...read.media, ...contentsOf(images)]),
    withLastDay: (to) => assemble(read, to),
    cities: Object.fromEntries(states.map((state) => [state, places[state] ?? []])),
    fixed: rewards.fixed,
    draw,
    sms,
    ...parts,
  };
}

const movedFrom = (committed: string, to: string): Pick<CampaignFacts, 'lastDayMoved'> =>
  to === committed ? {} : { lastDayMoved: to < committed ? 'earlier' : 'later' };
const ownName = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
