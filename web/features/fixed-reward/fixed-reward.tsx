import { useEffect, useEffectEvent, useState } from 'react';
import { useApp, useMessageText, useOnReturn } from '../../app/use-app.ts';
import type { Message } from '../../locale/message.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { requestFixedReward } from './request-fixed-reward.ts';
import './fixed-reward.css';

export function FixedReward() {
  const app = useApp();
  const { wheel } = app.campaign.words;
  const text = useMessageText();
  const [failure, setFailure] = useState<Message | null>(null);

  const request = () => void requestFixedReward(app).then(setFailure);
  const requestOnOpen = useEffectEvent(request);
  useEffect(() => requestOnOpen(), []);

  const retry = () => {
    setFailure(null);
    request();
  };
  useOnReturn(() => {
    if (failure !== null) retry();
  });

  return (
    <section className="fixed-reward card" aria-live="polite">
      <h1>{wheel.fixedTitle}</h1>
      {failure === null ? (
        <Emblem />
      ) : (
        <>
          <p>{text(failure)}</p>
          <Button onClick={retry}>{wheel.tryAgain}</Button>
        </>
      )}
    </section>
  );
}
