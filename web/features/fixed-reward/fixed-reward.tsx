import { useEffect, useEffectEvent, useState } from 'react';
import { useApp, useMessageText, useOnReturn } from '../../app/use-app.ts';
import type { Message } from '../../locale/message.ts';
import { Button } from '../../ui/button.tsx';
import { Character } from '../../ui/character/character.tsx';
import { Emblem } from '../../ui/illustration.tsx';
import { requestFixedReward } from './request-fixed-reward.ts';
import './fixed-reward.css';

type State = { failure: Message | null; isBusy: boolean };

const requested: State = { failure: null, isBusy: false };

export function FixedReward() {
  const app = useApp();
  const { errors, loader, wheel } = app.campaign.words;
  const text = useMessageText();
  const [{ failure, isBusy }, setState] = useState<State>(requested);

  const request = () =>
    void requestFixedReward(app, () => setState({ failure: null, isBusy: true })).then((failed) =>
      setState({ failure: failed, isBusy: false }),
    );
  const requestOnOpen = useEffectEvent(request);
  useEffect(() => requestOnOpen(), []);

  const retry = () => {
    setState(requested);
    request();
  };
  useOnReturn(() => {
    if (failure !== null) retry();
  });

  // Only an unreachable server leaves the reward safe; a refusal may mean that there is none.
  const failedTitle = failure === 'wheel.fixedFailed' ? errors.rewardSafe : errors.popupTitle;
  const title = failure === null ? wheel.fixedTitle : failedTitle;
  return (
    <section className="fixed-reward card" aria-live="polite">
      <h1>{title}</h1>
      {failure === null ? (
        <>
          <Emblem />
          {isBusy && <p>{loader.busy}</p>}
        </>
      ) : (
        <>
          <Character mood="console" />
          <p>{text(failure)}</p>
          <Button onClick={retry}>{wheel.tryAgain}</Button>
        </>
      )}
    </section>
  );
}
