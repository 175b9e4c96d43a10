import type { Question } from '@inaam/contract/calls.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp, useOnReturn } from '../../app/use-app.ts';
import { fetchQuestion, sendAnswer } from './answer-question.ts';
import { keptChoice, keptQuestion, type Sending } from './question.ts';

/**
 * The shopper's question, as the server has it. A choice survives a reload.
 * @returns `question` undefined before the server's first answer; null: nothing is asked
 */
export function useQuestion() {
  const app = useApp();
  const { campaign, session } = app;
  const [question, setQuestion] = useState<Question | null>();
  const [choice, setChoice] = useState<number | null>(null);
  const [sending, setSending] = useState<Sending>(null);
  const latest = useRef(0);

  const show = (shown: Question | null, chosen: number | null) => {
    setQuestion(shown);
    setChoice(shown?.selectedAnswer ?? chosen);
  };
  const ask = async () => {
    const turn = ++latest.current;
    const asked = await fetchQuestion(app, choice);
    if (asked === undefined || turn !== latest.current) return;
    show(asked, choice ?? (asked && keptChoice(asked, session.getState().doubleReward)));
  };
  // Its texts come in the language of the call.
  const askIn = useEffectEvent((_language: string) => void ask());
  useEffect(() => {
    const timer = setTimeout(askIn, 0, campaign.language);
    return () => clearTimeout(timer);
  }, [campaign.language]);
  useOnReturn(() => {
    if (question === undefined) void ask();
  });

  const choose = (option: number) => {
    setChoice(option);
    if (question) session.setState(keptQuestion(question, option));
  };
  const send = async () => {
    if (!question || choice === null || sending === 'sending' || sending === 'waiting') return;
    setSending('sending');
    const answered = await sendAnswer(app, question, choice, setSending);
    if (answered !== undefined) show(answered, choice);
    // Before an answer arrives that an earlier call asked for.
    latest.current += 1;
    setSending(answered === undefined ? 'failed' : null);
  };
  return { question, choice, sending, choose, send };
}
