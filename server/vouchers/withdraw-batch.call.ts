import type { ConsoleContext, ConsoleHandler } from '../console/context.ts';
import { auditOf } from '../console/audit-words.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { rupees } from '../platform/format.ts';
import { countWithdrawable, withdrawVoucherBatch } from './voucher-batches.sql.ts';

/** More take longer than somebody waits at a browser. */
const codesMax = 100_000;
const limitMs = 20_000;

export const countWithdrawal: ConsoleHandler<'countWithdrawal'> = async (context, { batch }) => {
  const { free, kept } = await withdrawable(context, batch);
  return { codes: free, kept };
};

export const withdrawBatch: ConsoleHandler<'withdrawBatch'> = async (
  context,
  { batch, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const command = 'console vouchers withdraw';
  const audit = auditOf(context, signedIn, { reason, command, details: { batch } });
  await withdrawable(context, batch);
  const codes = await withdrawVoucherBatch(database, campaign.id, {
    batch,
    now: audit.operator.at,
    auditOf: (count) => ({ ...audit, details: { batch, codes: count } }),
    limitMs,
  });
  if (codes === 0) throw nothingLeft(batch);
  const what = codes === 1 ? '1 code is' : `${rupees(codes)} codes are`;
  return { message: `${what} withdrawn from batch ${batch}, and never given.` };
};

/** @throws ConsoleRefusal */
async function withdrawable({ database, campaign }: ConsoleContext, batch: number) {
  const found = await countWithdrawable(database, campaign.id, { batch, max: codesMax + 1 });
  if (!found) throw new ConsoleRefusal('notFound', `There is no batch ${batch}.`);
  if (found.free === 0) throw nothingLeft(batch);
  if (found.free <= codesMax) return found;
  throw new ConsoleRefusal(
    'refused',
    `Batch ${batch} has more than ${rupees(codesMax)} codes left. Withdraw it at the command line: npx inaam vouchers withdraw ${batch}`,
  );
}

const nothingLeft = (batch: number) =>
  new ConsoleRefusal(
    'refused',
    `Nothing was withdrawn: batch ${batch} has no code left that could be given.`,
  );
