import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { valueAt } from '@inaam/contract/console/campaign.ts';
import {
  hashOfFiles,
  readDefaultWords,
  readFolder,
  shownTexts,
} from '@inaam/campaigns/loader/folder-edits.ts';
import { particleBytesMax, pictureBytesMax } from '@inaam/campaigns/loader/theme/artwork.ts';
import {
  imageBytesMax,
  imageNames,
  imageWidths,
  proportionsOf,
} from '@inaam/campaigns/loader/theme/images.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import { auditOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleContext, ConsoleHandler, SignedIn } from '@inaam/server/console/context.ts';
import { ConsoleRefusal, toConsoleRefusal } from '@inaam/server/console/refusal.ts';
import {
  asksForTwo,
  draftBytesMax,
  isPicture,
  screenPlaceholders,
  textOf,
  type Files,
} from './draft-files.ts';
import {
  checkDraftFiles,
  contentHash,
  editedFiles,
  readDefaultLanguages,
  readStatesWithCities,
  type CheckedDraft,
} from './draft-folder.ts';
import {
  approveStoredDraft,
  readDraftHistory,
  readNewestDraft,
  writeDraft,
  type DraftKind,
} from './draft.sql.ts';

type Json = AnswerOf<'readDraft'>['files'];

const locked =
  'The draw is committed to, so the campaign is as it was published. An amendment can add rewards or move the last day.';

export const readDraft: ConsoleHandler<'readDraft'> = async (context, _fields, signedIn) => {
  const { database, campaign, clocks } = context;
  const { folder, newest, files, draft } = await readFiles(context);
  const { stored, base } = newest ?? {};
  const isCommitted = (await context.readLastDay()) !== undefined;
  const aheadMs = campaignAheadMs(clocks);
  const history = await readDraftHistory(database, campaign.id);
  const json = jsonOf(files);
  const [languages, all] = [languagesOf(json), await readDefaultLanguages()];
  const content = contentHash(campaign.id, folder, draft);
  const approved = stored?.approved?.content === content ? stored.approved : undefined;
  const isDraft = stored !== undefined && stored.kind !== 'discard';
  return {
    version: stored?.version ?? 0,
    locked: isCommitted ? locked : null,
    files: json,
    languages,
    moreLanguages: all.filter((one) => !languages.includes(one)),
    newLanguages: languages.filter((one) => !folder.has(`words/${one}.json`)),
    states: await readStatesWithCities(),
    pictures: picturesOf(files, folder, draft),
    changed: [...draft.keys()].toSorted(),
    isFolderChanged: isDraft && base !== hashOfFiles(folder),
    saved: isDraft
      ? { at: stored.at + aheadMs, by: stored.by, isMine: stored.authors.includes(signedIn.id) }
      : null,
    approved: approved ? { by: approved.by, at: approved.at + aheadMs } : null,
    needsTwo: asksForTwo(folder, draft),
    history: history.map(({ version, at, by, kind, comment, approved: own }) => {
      const counts = version === stored?.version ? approved : own;
      return { version, at: at + aheadMs, by, kind, comment, approvedBy: counts?.by ?? null };
    }),
    ...shown(await checkDraftFiles(campaign.id, folder, draft)),
  };
};

/** Each drawing, and each place of an image, whether it has one or not. */
function picturesOf(files: Files, folder: Files, draft: Files): AnswerOf<'readDraft'>['pictures'] {
  const drawnHero = String(files.get('art/hero.svg'));
  const found = (file: string) => {
    const [content = null, before = null] = [files, folder].map((of) => {
      const bytes = of.get(file);
      return bytes === undefined ? null : textOf(file, bytes);
    });
    return { file, content, before, isChanged: draft.has(file) };
  };
  const drawings = [...files.keys()].filter((name) => isPicture(name) && name.endsWith('.svg'));
  const { min: widthMin, max: widthMax } = imageWidths;
  return [
    ...drawings.map((file) => {
      const bytesMax = file === 'art/particle.svg' ? particleBytesMax : pictureBytesMax;
      return { ...found(file), bytesMax, place: null };
    }),
    ...imageNames.flatMap((name) => {
      const proportions = proportionsOf(name, drawnHero);
      const place = proportions && { ...proportions, widthMin, widthMax };
      return place ? [{ ...found(`art/${name}.avif`), bytesMax: imageBytesMax, place }] : [];
    }),
  ];
}

const shown = ({ problems, campaign, hash }: CheckedDraft) => ({
  problems: [...problems],
  preview: campaign === undefined ? null : hash,
});

async function readFiles({ database, campaign }: Pick<ConsoleContext, 'database' | 'campaign'>) {
  const folder = await readFolder(campaign.id);
  const newest = await readNewestDraft(database, campaign.id);
  const draft: Files = newest?.files ?? new Map();
  return { folder, newest, draft, files: new Map([...folder, ...draft]) };
}

