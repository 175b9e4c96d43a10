import type { Question } from '@inaam/contract/calls.ts';
import { isMessageId } from '@inaam/contract/message-ids.ts';
import { CallRefused, NetworkFailed } from '../../api/failures.ts';
import type { AppContext } from '../../app/app-context.ts';
import { waitForNetwork } from '../../app/network/network.ts';
import { keptChoice, keptQuestion } from './question.ts';

/**
 * @param choice the option chosen so far; by default, the one that the session keeps
 * @returns null if nothing is asked, and undefined after an error, which is logged. Never rejects.
 */
export async function fetchQuestion(
  app: AppContext,
  choice: number | null = null,
): Promise<Question | null | undefined> {
  const { calls, note, session } = app;
  try {
    const question = await calls.question();
    const chosen = question && (choice ?? keptChoice(question, session.getState().doubleReward));
    session.setState(keptQuestion(question, chosen));
    return question;
  } catch (error) {
    // The screen can do without it.
    note('question', error);
    return undefined;
  }
}

/** @returns the answered question, or undefined if it was not sent. Never rejects. */
export async function sendAnswer(
  app: AppContext,
  question: Question,
  choice: number,
  onWait: (sending: 'sending' | 'waiting') => void = () => undefined,
): Promise<Question | null | undefined> {
  const send = () => app.calls.answer(question.questionId, choice);
  try {
    const answer = await onceOnline(app, send, onWait);
    if (answer === undefined) return undefined;
    const { isRight, rightAnswer, explanation } = answer;
    const answered = { ...question, selectedAnswer: choice, isRight, rightAnswer, explanation };
    app.session.setState(keptQuestion(answered, choice));
    return answered;
  } catch (error) {
    app.note('question', error);
    // Another tab may have answered it: what the server has counts.
    const isRefused = error instanceof CallRefused && isMessageId(error.messageId);
    return isRefused ? fetchQuestion(app) : undefined;
  }
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
