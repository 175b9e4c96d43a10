import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { useApp, useOnReturn } from '@inaam/web/app/use-app.ts';
import { isSoundOff } from '@inaam/web/session/storage/notice-answer.ts';
import { vibrate } from '@inaam/web/wheel/sound/haptics.ts';
import { createWheelSound, openSpeaker, type WheelSound } from '@inaam/web/wheel/sound/sound.ts';
import { openQuestion } from './open-question.ts';
import type { Stage } from './question.ts';

/** Doubles with each failure. */
const retryMs = 10_000;

export function useQuestion() {
  const app = useApp();
  const { language } = app.campaign;
  const [{ store, ask, choose, send }] = useState(() => openQuestion(app));
  const { question, choice, sending, failures } = useStore(store);
  useEffect(() => {
    const timer = setTimeout(() => void ask(language));
    return () => clearTimeout(timer);
  }, [ask, language]);
  const askAgain = useEffectEvent(() => void ask(language));
  useEffect(() => {
    if (failures === 0) return undefined;
    const timer = setTimeout(askAgain, retryMs * 2 ** failures);
    return () => clearTimeout(timer);
  }, [failures]);
  useOnReturn(() => {
    if (question === undefined) void ask(language);
  });
  return { question, choice, sending, choose, send };
}

const cheer: readonly number[] = [16, 60, 22, 60, 30];

/**
 * The campaign's motif when the answer is right, unless the wheel's sound was turned off.
 * @returns a function to call within a press: browsers allow sound only there
 */
export function useCelebration(stage: Stage): () => void {
  const { campaign, local } = useApp();
  const { sounds } = campaign;
  const sound = useRef<WheelSound>(undefined);
  useEffect(() => {
    if (stage !== 'right' || sound.current === undefined) return;
    sound.current.celebrate('most');
    if (!isSoundOff(local)) vibrate(cheer);
  }, [stage, local]);
  useEffect(() => () => sound.current?.close(), []);
  return () => {
    sound.current ??= createWheelSound(isSoundOff(local), (onChange) =>
      openSpeaker(onChange, sounds),
    );
    sound.current.unlock();
  };
}
