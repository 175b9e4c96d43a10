import type { PackChange } from '@inaam/contract/console/packs.ts';
import type { ConsoleContext, ConsoleHandler, SignedIn } from '../console/context.ts';
import { auditOf } from '../console/audit-words.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { rupees } from '../platform/format.ts';
import { campaignAheadMs, dayStart, indianDay } from '../platform/period.rules.ts';
import {
  changePackBatch,
  listPackBatches,
  readPackFigures,
  readPackDays,
} from './pack-batches.sql.ts';
import { isSuspicious } from './packs.rules.ts';

const batchesMax = 200;
const daysBeforeMs = 13 * 86_400_000;

export const readPacks: ConsoleHandler<'readPacks'> = async (context) => {
  const { database, campaign, clocks } = context;
  const { id, packs } = campaign;
  const aheadMs = campaignAheadMs(clocks);
  const found = await listPackBatches(database, id, batchesMax + 1);
  const batches = found.slice(0, batchesMax);
  const figures = new Map(
    (await readPackFigures(database, id, batches)).map(({ label, ...counts }) => [label, counts]),
  );
  const none = { visits: 0, asked: 0, verified: 0, rewarded: 0, rupees: 0 };
  return {
    at: Math.round(clocks.campaign()),
    kind: packs?.kind === 'unique' ? packs.codes : (packs?.kind ?? null),
    batches: batches.map((batch) => {
      const { label, product, region, codes, state, reason, used, usedTries, changedAt } = batch;
      const counts = figures.get(label) ?? { ...none, triedCodes: 0, mostTries: 0 };
      return {
        label,
        product,
        region,
        codes,
        state,
        reason,
        changedAt: Math.round(changedAt + aheadMs),
        ...counts,
        used,
        usedTries,
        isSuspicious: isSuspicious({ used, triedCodes: counts.triedCodes }),
      };
    }),
    hasMore: found.length > batchesMax,
    days: packs?.kind === 'unique' ? await daysOf(context) : [],
  };
};

async function daysOf({ database, campaign, clocks }: ConsoleContext) {
  const aheadMs = campaignAheadMs(clocks);
  const since = dayStart(indianDay(clocks.campaign())) - daysBeforeMs - aheadMs;
  const found = await readPackDays(database, campaign.id, since);
  return found.map(({ start, ...counts }) => ({ day: indianDay(start + aheadMs), ...counts }));
}

type Fields = { label: string; reason: string };

async function change(
  context: ConsoleContext,
  { label, reason }: Fields,
  signedIn: SignedIn,
  to: PackChange,
): Promise<{ message: string }> {
  const { database, campaign } = context;
  const audit = auditOf(context, signedIn, { reason, command: `console packs ${to}`, details: {} });
  const changed = await changePackBatch(database, campaign.id, { label, change: to, audit });
  if (changed.kind === 'unknown') {
    throw new ConsoleRefusal('notFound', `There is no batch ${label}.`);
  }
  if (changed.kind === 'refused') {
    throw new ConsoleRefusal('refused', `Nothing was changed: ${refusedBecause(changed.state)}.`);
  }
  const { codes, used } = changed.batch;
  return {
    message: said[to](
      label,
      `${rupees(codes)} ${codes === 1 ? 'code' : 'codes'}, ${rupees(used)} of them used`,
    ),
  };
}

const refusedBecause = (state: string) =>
  state === 'recalled'
    ? 'the batch is recalled, which cannot be undone'
    : state === 'draft'
      ? 'the batch was never open'
      : `the batch is ${state} already`;

const said: Readonly<Record<PackChange, (label: string, what: string) => string>> = {
  open: (label, what) => `The codes of ${label} are accepted from now on: ${what}.`,
  close: (label, what) => `No more codes of ${label} are accepted: ${what}.`,
  recall: (label, what) => `${label} is recalled, which cannot be undone: ${what}.`,
};

export const openPacks: ConsoleHandler<'openPacks'> = (context, fields, signedIn) =>
  change(context, fields, signedIn, 'open');
export const closePacks: ConsoleHandler<'closePacks'> = (context, fields, signedIn) =>
  change(context, fields, signedIn, 'close');
export const recallPacks: ConsoleHandler<'recallPacks'> = (context, fields, signedIn) =>
  change(context, fields, signedIn, 'recall');
