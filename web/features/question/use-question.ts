import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand/react';
import { useApp, useOnReturn } from '../../app/use-app.ts';
import { openQuestion } from './open-question.ts';

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
