import { expect, test } from 'vitest';
import { createNetwork } from '../../app/network/network.ts';
import { createRound } from '../../session/round.ts';
import { openSession } from '../../session/session-store.ts';
import { requestReward } from './request-reward.ts';

test('a reward is counted once, however often PLAY shows it', async () => {
  const tracked: string[] = [];
  const app = {
    calls: { reward: () => Promise.resolve(5) },
    explain: () => undefined,
    network: createNetwork({ isOnline: () => true, onNetwork: () => undefined }),
    note: () => true,
    round: createRound(),
    session: openSession({ getItem: () => null, setItem: () => undefined }),
    track: (event: string) => void tracked.push(event),
  };
  const play = () =>
    requestReward(app, { onBusy: () => undefined, onError: () => expect.unreachable() });
  expect([await play(), await play()]).toEqual([5, 5]);
  expect(tracked).toEqual(['spin_wheel']);
});
