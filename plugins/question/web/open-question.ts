import { isMessageId } from '@inaam/contract/message-ids.ts';
import { createStore } from 'zustand/vanilla';
import { CallRefused } from '@inaam/web/api/failures.ts';
import type { AppContext } from '@inaam/web/app/app-context.ts';
import { onceOnline } from '@inaam/web/app/network/network.ts';
import { questionCalls } from '../contract.ts';
import {
  keptChoice,
  keptQuestion,
  nextState,
  nothingAsked,
  type QuestionEvent,
} from './question.ts';

type QuestionApp = Pick<AppContext, 'network' | 'note' | 'round' | 'session'> & {
  calls: Pick<AppContext['calls'], 'quiet'>;
};

/** The shopper's question. The session keeps it, with the choice. Nothing here rejects. */
export function openQuestion(app: QuestionApp) {
  const { calls, note, session } = app;
  const { signal } = app.round;
  const store = createStore(() => nothingAsked);
  const happen = (event: QuestionEvent) => {
    // The error may have started the next person's session.
    if (signal.aborted) return;
    store.setState(nextState(store.getState(), event));
    const { question, choice } = store.getState();
    if (question !== undefined) session.setState(keptQuestion(question, choice));
  };
  const set = (to: Extract<QuestionEvent, { type: 'set' }>['to']) => happen({ type: 'set', to });

  /** @param language of the call, and so of its texts */
  const ask = async (language: string): Promise<void> => {
    set({ language });
    try {
      const { question } = await calls.quiet(questionCalls.getQuestion, {});
      const kept = question && keptChoice(question, session.getState().doubleReward);
      happen({ type: 'asked', language, question, kept });
    } catch (error) {
      // The screen can do without it.
      note('bonus', error);
      set({ failures: store.getState().failures + 1 });
    }
  };

  const send = async (): Promise<void> => {
    const { question, choice, sending, language } = store.getState();
    if (!question || choice === null || sending === 'sending' || sending === 'waiting') return;
    const { questionId } = question;
    set({ sending: 'sending' });
    try {
      const answer = await onceOnline(
        app,
        () => calls.quiet(questionCalls.answerQuestion, { questionId, selectedAnswer: choice }),
        (isWaiting) => set({ sending: isWaiting ? 'waiting' : 'sending' }),
      );
      happen({ type: 'answered', choice, answer });
    } catch (error) {
      note('bonus', error);
      // Another tab may have answered it: what the server has counts.
      if (error instanceof CallRefused && isMessageId(error.messageId)) await ask(language);
      set({ sending: 'failed' });
    }
  };

  return { store, ask, choose: (choice: number) => set({ choice }), send };
}
