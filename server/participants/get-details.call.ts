import { sessionExpired, Refusal, refuse } from '../http/refusal.ts';
import type { Bound, CallContext, Handler } from '../http/context.ts';
import type { Fields } from '@inaam/contract/calls.ts';
import type { VoucherState } from '@inaam/contract/vouchers.ts';
import { openPersonalData, sealDetails } from '../platform/personal-data.ts';
import { voucherDueDay } from '../messages/delivery-limits.rules.ts';
import { indianDay } from '../platform/period.rules.ts';
import type { PersonalData, readPersonalData, writePersonalData } from './personal-data.sql.ts';
import {
  ageError,
  emailError,
  isGender,
  isStorableName,
  normalizeName,
} from '@inaam/contract/fields.ts';

type ReadStorage = Bound<{ readPersonalData: typeof readPersonalData }>;
type WriteStorage = Bound<{ writePersonalData: typeof writePersonalData }>;

const emptyProfile = { city: '', email: '', gender: '', age: '', limit: '' };

export const getDetails: Handler<'getDetails', ReadStorage> = async ({ participant }, context) => {
  const { clocks, keys, storage } = context;
  const { pseudonym, state } = participant;
  const sealed = await storage.readPersonalData.one(pseudonym);
  // The personal data was erased, so the session has ended too.
  if (sealed === 'none') throw sessionExpired();
  const { profile, ...registered } = openPersonalData(keys, sealed, pseudonym);
  const today = indianDay(clocks.campaign());
  const vouchersOf = (whose: PersonalData['rewards'][number]['whose']) =>
    sealed.rewards.filter((reward) => reward.whose === whose).flatMap(voucherOn(today));
  const [own] = vouchersOf('own');
  const [bonus] = vouchersOf('bonus');
  const others = vouchersOf('other');
  return {
    ...emptyProfile,
    state,
    ...registered,
    ...profile,
    ...(own && { voucher: own.state, voucherBy: own.by }),
    ...(bonus && { bonus }),
    ...(others.length > 0 && { others }),
  };
};

const voucherOn =
  (today: string) =>
  ({ amount, day, voucher }: PersonalData['rewards'][number]) => {
    const state = voucherStateOf.get(voucher ?? '');
    const by = voucherDueDay(day);
    if (state === undefined) return [];
    return [{ amount, state: state === 'owed' && by < today ? ('late' as const) : state, by }];
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

export const editDetails: Handler<'editDetails', WriteStorage> = async (
  { fields, participant, t },
  context,
) => {
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
