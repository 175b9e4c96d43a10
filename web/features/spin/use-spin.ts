// One press of PLAY: one call, one spin, one outcome (Requirements WHL-2, WHL-3, WHL-6, WHL-7). The server alone
// decides; here its answer is only shown.
//
//   still ── press ──> asking ── amount ──> turning ── rest ──> told ── 1.5 s ──> the reward's screen
//                             ── none, failed ──> still
import { readWinType } from '@inaam/contract/win-type.ts';
import { useEffect, useRef, useState } from 'react';
import { CallRefused } from '../../api/call-refused.ts';
import { AnswerUnreadable } from '../../api/answer-unreadable.ts';
import { rewardPath } from '../../session/reward-path.ts';
import { useApp } from '../../use-app.ts';

/** Between the wheel's rest and the reward's screen (Spec 4, Wheel). */
const restToRewardMs = 1500;

type Spin =
  | { stage: 'still' | 'asking' }
  /** The amount is in whole rupees. */
  | { stage: 'turning' | 'told'; amount: number };

export function useSpin() {
  const { calls, campaign, session, go, explain, note } = useApp();
  const [spin, setSpin] = useState<Spin>({ stage: 'still' });
  // Known at once, where the stage is known only after the next render: taps may come in between.
  const isAsked = useRef(false);

  const ask = async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    setSpin({ stage: 'asking' });
    try {
      const answer = await calls.reward();
      const amounts = campaign.outcomes.map((outcome) => outcome.amount);
      const amount = readWinType(answer, amounts);
      if (amount === undefined) throw new AnswerUnreadable('otherShape');
      // Kept before it is shown: a reload in the middle of the show does not lose it.
      session.setState({ winType: amount });
      setSpin({ stage: 'turning', amount });
    } catch (error) {
      isAsked.current = false;
      setSpin({ stage: 'still' });
      note('spin', error);
      tell(error);
    }
  };

  const tell = (error: unknown) => {
    // An answer without an outcome stops quietly (Spec 4).
    if (error instanceof AnswerUnreadable && error.reason === 'otherShape') return;
    const isRefused = error instanceof CallRefused && error.messageId === undefined;
    // `note` has told it already.
    if (isRefused && error.statusCode === 401) return;
    explain(error);
  };

  useEffect(() => {
    if (spin.stage !== 'told') return undefined;
    const { amount } = spin;
    const timer = setTimeout(() => go(rewardPath(amount, campaign.outcomes)), restToRewardMs);
    return () => clearTimeout(timer);
  }, [spin, go, campaign]);

  const rest = () => {
    if (spin.stage === 'turning') setSpin({ stage: 'told', amount: spin.amount });
  };

  const press = () => void ask(); // Never rejects: what goes wrong is told or logged.

  return { spin, press, rest };
}
