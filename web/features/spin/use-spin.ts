// The states of a spin (Requirements WHL-2, WHL-3, WHL-6, WHL-7).
//   idle ── PLAY ──> requesting ── amount ──> spinning ── rest ──> revealed ── 1.5 s ──> reward
//                               ── error ──> idle, or failed if trying again helps
// `busy` is `requesting` while the server is overloaded.
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { rewardPath } from '../../session/reward-path.ts';
import { requestReward } from './request-reward.ts';

const restToRewardMs = 1500;

export type SpinState =
  | { stage: 'idle' | 'failed' | 'requesting' | 'busy' }
  | { stage: 'spinning' | 'revealed'; amount: number };

export function useSpin() {
  const app = useApp();
  const { go } = app;
  // A change of the language replaces the campaign; its outcomes stay, and so does the timer below.
  const { outcomes } = app.campaign;
  const [spin, setSpin] = useState<SpinState>({ stage: 'idle' });
  // The stage changes only with the next render: a second tap may come before.
  const isPressed = useRef(false);

  const play = async () => {
    if (isPressed.current) return;
    isPressed.current = true;
    setSpin({ stage: 'requesting' });
    const amount = await requestReward(app, {
      onBusy: () => setSpin({ stage: 'busy' }),
      onError: (canRetry) => {
        isPressed.current = false;
        setSpin({ stage: canRetry ? 'failed' : 'idle' });
      },
    });
    if (amount !== undefined) setSpin({ stage: 'spinning', amount });
  };

  useEffect(() => {
    if (spin.stage !== 'revealed') return undefined;
    const { amount } = spin;
    const timer = setTimeout(() => go(rewardPath(amount, outcomes)), restToRewardMs);
    return () => clearTimeout(timer);
  }, [spin, go, outcomes]);

  const rest = () => {
    if (spin.stage === 'spinning') setSpin({ stage: 'revealed', amount: spin.amount });
  };

  return { spin, press: () => void play(), rest };
}
