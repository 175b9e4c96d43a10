// The road of who gets a fixed reward (Requirements OTP-4, WHL-9): asks for it, and shows nothing won before the
// server has granted it. Once it is granted, the guard leads on to its screen.
import { readWinType } from '@inaam/contract/win-type.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { AnswerUnreadable } from '../../api/answer-unreadable.ts';
import { CallRefused } from '../../api/call-refused.ts';
import { Seal } from '../../ui/seal.tsx';
import { Button } from '../../ui/button.tsx';
import { useApp } from '../../use-app.ts';
import './fixed-reward.css';

export function FixedReward() {
  const { calls, campaign, session, note } = useApp();
  const { wheel } = campaign.words;
  const [failure, setFailure] = useState<string | null>(null);

  const grant = (answer: number | string) => {
    const amounts = campaign.outcomes.map((outcome) => outcome.amount);
    const winType = readWinType(answer, amounts);
    if (winType === undefined) throw new AnswerUnreadable('otherShape');
    session.setState({ winType });
  };

  const fail = (error: unknown) => {
    const isTold =
      error instanceof CallRefused &&
      (error.messageId !== undefined || error.programme !== undefined);
    setFailure(isTold ? error.message : wheel.fixedFailed);
    note('spin', error);
  };

  const ask = () => {
    calls.reward().then(grant).catch(fail);
  };
  const askAtFirst = useEffectEvent(ask);
  useEffect(() => askAtFirst(), []);

  const askAgain = () => {
    setFailure(null);
    ask();
  };

  return (
    <section className="fixed-reward card" aria-live="polite">
      <h1>{wheel.fixedTitle}</h1>
      {failure === null ? (
        <Seal />
      ) : (
        <>
          <p>{failure}</p>
          <Button onClick={askAgain}>{wheel.tryAgain}</Button>
        </>
      )}
    </section>
  );
}
