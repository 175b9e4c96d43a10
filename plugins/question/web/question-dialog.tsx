import type { PublicWords } from '@inaam/campaigns/public/public-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatWait } from '@inaam/campaigns/public/format.ts';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useApp } from '@inaam/web/app/use-app.ts';
import { useSecondsLeft } from '@inaam/web/forms/resend/countdown.ts';
import { Button, IconButton } from '@inaam/web/ui/button.tsx';
import { Character } from '@inaam/web/ui/character/character.tsx';
import { Dialog } from '@inaam/web/ui/dialog.tsx';
import { Icon } from '@inaam/web/ui/icons.tsx';
import { NoBreak } from '@inaam/web/ui/no-break.tsx';
import type { Question } from '../contract.ts';
import {
  isAnswered,
  isOpen,
  isSaid,
  markOf,
  optionOfKey,
  stageOf,
  type Stage,
} from './question.ts';
import { useCelebration, type useQuestion } from './use-question.ts';

type QuestionWords = NonNullable<PublicWords['question']>;

type DialogProps = Omit<ReturnType<typeof useQuestion>, 'question'> & {
  question: Question;
  words: QuestionWords;
  /** The reward without and with the bonus. */
  written: { amount: string; total: string };
  values: { amount: number; bonus: number };
};

const moods = {
  asked: 'waiting',
  sending: 'waiting',
  waiting: 'waiting',
  failed: 'wince',
  timeUp: 'console',
  right: 'cheer',
  wrong: 'console',
} as const satisfies Record<Stage, string>;

export function QuestionDialog(props: DialogProps) {
  const { question, words, written, choice, sending, send } = props;
  const { campaign, overlay } = useApp();
  // It never takes an answer that was sent.
  const clock = useClock(question.seconds, question.isRight === null && sending === null);
  const { left, take } = clock;
  const stage = stageOf(question, sending, left === 0);
  const prompt = useId();
  const unlock = useCelebration(stage);
  const close = () => overlay.setState({ open: null });

  const proceed = () => {
    if (isAnswered(stage)) close();
    else if (stage === 'timeUp') clock.begin();
    else if (choice !== null) {
      unlock();
      void send();
    }
  };
  return (
    <Dialog label={question.question} variant="full" onClose={close}>
      <form
        className="question"
        data-stage={stage}
        onSubmit={(event) => {
          event.preventDefault();
          proceed();
        }}
      >
        <div className="question-top">
          <IconButton label={campaign.words.menu.close} onClick={close}>
            <Icon name="close" />
          </IconButton>
          {left !== null && question.seconds !== null && question.isRight === null && (
            <Clock left={left} of={question.seconds} words={words} />
          )}
          <p className="question-stake" aria-hidden="true">
            <s>{written.amount}</s>
            <b>{written.total}</b>
          </p>
        </div>
        <div className="question-stage">
          <Media question={question} words={words} />
          <Character key={`${stage} ${take}`} mood={moods[stage]} />
        </div>
        <h2 id={prompt}>
          <NoBreak text={question.question} />
        </h2>
        <Options {...props} key={take} stage={stage} labelledBy={prompt} />
        <Foot {...props} stage={stage} />
      </form>
    </Dialog>
  );
}

function Media({
  question: { imageUrl, videoUrl },
  words,
}: Pick<DialogProps, 'question' | 'words'>) {
  const [hasFailed, setFailed] = useState(false);
  if (videoUrl !== '' && !hasFailed) {
    const poster = imageUrl === '' ? {} : { poster: imageUrl };
    return (
      <video
        {...poster}
        src={videoUrl}
        aria-label={words.video}
        muted
        playsInline
        controls
        preload={imageUrl === '' ? 'metadata' : 'none'}
        onError={() => setFailed(true)}
      />
    );
  }
  if (imageUrl !== '') return <img src={imageUrl} alt={words.picture} />;
  return hasFailed ? <p role="alert">{words.videoFailed}</p> : null;
}

type OptionsProps = DialogProps & { stage: Stage; labelledBy: string };

