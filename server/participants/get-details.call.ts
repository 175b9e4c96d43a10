import { sessionExpired, Refusal, refuse } from '../http/refusal.ts';
import type { Handler, CallContext } from '../http/context.ts';
import type { VoucherState, Fields } from '@inaam/contract/calls.ts';
import { openPersonalData, sealDetails } from '../platform/personal-data.ts';
import { voucherDueDay } from '../messages/delivery-limits.rules.ts';
import {
  ageError,
  emailError,
  isGender,
  isStorableName,
  normalizeName,
} from '@inaam/contract/fields.ts';

const emptyProfile = { city: '', email: '', gender: '', age: '', limit: '' };

export const getDetails: Handler<'getDetails'> = async ({ participant }, { keys, storage }) => {
  const { pseudonym, state } = participant;
  const sealed = await storage.readPersonalData.one(pseudonym);
  // The personal data was erased, so the session has ended too.
  if (sealed === 'none') throw sessionExpired();
  const { profile, ...registered } = openPersonalData(keys, sealed, pseudonym);
  const voucher = voucherStateOf.get(sealed.voucher ?? '');
  const bonusState = voucherStateOf.get(sealed.bonus?.voucher ?? '');
  const voucherBy = sealed.rewardDay && voucherDueDay(sealed.rewardDay);
  return {
    ...emptyProfile,
    state,
    ...registered,
    ...profile,
    ...(voucher && { voucher }),
    ...(voucherBy && { voucherBy }),
    ...(sealed.bonus &&
      bonusState && { bonus: { amount: sealed.bonus.amount, state: bonusState } }),
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

// `users/editDetails/` never changes the fixed state, which decides the reward.

export const editDetails: Handler<'editDetails'> = async ({ fields, participant, t }, context) => {
  const { keys, storage } = context;
  if (participant.blocked) throw refuse('invalidUser');
  assertValid(fields, context);

  const { pseudonym } = participant;
  const { email = '', age } = fields;
  const edited = { ...fields, name: normalizeName(fields.name), email, age: String(age) };
  await storage.writePersonalData.one({ pseudonym, t, ...sealDetails(keys, edited, pseudonym) });
  return {};
};

function assertValid(fields: Fields<'editDetails'>, { campaign }: CallContext): void {
  if (!isStorableName(fields.name)) throw refuse('invalidName');
  if (!campaign.states.includes(fields.state)) {
    throw new Refusal(400, 'stateUnknown', { messageId: 'invalidData' });
  }
  if (!campaign.cities[fields.state]?.includes(fields.city)) throw refuse('emptyCity');
  if (emailError(fields.email ?? '')) throw refuse('format');
  if (!isGender(fields.gender)) throw refuse('invalidGender');
  if (ageError(String(fields.age))) throw refuse('invalidAge');
}
