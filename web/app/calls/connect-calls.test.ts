import english from '@inaam/campaigns/default-words/en.json' with { type: 'json' };
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { loaderTexts, retryPause } from './connect-calls.ts';
import { createNetwork } from '../network/network.ts';

test('[MOD-4] each call has its loader text; the spin has none', () => {
  const texts = Object.entries(loaderTexts).map(([name, word]) => [
    name,
    word && english.loader[word],
  ]);
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

function pausing() {
  let isOnline = true;
  let changed: () => void = () => undefined;
  const pause = Promise.withResolvers<void>();
  const session = new AbortController();
  const network = createNetwork({
    isOnline: () => isOnline,
    onNetwork: (heard) => (changed = heard),
  });
  let hasEnded = false;
  const { signal } = session;
  void retryPause(pause.promise, { signal, network }).then(() => (hasEnded = true));
  return {
    session,
    endPause: pause.resolve,
    turn: (to: boolean) => {
      isOnline = to;
      changed();
    },
    hasEnded: async () => {
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      expect(getEventListeners(signal, 'abort')).toHaveLength(hasEnded ? 0 : 1);
      return hasEnded;
    },
  };
}

test('a pause ends on time', async () => {
  const { hasEnded, endPause } = pausing();
  expect(await hasEnded()).toBe(false);
  endPause();
  expect(await hasEnded()).toBe(true);
});

test('[SES-7] the end of its session ends it', async () => {
  const { hasEnded, session } = pausing();
  expect(await hasEnded()).toBe(false);
  session.abort();
  expect(await hasEnded()).toBe(true);
});

test('[ERR-2] it ends when the network goes, and not when the network stays', async () => {
  const { hasEnded, turn } = pausing();
  turn(true);
  expect(await hasEnded()).toBe(false);
  turn(false);
  expect(await hasEnded()).toBe(true);
});
