import { expect, test } from 'vitest';
import { createNetwork } from './network.ts';

function device(isOnline = true) {
  let changed: () => void = () => undefined;
  const network = createNetwork({
    isOnline: () => isOnline,
    onNetwork: (heard) => (changed = heard),
  });
  const turn = (to: boolean) => {
    isOnline = to;
    changed();
  };
  return { network, turn };
}

test('[ERR-2] listeners are called each time the network comes back, and never when it goes', () => {
  const { network, turn } = device();
  let calls = 0;
  const end = network.onReturn(() => (calls += 1));
  turn(false);
  turn(false);
  expect([calls, network.store.getState().isOnline]).toEqual([0, false]);
  turn(true);
  turn(true);
  expect([calls, network.store.getState().isOnline]).toEqual([1, true]);
  turn(false);
  turn(true);
  expect(calls).toBe(2);
  end();
  turn(false);
  turn(true);
  expect(calls).toBe(2);
});

test('[ERR-2] a page that is loaded offline knows it', () => {
  const { network, turn } = device(false);
  expect(network.store.getState().isOnline).toBe(false);
  let calls = 0;
  network.onReturn(() => (calls += 1));
  turn(true);
  expect(calls).toBe(1);
});
