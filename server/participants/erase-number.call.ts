import { eraseNumber as erase } from './number-changes.sql.ts';
import { readErasureState } from './erasure-state.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { changeOf } from '../console/audit-entry.ts';

const owed =
  'The voucher is not sent yet: nothing was erased. Erase it once it is sent. If its owner gives it up, the command line can: number erase --forfeit-voucher.';

/** As the command without `--forfeit-voucher`. */
export const eraseNumber: ConsoleHandler<'eraseNumber'> = async (context, fields, signedIn) => {
  const { database } = context;
  const change = changeOf(context, fields, signedIn, 'console person erase');
  const { isKnown, isOwed } = await readErasureState(database, change.campaign, change.mobileIndex);
  if (!isKnown) {
    throw new ConsoleRefusal('notFound', 'Nothing is stored about this number: nothing to erase.');
  }
  if (isOwed) throw new ConsoleRefusal('refused', owed);
  const audit = { ...change.audit, details: { ...change.audit.details, forfeited: false } };
  const erasure = await erase(database, { ...change, audit, isForfeited: false });
  if (erasure === 'voucherOwed') throw new ConsoleRefusal('refused', owed);
  const isChanged = erasure === 'erased';
  const message = isChanged
    ? 'Erased, and the consent is withdrawn. The number cannot claim a second reward.'
    : 'Nothing is stored about this number any more: nothing was changed.';
  return { isChanged, message };
};
