import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useApp, useMessageText, useOnReturn } from '../../app/use-app.ts';
import { revealMs } from '../../app/reward/reward-entrance.ts';
import type { Message } from '../../locale/message.ts';
import { attempt, prefersReducedMotion } from '../../optional.ts';
import { rewardPath } from '../../session/navigation/paths.ts';
import { isSoundOff } from '../../session/storage/notice-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Character } from '../../ui/character/character.tsx';
import { createWheelSound, openSpeaker } from '../../wheel/sound/sound.ts';
import { requestFixedReward } from './request-fixed-reward.ts';
import '../../ui/full-bleed.css';
import './fixed-reward.css';
import { Emblem } from '../../ui/illustration.tsx';

type State = { answer: number | Message | null; isBusy: boolean };

const requested: State = { answer: null, isBusy: false };

/** The front of the ticket on the reward's screen. */
type Front = ComponentType<{ ref: RefObject<HTMLDivElement | null>; amount: number }>;

export function FixedReward({ Front }: { Front: Front }) {
  const app = useApp();
  const { campaign } = app;
  const { errors, loader, wheel } = campaign.words;
  const text = useMessageText();
  const [{ answer, isBusy }, setState] = useState<State>(requested);
  const amount = typeof answer === 'number' ? answer : null;
  const ticket = useOpening(amount);

  const request = () =>
    void requestFixedReward(app, () => setState({ answer: null, isBusy: true })).then((given) =>
      setState({ answer: given, isBusy: false }),
    );
  const requestOnOpen = useEffectEvent(request);
  useEffect(() => requestOnOpen(), []);

  const failure = typeof answer === 'number' ? null : answer;
  const retry = () => {
    setState(requested);
    request();
  };
  useOnReturn(() => {
    if (failure !== null) retry();
  });

  if (failure === null) {
    return (
      <section
        className="fixed-reward full-bleed"
        data-open={amount !== null || undefined}
        aria-live="polite"
      >
        <h1>{wheel.fixedTitle}</h1>
        <Gift amount={amount} ticket={ticket} Front={Front} />
        {isBusy && <p>{loader.busy}</p>}
      </section>
    );
  }
  // Only an unreachable server leaves the reward safe; a refusal may mean that there is none.
  const title = failure === 'wheel.fixedFailed' ? errors.rewardSafe : errors.popupTitle;
  return (
    <section className="fixed-reward card" aria-live="polite">
      <h1>{title}</h1>
      <Character mood="console" />
      <p>{text(failure)}</p>
      <Button onClick={retry}>{wheel.tryAgain}</Button>
    </section>
  );
}

/** Once the amount is known the gift opens, and its ticket becomes that of the reward's screen. */
function useOpening(amount: number | null) {
  const { session, local, go, rewardEntrance, campaign } = useApp();
  const ticket = useRef<HTMLDivElement>(null);
  // Changing the language replaces the campaign; these stay.
  const { outcomes } = campaign;
  const { sounds } = campaign;
  useEffect(() => {
    if (amount === null) return undefined;
    let isHandedOver = false;
    const sound = createWheelSound(isSoundOff(local), (onChange) => openSpeaker(onChange, sounds));
    const change = () => {
      session.setState({ rewardAmount: amount });
      go(rewardPath(amount, outcomes));
    };
    const show = () => {
      isHandedOver = true;
      rewardEntrance.show(change, ticket.current, { sound, isCelebrated: false });
    };
    if (prefersReducedMotion()) show();
    // Browsers log a warning if the page has not been touched.
    else if (attempt(() => navigator.userActivation.hasBeenActive, false)) {
      sound.prepare();
      sound.unlock();
    }
    const timer = isHandedOver ? undefined : setTimeout(show, revealMs.gift);
    return () => {
      clearTimeout(timer);
      if (!isHandedOver) sound.close();
    };
  }, [amount, session, local, go, rewardEntrance, outcomes, sounds]);
  return ticket;
}

type GiftProps = {
  /** Of what comes out, once it opens. */
  amount: number | null;
  ticket: RefObject<HTMLDivElement | null>;
  Front: Front;
};

/** A wrapped box. Everybody gets the same, so nothing about it looks like a draw. */
function Gift({ amount, ticket, Front }: GiftProps) {
  const { campaign } = useApp();
  return (
    <div className="gift" aria-hidden="true">
      {amount !== null && (
        <div className="gift-ticket ticket" data-shape={campaign.theme.kit.ticket.shape}>
          <Front ref={ticket} amount={amount} />
        </div>
      )}
      <svg viewBox="0 0 200 200" focusable="false">
        <path d="M28 96H172V182A8 8 0 0 1 164 190H36A8 8 0 0 1 28 182Z" />
        <path className="gift-ribbon" d="M86 96H114V190H86Z" />
      </svg>
      <Emblem />
      <svg className="gift-lid" viewBox="0 0 200 200" focusable="false">
        <path
          className="gift-ribbon"
          d="M100 66C62 70 40 50 52 34S96 34 100 66ZM100 66C138 70 160 50 148 34S104 34 100 66Z"
        />
        <path d="M22 66H178A4 4 0 0 1 182 70V96A4 4 0 0 1 178 100H22A4 4 0 0 1 18 96V70A4 4 0 0 1 22 66Z" />
        <path className="gift-ribbon" d="M84 66H116V100H84Z" />
      </svg>
    </div>
  );
}
