import type { ConsoleContext, ConsoleHandler } from '../console/context.ts';
import { auditOf } from '../console/audit-words.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { rupees } from '../platform/format.ts';
import { countWithdrawable, withdrawVoucherBatch } from './voucher-batches.sql.ts';

/** At once: more take longer than somebody waits at a browser. */
const codesMax = 100_000;
const limitMs = 20_000;

export const countWithdrawal: ConsoleHandler<'countWithdrawal'> = async (context, { batch }) => {
  const { free, kept } = await withdrawable(context, batch);
  return { codes: Math.min(free, codesMax), kept };
};

export const withdrawBatch: ConsoleHandler<'withdrawBatch'> = async (
  context,
  { batch, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const command = 'console vouchers withdraw';
  const audit = auditOf(context, signedIn, { reason, command, details: { batch } });
  const { free } = await withdrawable(context, batch);
  const codes = await withdrawVoucherBatch(database, campaign.id, {
    batch,
    max: codesMax,
    now: audit.operator.at,
    auditOf: (count) => ({ ...audit, details: { batch, codes: count } }),
    limitMs,
  });
  if (codes === 0) throw nothingLeft(batch);
  const what = codes === 1 ? '1 code is' : `${rupees(codes)} codes are`;
  const more = free > codesMax ? ' It has more: withdraw them too.' : '';
  return { message: `${what} withdrawn from batch ${batch}, and never given.${more}` };
};

/** @throws ConsoleRefusal */
async function withdrawable({ database, campaign }: ConsoleContext, batch: number) {
  const found = await countWithdrawable(database, campaign.id, { batch, max: codesMax + 1 });
  if (!found) throw new ConsoleRefusal('notFound', `There is no batch ${batch}.`);
  if (found.free === 0) throw nothingLeft(batch);
  return found;
}

const nothingLeft = (batch: number) =>
  new ConsoleRefusal(
    'refused',
    `Nothing was withdrawn: batch ${batch} has no code left that could be given.`,
  );
