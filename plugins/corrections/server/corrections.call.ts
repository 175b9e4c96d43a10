import { imageNames } from '@inaam/campaigns/loader/theme/images.ts';
import { particleBytesMax, pictureBytesMax } from '@inaam/campaigns/loader/theme/artwork.ts';
import { shownTexts } from '@inaam/campaigns/loader/folder-edits.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { auditOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleContext, ConsoleHandler, SignedIn } from '@inaam/server/console/context.ts';
import { ConsoleRefusal, toConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import type { CorrectionEdit } from '../contract.ts';
import { isPicture, languageOfFile } from './correctable.ts';
import {
  assertGood,
  checkEdits,
  correctedCampaign,
  openFolder,
  shownAt,
  type Folder,
} from './corrected-folder.ts';
import {
  readApproved,
  readCorrection,
  readCorrectionRows,
  writeCorrection,
  writeDecision,
  type Decision,
  type StoredCorrection,
} from './corrections.sql.ts';
import { readPublishedText, readVersions, type Version } from './published-documents.sql.ts';

type Own = Pick<ConsoleContext, 'database' | 'campaign'>;

const approvedOf = ({ database, campaign }: Own) => readApproved(database, campaign.id);

/** With the approved corrections, as shoppers see it. */
async function shownFolder(own: Own): Promise<Folder & Pick<Corrected, 'skipped'>> {
  const { changed, skipped } = await correctedCampaign(own.campaign, await approvedOf(own));
  const folder = await openFolder(own.campaign.id);
  return { ...folder, skipped, files: new Map([...folder.files, ...changed]) };
}
type Corrected = Awaited<ReturnType<typeof correctedCampaign>>;

export const readCorrections: ConsoleHandler<'readCorrections'> = async (
  context,
  _fields,
  signedIn,
) => {
  const { database, campaign, clocks } = context;
  const folder = await shownFolder(context);
  const aheadMs = campaignAheadMs(clocks);
  const contactOf = (name: string) =>
    shownAt(folder, { file: 'campaign.json', path: ['contacts', name] }) ?? '';
  const rows = await readCorrectionRows(database, campaign.id);
  const versions = await readVersions(database, campaign.id);
  return {
    isCommitted: (await context.readLastDay()) !== undefined,
    contacts: { email: contactOf('email'), phone: contactOf('phone') },
    pictures: picturesOf(folder),
    corrections: rows.map((row) => shownCorrection(row, { signedIn, aheadMs, folder })),
    documents: versions.toSorted(byTime(campaign.languages)).map(({ from, until, ...one }) => ({
      ...one,
      from: from + aheadMs,
      until: until === null ? null : until + aheadMs,
    })),
  };
};

const byTime = (languages: readonly string[]) => (one: Version, other: Version) =>
  other.from - one.from || languages.indexOf(one.language) - languages.indexOf(other.language);

function shownCorrection(
  { author, decided, ...row }: StoredCorrection,
  {
    signedIn,
    aheadMs,
    folder,
  }: { signedIn: SignedIn; aheadMs: number; folder: Pick<Corrected, 'skipped'> },
): AnswerOf<'readCorrections'>['corrections'][number] {
  return {
    ...row,
    at: row.at + aheadMs,
    isMine: author === signedIn.id,
    state: decided?.decision ?? 'open',
    decided: decided && { at: decided.at + aheadMs, by: decided.by, reason: decided.reason },
    problem: folder.skipped.get(row.number) ?? null,
  };
}

const picturesOf = ({ files }: Folder) =>
  [...files].flatMap(([file, bytes]) => {
    if (!isPicture(file)) return [];
    const name = file.slice('art/'.length, -'.svg'.length);
    const isCovered = imageNames.some((one) => one === name) && files.has(`art/${name}.avif`);
    const bytesMax = name === 'particle' ? particleBytesMax : pictureBytesMax;
    return [{ file, svg: bytes.toString('utf8'), isCovered, bytesMax }];
  });

const foundMax = 30;

export const findCorrectable: ConsoleHandler<'findCorrectable'> = async (context, { words }) => {
  const folder = await shownFolder(context);
  const sought = words.trim().toLocaleLowerCase();
  const found = context.campaign.languages.flatMap((language) => {
    const file = `words/${language}.json`;
    const own: unknown = JSON.parse(folder.files.get(file)?.toString('utf8') ?? '{}');
    return shownTexts(own, folder.defaults.get(file)).flatMap((path) => {
      const value = shownAt(folder, { file, path });
      return value?.toLocaleLowerCase().includes(sought) ? [{ file, path, value }] : [];
    });
  });
  return { texts: found.slice(0, foundMax), more: Math.max(0, found.length - foundMax) };
};

async function assertCommitted({ readLastDay }: ConsoleContext): Promise<void> {
  if ((await readLastDay()) !== undefined) return;
  throw new ConsoleRefusal('refused', 'The draw is not committed to yet. Change it under Edit.');
}

async function openCorrection(own: Own, number: number): Promise<StoredCorrection> {
  const found = await readCorrection(own.database, own.campaign.id, number);
  if (!found) throw new ConsoleRefusal('notFound', 'There is no such correction.');
  return found;
}

export const checkCorrection: ConsoleHandler<'checkCorrection'> = async (
  context,
  { number, edits },
) => {
  const meant = number === null ? edits : (await openCorrection(context, number)).edits;
  const { faults, ...checked } = await checkEdits(
    context.campaign,
    await approvedOf(context),
    meant,
  );
  return { ...checked, faults: [...faults] };
};

export const proposeCorrection: ConsoleHandler<'proposeCorrection'> = async (
  context,
  { edits, comment },
  signedIn,
) => {
  await assertCommitted(context);
  const { database, campaign } = context;
  const checked = await checkEdits(campaign, await approvedOf(context), edits);
  const write = async () => {
    assertGood(checked, 'Not asked:');
    return writeCorrection(database, {
      campaign: campaign.id,
      author: signedIn.id,
      edits,
      audit: auditOf(context, signedIn, {
        reason: comment,
        command: 'console campaign correction propose',
        details: { files: filesOf(edits) },
      }),
    });
  };
  const number = await toConsoleRefusal(write());
  return { message: `Correction ${number} waits for another manager’s approval.` };
};

const filesOf = (edits: readonly CorrectionEdit[]) =>
  [...new Set(edits.map(({ file }) => languageOfFile(file) ?? file))].join(' ');

async function decide(
  context: ConsoleContext,
  signedIn: SignedIn,
  { number, decision, reason }: { number: number; decision: Decision; reason: string },
): Promise<void> {
  const verb = { approved: 'approve', declined: 'decline', withdrawn: 'withdraw' }[decision];
  const audit = auditOf(context, signedIn, {
    reason,
    command: `console campaign correction ${verb}`,
    details: {},
  });
  const { database, campaign } = context;
  const decided = { campaign: campaign.id, number, decider: signedIn.id, audit };
  await toConsoleRefusal(writeDecision(database, decided, decision));
}

export const approveCorrection: ConsoleHandler<'approveCorrection'> = async (
  context,
  { number, seen },
  signedIn,
) => {
  await assertCommitted(context);
  const { author, edits, decided } = await openCorrection(context, number);
  if (author === signedIn.id) {
    throw new ConsoleRefusal('refused', 'Not approved: you asked for it. Another manager decides.');
  }
  if (decided === null) {
    const checked = await checkEdits(context.campaign, await approvedOf(context), edits);
    const check = async () => assertGood(checked, 'Not approved:');
    await toConsoleRefusal(check());
    if (checked.seen !== seen) {
      throw new ConsoleRefusal(
        'refused',
        'Not approved: the campaign is not as you saw it. Load the page again.',
      );
    }
  }
  await decide(context, signedIn, { number, decision: 'approved', reason: 'Read and approved' });
  return { message: `Correction ${number} is approved. Shoppers see it in two seconds.` };
};

export const closeCorrection: ConsoleHandler<'closeCorrection'> = async (
  context,
  { number, reason },
  signedIn,
) => {
  const { author } = await openCorrection(context, number);
  const decision = author === signedIn.id ? 'withdrawn' : 'declined';
  await decide(context, signedIn, { number, decision, reason });
  return { message: `Correction ${number} is ${decision}.` };
};

export const readPublished: ConsoleHandler<'readPublished'> = async (context, fields) => {
  const { database, campaign } = context;
  const text = await readPublishedText(database, campaign.id, fields);
  if (text === undefined) throw new ConsoleRefusal('notFound', 'There is no such document.');
  const whole: unknown = JSON.parse(text);
  return { lines: (Array.isArray(whole) ? whole.flat(3) : []).map(String) };
};
