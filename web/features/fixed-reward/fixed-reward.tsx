import { useEffect, useEffectEvent, useState } from 'react';
import { useApp, useMessageText, useOnReturn } from '../../app/use-app.ts';
import type { Message } from '../../locale/message.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { requestFixedReward } from './request-fixed-reward.ts';
import './fixed-reward.css';

export function FixedReward() {
  const app = useApp();
  const { loader, wheel } = app.campaign.words;
  const text = useMessageText();
  const [failure, setFailure] = useState<Message | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const request = async () => {
    setFailure(await requestFixedReward(app, () => setIsBusy(true)));
    setIsBusy(false);
  };
  const requestOnOpen = useEffectEvent(request);
  useEffect(() => void requestOnOpen(), []); // Never rejects: a failure is shown.

  const retry = () => {
    setFailure(null);
    void request(); // Never rejects: a failure is shown.
  };
  useOnReturn(() => {
    if (failure !== null) retry();
  });

  return (
    <section className="fixed-reward card" aria-live="polite">
      <h1>{wheel.fixedTitle}</h1>
      {failure === null ? (
        <>
          <Emblem />
          {isBusy && <p>{loader.busy}</p>}
        </>
      ) : (
        <>
          <p>{text(failure)}</p>
          <Button onClick={retry}>{wheel.tryAgain}</Button>
        </>
      )}
    </section>
  );
}
