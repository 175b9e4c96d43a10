import { expect, test } from 'vitest';
import { createNetwork } from './network.ts';

/** A device whose network goes and comes as told. */
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

test('[ERR-2] what waits for the network is called each time it comes back, and never as it goes', () => {
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

test('[ERR-2] a page that is loaded without a network knows it', () => {
  const { network, turn } = device(false);
  expect(network.store.getState().isOnline).toBe(false);
  let calls = 0;
  network.onReturn(() => (calls += 1));
  turn(true);
  expect(calls).toBe(1);
});
