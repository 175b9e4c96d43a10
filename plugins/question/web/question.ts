// The question after the reward. Pure.
import type { AnswerOf } from '@inaam/contract/core-calls.ts';
import { emptySession, type Session } from '@inaam/web/session/session-state.ts';
import type { Question, questionCalls } from '../contract.ts';

/** Of the answer; `waiting` for the network. */
export type Sending = 'sending' | 'waiting' | 'failed' | null;

export type Stage = Exclude<Sending, null> | 'asked' | 'timeUp' | 'right' | 'wrong';

export function stageOf(
  { isRight }: Pick<Question, 'isRight'>,
  sending: Sending,
  isTimeUp: boolean,
): Stage {
  if (isRight !== null) return isRight ? 'right' : 'wrong';
  return sending ?? (isTimeUp ? 'timeUp' : 'asked');
}

/** An option can be chosen, and the choice sent. */
export const isOpen = (stage: Stage): boolean => stage === 'asked' || stage === 'failed';

export const isAnswered = (stage: Stage): boolean => stage === 'right' || stage === 'wrong';

export type QuestionState = {
  /** Undefined before the server's first answer; null: nothing is asked. */
  question: Question | null | undefined;
  choice: number | null;
  sending: Sending;
  /** Of the newest call for it. */
  language: string;
  /** Calls for it that failed. */
  failures: number;
};

export const nothingAsked: QuestionState = {
  question: undefined,
  choice: null,
  sending: null,
  language: '',
  failures: 0,
};

export type QuestionEvent =
  | { type: 'set'; to: Partial<Omit<QuestionState, 'question'>> }
  /** @param kept the option that the session keeps */
  | { type: 'asked'; language: string; question: Question | null; kept: number | null }
  | { type: 'answered'; choice: number; answer: AnswerOf<typeof questionCalls.answerQuestion> };

const isDone = (question: Question | null | undefined): boolean =>
  question !== undefined && question?.isRight !== null;

export function nextState(state: QuestionState, event: QuestionEvent): QuestionState {
  const { question } = state;
  if (event.type === 'set') return { ...state, ...event.to };
  if (event.type === 'answered') {
    const { choice, answer } = event;
    const { isRight, rightAnswer, explanation } = answer;
    const result = { selectedAnswer: choice, isRight, rightAnswer, explanation };
    return { ...state, choice, sending: null, question: question && { ...question, ...result } };
  }
  // An earlier call may be answered last, and one from before the answer after it.
  if (event.language !== state.language) return state;
  if (isDone(question) && !isDone(event.question)) return state;
  const chosen = question?.questionId === event.question?.questionId ? state.choice : null;
  const choice = event.question?.selectedAnswer ?? chosen ?? event.kept;
  return { ...state, question: event.question, choice };
}

/** As the session keeps it (Spec 3, Questions and Double reward). */
export function keptQuestion(
  question: Question | null,
  choice: number | null,
): Pick<Session, 'questions' | 'doubleReward'> {
  if (question === null) {
    const { questions, doubleReward } = emptySession;
    return { questions, doubleReward };
  }
  const { questionId, questionNo, options, imageUrl, videoUrl } = question;
  const textOf = (option: number | null) => (option === null ? null : (options[option] ?? null));
  const answered = textOf(question.selectedAnswer);
  return {
    questions: {
      questionsWithAnswers: [{ question: question.question, selectedAnswer: answered }],
      questions: [answered],
    },
    doubleReward: {
      question: {
        question: question.question,
        questionId,
        questionNo,
        options,
        imageUrl: imageUrl === '' ? null : imageUrl,
        videoUrl: videoUrl === '' ? null : videoUrl,
      },
      selectedAnswer: answered ?? textOf(choice),
    },
  };
}

/** The option chosen before a reload, unless the session keeps another question. */
export function keptChoice(
  { options, questionId }: Question,
  { question, selectedAnswer }: Session['doubleReward'],
): number | null {
  if (selectedAnswer === null || question?.questionId !== questionId) return null;
  const option = options.indexOf(selectedAnswer);
  return option === -1 ? null : option;
}

/**
 * The option that a key chooses: its digit, or the next one in the direction of an arrow.
 * @param choice the one chosen before
 */
export function optionOfKey(
  key: string,
  { choice, count, isRtl }: { choice: number | null; count: number; isRtl: boolean },
): number | undefined {
  if (/^[1-9]$/.test(key)) return Number(key) <= count ? Number(key) - 1 : undefined;
  const [forward, back] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === 'ArrowDown' || key === forward) return choice === null ? 0 : (choice + 1) % count;
  if (key === 'ArrowUp' || key === back) return ((choice ?? 0) + count - 1) % count;
  return undefined;
}

export type Mark = 'right' | 'wrong' | undefined;

/** How an option is marked once the question is answered. */
export function markOf(option: number, { rightAnswer, selectedAnswer }: Question): Mark {
  if (option === rightAnswer) return 'right';
  return option === selectedAnswer && rightAnswer !== null ? 'wrong' : undefined;
}

/** Said aloud once, when as many seconds are left. */
const saidSeconds: readonly number[] = [10, 5];

export const isSaid = (seconds: number, of: number): boolean =>
  seconds < of && saidSeconds.includes(seconds);
