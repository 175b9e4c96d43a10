import { sessionExpired } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import type { VoucherState } from '@inaam/contract/calls.ts';
import { openProfile } from '../platform/personal-data.ts';
import { voucherDueDay } from '../messages/delivery-limits.rules.ts';

const emptyProfile = { city: '', email: '', gender: '', age: '', limit: '' };

export const getDetails: Handler<'getDetails'> = async ({ participant }, { keys, storage }) => {
  const { pseudonym, state } = participant;
  const sealed = await storage.readPersonalData.one(pseudonym);
  // The personal data was erased, so the session has ended too.
  if (sealed === 'none') throw sessionExpired();
  const { name, profile } = openProfile(keys, sealed, pseudonym);
  const voucher = voucherStateOf.get(sealed.voucher ?? '');
  const voucherBy = sealed.rewardDay && voucherDueDay(sealed.rewardDay);
  return {
    ...emptyProfile,
    name,
    state,
    ...profile,
    ...(voucher && { voucher }),
    ...(voucherBy && { voucherBy }),
  };
};

/** `assigned` still counts as owed: nothing has been sent yet. */
const voucherStateOf: ReadonlyMap<string, VoucherState> = new Map([
  ['owed', 'owed'],
  ['assigned', 'owed'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['failed', 'failed'],
  ['settled', 'settled'],
  ['refused', 'notSent'],
]);