/** Of the data; the words are read by their language. */
const jsonOf = (files: Files): Json =>
  Object.fromEntries(
    [...files]
      .filter(([name]) => /^[a-z]+\.json$/.test(name))
      .map(([name, bytes]) => [name, JSON.parse(bytes.toString('utf8'))]),
  );

function languagesOf(json: Json): string[] {
  const languages = valueAt(json['campaign.json'], ['languages']);
  return Array.isArray(languages) ? languages.filter((one) => typeof one === 'string') : [];
}

function textAt(words: unknown, path: readonly (string | number)[]): string | null {
  const text = valueAt(words, path);
  return typeof text === 'string' ? text : null;
}

export const readDraftTexts: ConsoleHandler<'readDraftTexts'> = async (context, { language }) => {
  const { newest, files } = await readFiles(context);
  const bytes = files.get(`words/${language}.json`);
  if (bytes === undefined) throw new ConsoleRefusal('notFound', 'There are no such words.');
  const own: unknown = JSON.parse(bytes.toString('utf8'));
  const standard = await readDefaultWords(language);
  const languages = languagesOf(jsonOf(files));
  const first = languages.includes('en') ? 'en' : languages[0];
  const source: unknown = JSON.parse(String(files.get(`words/${first}.json`) ?? '{}'));
  return {
    version: newest?.stored.version ?? 0,
    texts: shownTexts(own, standard).map((path) => {
      const texts = { own: textAt(own, path), default: textAt(standard, path) };
      const placeholders = screenPlaceholders(texts.default ?? texts.own ?? '');
      return {
        path,
        ...texts,
        source: texts.own === '' ? textAt(source, path) : null,
        placeholders,
      };
    }),
  };
};

export const checkDraft: ConsoleHandler<'checkDraft'> = async (context, { edits }) => {
  const { folder, draft } = await readFiles(context);
  const edited = await toConsoleRefusal(editedFiles(folder, draft, edits));
  return shown(await checkDraftFiles(context.campaign.id, folder, edited));
};

export const saveDraft: ConsoleHandler<'saveDraft'> = async (context, fields, signedIn) => {
  const { folder, draft } = await readFiles(context);
  const { version, edits, comment } = fields;
  const files = await toConsoleRefusal(editedFiles(folder, draft, edits));
  return store(context, signedIn, { version, kind: 'save', comment, files, folder });
};

export const discardDraft: ConsoleHandler<'discardDraft'> = async (context, fields, signedIn) => {
  const { folder } = await readFiles(context);
  const { version } = fields;
  return store(context, signedIn, { version, kind: 'discard', files: new Map(), folder });
};

type Wanted = {
  version: number;
  kind: DraftKind;
  comment?: string | undefined;
  files: Files;
  folder: Files;
};

const done = { save: 'Draft saved.', discard: 'Draft discarded.' };

async function store(
  context: ConsoleContext,
  signedIn: SignedIn,
  { version, kind, comment, files, folder }: Wanted,
): Promise<AnswerOf<'saveDraft'>> {
  const { database, campaign } = context;
  await assertUncommitted(context);
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (size > draftBytesMax) {
    throw new ConsoleRefusal('refused', `Not saved: a draft has at most ${draftBytesMax} bytes.`);
  }
  const write = writeDraft(database, {
    campaign: campaign.id,
    version,
    author: signedIn.id,
    kind,
    comment,
    files,
    base: hashOfFiles(folder),
    audit: auditOf(context, signedIn, {
      reason: comment ?? 'Editing the campaign',
      command: `console campaign draft ${kind}`,
      details: { files: [...files.keys()].toSorted().join(' ') },
    }),
  });
  return { version: await toConsoleRefusal(write), message: done[kind] };
}

async function assertUncommitted({ readLastDay }: ConsoleContext): Promise<void> {
  if ((await readLastDay()) === undefined) return;
  throw new ConsoleRefusal('refused', `Nothing was changed. ${locked}`);
}

const folderChanged =
  'Not approved: the folder of the campaign is not as you saw it. Load the page again.';

export const approveDraft: ConsoleHandler<'approveDraft'> = async (
  context,
  { version, preview },
  signedIn,
) => {
  const { database, campaign } = context;
  await assertUncommitted(context);
  const { folder, newest, draft } = await readFiles(context);
  const { problems, hash } = await checkDraftFiles(campaign.id, folder, draft);
  if (newest?.stored.version === version) {
    if (problems.some(({ level }) => level === 'fault')) {
      throw new ConsoleRefusal('refused', 'Not approved: the draft has faults. Fix them first.');
    }
    if (hash !== preview) throw new ConsoleRefusal('refused', folderChanged);
  }
  await toConsoleRefusal(
    approveStoredDraft(database, {
      campaign: campaign.id,
      version,
      approver: signedIn.id,
      content: hash,
      audit: auditOf(context, signedIn, {
        reason: 'Approving the draft',
        command: 'console campaign draft approve',
        details: {},
      }),
    }),
  );
  return { version, message: 'Draft approved.' };
};