function Options({ question, words, choice, choose, stage, labelledBy }: OptionsProps) {
  const { direction } = useApp().campaign;
  const group = useRef<HTMLFieldSetElement>(null);
  const focus = (option: number) => group.current?.querySelectorAll('input')[option]?.focus();
  // After the dialog has given the focus to its first button.
  const focusChosen = useEffectEvent(() => focus(choice ?? 0));
  useEffect(() => focusChosen(), []);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    const isOfVideo = target instanceof HTMLVideoElement;
    if (!isOpen(stage) || altKey || ctrlKey || metaKey || isOfVideo) return;
    const of = { choice, count: question.options.length, isRtl: direction === 'rtl' };
    const option = optionOfKey(key, of);
    if (option === undefined) return;
    event.preventDefault();
    choose(option);
    focus(option);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <fieldset ref={group} aria-labelledby={labelledBy} role="radiogroup">
      {question.options.map((text, option) => (
        <Option
          key={text}
          number={option + 1}
          text={text}
          isChosen={choice === option}
          isLocked={!isOpen(stage)}
          mark={markOf(option, question)}
          words={words}
          onChoose={() => choose(option)}
        />
      ))}
    </fieldset>
  );
}

type OptionProps = {
  number: number;
  text: string;
  isChosen: boolean;
  isLocked: boolean;
  mark: ReturnType<typeof markOf>;
  words: QuestionWords;
  onChoose: () => void;
};

function Option({ number, text, isChosen, isLocked, mark, words, onChoose }: OptionProps) {
  return (
    <label
      className="question-option"
      data-mark={mark}
      data-chosen={isChosen || undefined}
      data-locked={isLocked || undefined}
    >
      <input
        type="radio"
        name="option"
        className="visually-hidden"
        checked={isChosen}
        disabled={isLocked}
        onChange={onChoose}
      />
      <i aria-hidden="true">{number}</i>
      <span>
        {text}
        {mark !== undefined && (
          <span className="visually-hidden">
            {' '}
            {mark === 'right' ? words.rightAnswer : words.yourAnswer}
          </span>
        )}
      </span>
      {mark !== undefined && (
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={mark === 'right' ? 'M4 13L10 19L20 6' : 'M6 6L18 18M18 6L6 18'} />
        </svg>
      )}
    </label>
  );
}

/** Its seconds are said aloud only near the end. */
function Clock({ left, of, words }: { left: number; of: number; words: QuestionWords }) {
  const { language } = useApp().campaign;
  return (
    <div className="question-clock" data-late={left <= 5 || undefined}>
      <i aria-hidden="true" style={{ transform: `scaleX(${left / of})` }} />
      <b aria-hidden="true">{left}</b>
      <output className="visually-hidden">
        {isSaid(left, of) && fill(words.clock, { wait: formatWait(left, language) })}
      </output>
    </div>
  );
}

/** The result, and the one button that leads on. */
function Foot({ stage, question, words, values, choice }: DialogProps & { stage: Stage }) {
  const { errors, wheel } = useApp().campaign.words;
  const button = useRef<HTMLButtonElement>(null);
  const isOver = isAnswered(stage) || stage === 'timeUp';
  // The options can no longer be reached.
  useEffect(() => {
    if (isOver) button.current?.focus({ preventScroll: true });
  }, [isOver]);
  const label = {
    asked: words.check,
    sending: words.sending,
    waiting: words.sending,
    failed: wheel.tryAgain,
    timeUp: wheel.tryAgain,
    right: words.add,
    wrong: words.back,
  }[stage];
  const isIdle =
    stage === 'sending' || stage === 'waiting' || (stage === 'asked' && choice === null);
  return (
    <div className="question-foot">
      <div aria-live="polite">
        {stage === 'asked' && <p>{words.free}</p>}
        {stage === 'waiting' && <p>{errors.offline}</p>}
        {stage === 'waiting' && <p>{errors.goesOn}</p>}
        {stage === 'failed' && <p>{words.failed}</p>}
        {stage === 'timeUp' && <h3>{words.timeUp}</h3>}
        {isAnswered(stage) && (
          <>
            <h3>
              <NoBreak text={fill(stage === 'right' ? words.right : words.wrong, values)} />
            </h3>
            <p>{question.explanation}</p>
          </>
        )}
      </div>
      <Button ref={button} type="submit" isDisabled={isIdle}>
        {label}
      </Button>
    </div>
  );
}

/** `take` counts how often it has begun. */
function useClock(seconds: number | null, isRunning: boolean) {
  const { now } = useApp();
  const start = (take: number) => ({ take, end: now() + (seconds ?? 0) * 1000 });
  const [{ take, end }, setStart] = useState(() => start(0));
  const left = useSecondsLeft(end, isRunning && seconds !== null);
  return { left: seconds && Math.min(left, seconds), take, begin: () => setStart(start(take + 1)) };
}
