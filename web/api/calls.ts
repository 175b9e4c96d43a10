import type { Answer, Fields } from '@inaam/contract/calls.ts';
import {
  coreCalls,
  details,
  ofPurchase,
  type CoreCallName,
  type Details,
  type EntryKey,
  type Registration,
} from '@inaam/contract/core-calls.ts';
import { readWinType } from '@inaam/contract/limits.ts';
import { UnreadableAnswer } from './failures.ts';
import type { Call } from './client.ts';

export type EntryValues = Partial<Record<EntryKey, string>>;

export type TypedRegistration = Registration & {
  isAgreed: boolean;
  /** Its proof, if the campaign asks for one. */
  purchase?: string;
};
/** While a voucher is owed: it is sent first, or forfeited. */
export type Wish = 'withdrawConsent' | 'eraseData';
export type NumberProof = Fields<'eraseData'>;
export type Erased = Answer<'eraseData'>['erased'];
export type SessionAnswer = Answer<'startSession'>;

export type CallByName = <Name extends CoreCallName>(
  name: Name,
  fields: Fields<Name>,
  onBusy?: () => void,
) => Promise<Answer<Name>>;

/**
 * @param quietCall shows no loader, for calls that the screen can do without
 * @param amounts those that the server may answer now
 */
export function createCalls(call: CallByName, quietCall: Call, amounts: () => readonly number[]) {
  return {
    startSession: (entry: EntryValues, masterKey: string | undefined): Promise<SessionAnswer> =>
      call('startSession', { ...entry, ...(masterKey === undefined ? {} : { masterKey }) }),

    recordConsent: async (isAgreed: boolean): Promise<void> => {
      await call('recordConsent', { agree: isAgreed ? 'YES' : 'NO' });
    },

    register: async ({ isAgreed, purchase, ...registration }: TypedRegistration) => {
      const { resendAfter, isElsewhere } = await call('register', {
        ...registration,
        ...ofPurchase(purchase),
        agree1: isAgreed,
        limit: '',
      });
      return { resendAfterSeconds: resendAfter, isElsewhere };
    },

    resendCode: async (mobile?: string) => {
      const { resendAfter } = await call('resendOtp', { mobile });
      return { resendAfterSeconds: resendAfter };
    },

    verifyCode: async (otp: string, mobile?: string, purchase?: string) => {
      const answer = await call('verifyOtp', { otp, mobile, ...ofPurchase(purchase) });
      const { accessToken, fromTN } = answer;
      return { verified: { accessToken, isFixedReward: fromTN === 1 }, answer };
    },

    states: async (): Promise<string[]> => (await quietCall(coreCalls.getStates, {})).states,

    cities: async (state: string): Promise<string[]> => (await call('getCities', { state })).cities,

    saveDetails: async (details: Details): Promise<void> => {
      await call('editDetails', details);
    },

    details: async (): Promise<Details> => {
      const answer = await call('getDetails', {});
      return details.parse({ ...answer, age: String(answer.age) });
    },

    voucher: async () => {
      const answer = await quietCall(coreCalls.getDetails, {});
      const { voucher: state, voucherBy: by, bonus, others } = answer;
      return { state, by, bonus, others };
    },

    /** For plugins. */
    quiet: quietCall,

    proveNumber: async (mobile: string) => {
      const { resendAfter, isElsewhere } = await call('proveNumber', { mobile });
      return { resendAfterSeconds: resendAfter, isElsewhere };
    },

    erase: async (wish: Wish, proof: NumberProof): Promise<Erased> =>
      (await call(wish, proof)).erased,

    reward: async (onBusy: () => void): Promise<number> => {
      const possible = amounts();
      const { winType } = await call('getReward', {}, onBusy);
      const amount = readWinType(winType, possible);
      if (amount === undefined) throw new UnreadableAnswer('otherShape');
      return amount;
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;
