// One press of PLAY: one call, one spin, one outcome (Requirements WHL-2, WHL-3, WHL-6, WHL-7). The server alone
// decides; here its answer is only shown.
//
//   still ── press ──> asking ── amount ──> turning ── rest ──> told ── 1.5 s ──> the reward's screen
//                             ── none, failed ──> still
import { useEffect, useRef, useState } from 'react';
import { rewardPath } from '../../session/reward-path.ts';
import { useApp } from '../../app/use-app.ts';
import { askReward } from './ask-reward.ts';

/** Between the wheel's rest and the reward's screen (Spec 4, Wheel). */
const restToRewardMs = 1500;

type Spin =
  | { stage: 'still' | 'asking' }
  /** The amount is in whole rupees. */
  | { stage: 'turning' | 'told'; amount: number };

export function useSpin() {
  const app = useApp();
  const { go } = app;
  // Not the campaign: that is another one when the language changes, and the second and a half go on.
  const { outcomes } = app.campaign;
  const [spin, setSpin] = useState<Spin>({ stage: 'still' });
  // Known at once, where the stage is known only after the next render: taps may come in between.
  const isAsked = useRef(false);

  const ask = async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    setSpin({ stage: 'asking' });
    const amount = await askReward(app, () => {
      isAsked.current = false;
      setSpin({ stage: 'still' });
    });
    if (amount !== undefined) setSpin({ stage: 'turning', amount });
  };

  useEffect(() => {
    if (spin.stage !== 'told') return undefined;
    const { amount } = spin;
    const timer = setTimeout(() => go(rewardPath(amount, outcomes)), restToRewardMs);
    return () => clearTimeout(timer);
  }, [spin, go, outcomes]);

  const rest = () => {
    if (spin.stage === 'turning') setSpin({ stage: 'told', amount: spin.amount });
  };

  const press = () => void ask(); // Never rejects: what goes wrong is told or logged.

  return { spin, press, rest };
}
