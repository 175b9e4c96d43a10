// The road of who gets a fixed reward (Requirements OTP-4, WHL-9): asks for it, and shows nothing won before the
// server has granted it. Once it is granted, the guard leads on to its screen.
import { useEffect, useEffectEvent, useState } from 'react';
import { Emblem } from '../../ui/emblem.tsx';
import { Button } from '../../ui/button.tsx';
import { useApp, useOnReturn, useRetold } from '../../app/use-app.ts';
import { askFixedReward } from './ask-fixed-reward.ts';
import './fixed-reward.css';

export function FixedReward() {
  const app = useApp();
  const { wheel } = app.campaign.words;
  const [failure, setFailure] = useState<string | null>(null);

  const told = useRetold(failure);

  // Never rejects: a failure is shown.
  const ask = () => void askFixedReward(app).then(setFailure);
  const askAtFirst = useEffectEvent(ask);
  useEffect(() => askAtFirst(), []);

  const askAgain = () => {
    setFailure(null);
    ask();
  };
  useOnReturn(() => {
    if (failure !== null) askAgain();
  });

  return (
    <section className="fixed-reward card" aria-live="polite">
      <h1>{wheel.fixedTitle}</h1>
      {failure === null ? (
        <Emblem />
      ) : (
        <>
          <p>{told}</p>
          <Button onClick={askAgain}>{wheel.tryAgain}</Button>
        </>
      )}
    </section>
  );
}
