import type { Question } from '@inaam/contract/calls.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallRefused, NetworkFailed } from '../../api/failures.ts';
import type { AppContext } from '../../app/app-context.ts';
import { waitForNetwork } from '../../app/network/network.ts';
import { useApp, useOnReturn } from '../../app/use-app.ts';
import { keptChoice, keptQuestion, type Sending } from './question.ts';

/**
 * The shopper's question, as the server has it. A choice survives a reload, and an answer once
 * sent counts.
 * @returns undefined before the first answer of the server; null: nothing is asked
 */
export function useQuestion() {
  const app = useApp();
  const { calls, campaign, session } = app;
  const [question, setQuestion] = useState<Question | null>();
  const [choice, setChoice] = useState<number | null>(null);
  const [sending, setSending] = useState<Sending>(null);
  const latest = useRef(0);

  const show = (shown: Question | null, chosen: number | null) => {
    setQuestion(shown);
    setChoice(shown?.selectedAnswer ?? chosen);
    session.setState(keptQuestion(shown, chosen));
  };
  const ask = async () => {
    const turn = ++latest.current;
    try {
      const asked = await calls.question();
      if (turn !== latest.current) return;
      show(asked, asked && (choice ?? keptChoice(asked, session.getState().doubleReward)));
      setSending(null);
    } catch (error) {
      // The screen can do without it.
      app.note('question', error);
    }
  };
  const askNow = useEffectEvent((_language: string) => void ask());
  // Its texts come in the language of the call.
  useEffect(() => {
    const timer = setTimeout(askNow, 0, campaign.language);
    return () => clearTimeout(timer);
  }, [campaign.language]);
  useOnReturn(() => {
    if (question === undefined) void ask();
  });

  const choose = (option: number) => question && show(question, option);
  const send = async () => {
    if (!question || choice === null || sending === 'sending' || sending === 'waiting') return;
    setSending('sending');
    try {
      const answer = await onceOnline(
        app,
        () => calls.answer(question.questionId, choice),
        setSending,
      );
      if (answer === undefined) return;
      show({ ...question, ...answer, selectedAnswer: choice }, choice);
      setSending(null);
    } catch (error) {
      setSending('failed');
      app.note('question', error);
      // Another tab may have answered it.
      if (error instanceof CallRefused && error.statusCode < 500) await ask();
    }
  };
  return { question, choice, sending, choose, send };
}

/** Goes on by itself after an outage. @returns nothing if the session has ended meanwhile */
async function onceOnline<Answer>(
  { entry, network }: AppContext,
  call: () => Promise<Answer>,
  onWait: (sending: 'sending' | 'waiting') => void,
): Promise<Answer | undefined> {
  const { round } = entry.store.getState();
  while (entry.store.getState().round === round) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof NetworkFailed) || network.store.getState().isOnline) throw error;
      onWait('waiting');
      await waitForNetwork(network);
      onWait('sending');
    }
  }
  return undefined;
}
