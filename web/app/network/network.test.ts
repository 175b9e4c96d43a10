import { getEventListeners } from 'node:events';
import { setImmediate as turns } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { NetworkFailed } from '../../api/failures.ts';
import { createRound } from '../../session/round.ts';
import { createNetwork, onceOnline } from './network.ts';

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

test.each([
  ['goes on when the network is back', false, ['sent', 'waits', 'sent', 'done']],
  ['never goes on in another session', true, ['sent', 'waits']],
])(
  '[ERR-2][SES-7] a call that failed offline %s, and leaves no listener',
  async (_, isOver, steps) => {
    const { network, turn } = device(false);
    const round = createRound();
    const seen: string[] = [];
    const call = vi.fn(async () => {
      seen.push('sent');
      if (!network.store.getState().isOnline) throw new NetworkFailed(new TypeError());
      return 'done';
    });
    const onWait = (isWaiting: boolean) => isWaiting && seen.push('waits');
    void onceOnline({ network, round }, call, onWait).then((answer) => seen.push(answer));
    await turns();
    expect(network.store.getState().isWaiting).toBe(true);
    if (isOver) round.next();
    expect(network.store.getState().isWaiting).toBe(!isOver);
    turn(true);
    await turns();
    expect(seen).toEqual(steps);
    expect(getEventListeners(round.signal, 'abort')).toEqual([]);
  },
);
