import english from '@inaam/campaigns/default-words/en.json' with { type: 'json' };
import { callNames } from '@inaam/contract/calls.ts';
import { expect, test } from 'vitest';
import { loaderTexts } from './connect-calls.ts';

test('[MOD-4] each call has its loader text, and the spin has none', () => {
  const texts = callNames.map((name) => {
    const word = loaderTexts[name];
    return [name, word && english.loader[word]];
  });
  expect(Object.fromEntries(texts)).toEqual({
    startSession: 'Starting session...',
    recordConsent: 'Loading...',
    register: 'Saving details...',
    resendOtp: 'Resending OTP...',
    verifyOtp: 'Verifying OTP...',
    getStates: 'Getting State list',
    getCities: 'Loading...',
    editDetails: 'Saving details...',
    getDetails: 'Fetching details...',
    getReward: null,
    proveNumber: 'Loading...',
    withdrawConsent: 'Loading...',
    eraseData: 'Loading...',
  });
});
