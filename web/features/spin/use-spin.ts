// The states of a spin (Requirements WHL-2, WHL-3, WHL-6, WHL-7).
//   idle ── PLAY ──> requesting ── amount ──> spinning ── rest ──> revealed ── 1.5 s ──> reward
//                               ── error ──> idle, or failed if trying again helps
// `busy` is `requesting` while the server is overloaded.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useApp } from '../../app/use-app.ts';
import { rewardPath } from '../../session/navigation/reward-path.ts';
import { requestReward } from './request-reward.ts';

const restToRewardMs = 1500;

export type SpinState =
  | { stage: 'idle' | 'failed' | 'requesting' | 'busy' }
  | { stage: 'spinning' | 'revealed'; amount: number };

/** @param face the one that won, once the wheel has stopped */
export function useSpin(face: RefObject<Element | null>) {
  const app = useApp();
  const { go, rewardEntrance } = app;
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
    const timer = setTimeout(
      () => rewardEntrance.show(() => go(rewardPath(amount, outcomes)), face.current),
      restToRewardMs,
    );
    return () => clearTimeout(timer);
  }, [spin, go, rewardEntrance, face, outcomes]);

  const rest = () => {
    if (spin.stage === 'spinning') setSpin({ stage: 'revealed', amount: spin.amount });
  };

  return { spin, press: () => void play(), rest };
}
