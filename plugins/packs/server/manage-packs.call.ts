import type { PackChange } from '../contract.ts';
import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { auditOf } from '@inaam/server/console/audit-words.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { rupees } from '@inaam/server/platform/format.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import { changePackBatch } from './pack-batches.sql.ts';
import { readPackFigures, readPackRefusals } from './pack-figures.sql.ts';
import { isSuspicious } from './batches.rules.ts';

const batchesMax = 200;

export const readPacks: ConsoleHandler<'readPacks'> = async ({ database, campaign, clocks }) => {
  const { id, packs } = campaign;
  const aheadMs = campaignAheadMs(clocks);
  const batches = await readPackFigures(database, id, batchesMax + 1);
  return {
    at: Math.round(clocks.campaign()),
    kind: packs?.kind === 'unique' ? packs.codes : (packs?.kind ?? null),
    batches: batches.slice(0, batchesMax).map((batch) => ({
      ...batch,
      changedAt: Math.round(batch.changedAt + aheadMs),
      isSuspicious: isSuspicious(batch),
    })),
    hasMore: batches.length > batchesMax,
    refused: packs?.kind === 'unique' ? await readPackRefusals(database, id, 0) : null,
  };
};

export const changePacks: ConsoleHandler<'changePacks'> = async (context, fields, signedIn) => {
  const { database, campaign } = context;
  const { label, change, reason } = fields;
  const command = `console packs ${change}`;
  const audit = auditOf(context, signedIn, { reason, command, details: {} });
  const changed = await changePackBatch(database, campaign.id, { label, change, audit });
  if (changed.kind === 'unknown') {
    throw new ConsoleRefusal('notFound', `There is no batch ${label}.`);
  }
  if (changed.kind === 'refused') {
    throw new ConsoleRefusal('refused', `Nothing was changed: ${refusedBecause(changed.state)}.`);
  }
  const { codes, used } = changed.batch;
  const what = `${rupees(codes)} ${codes === 1 ? 'code' : 'codes'}, ${rupees(used)} of them used`;
  return { message: said[change](label, what) };
};

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
