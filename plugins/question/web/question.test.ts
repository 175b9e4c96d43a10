import type { Call } from '@inaam/web/api/client.ts';
import { expect, test } from 'vitest';
import { parse } from 'zod/mini';
import { createNetwork } from '@inaam/web/app/network/network.ts';
import { createRound } from '@inaam/web/session/round.ts';
import { openSession } from '@inaam/web/session/session-store.ts';
import { questionCalls, type Question } from '../contract.ts';
import { openQuestion } from './open-question.ts';
import { emptySession, parseSession, serializeSession } from '@inaam/web/session/session-state.ts';
import {
  isSaid,
  keptChoice,
  keptQuestion,
  markOf,
  nextState,
  nothingAsked,
  optionOfKey,
  stageOf,
  type QuestionEvent,
} from './question.ts';

const asked: Question = {
  questionId: 'leaf',
  questionNo: 1,
  question: 'Which part?',
  options: ['Root', 'Leaf', 'Bark'],
  imageUrl: '/art/leaf.svg',
  videoUrl: '',
  seconds: null,
  bonus: 5,
  selectedAnswer: null,
  isRight: null,
  rightAnswer: null,
  explanation: null,
};
const answered: Question = { ...asked, selectedAnswer: 0, isRight: false, rightAnswer: 1 };

test('the session has a null slot for each question until it is answered', () => {
  expect(keptQuestion(asked, null)).toEqual({
    questions: {
      questionsWithAnswers: [{ question: 'Which part?', selectedAnswer: null }],
      questions: [null],
    },
    doubleReward: {
      question: {
        question: 'Which part?',
        questionId: 'leaf',
        questionNo: 1,
        options: ['Root', 'Leaf', 'Bark'],
        imageUrl: '/art/leaf.svg',
        videoUrl: null,
      },
      selectedAnswer: null,
    },
  });
  // Chosen is not answered.
  expect(keptQuestion(asked, 1).questions.questions).toEqual([null]);
  expect(keptQuestion(answered, null)).toMatchObject({
    questions: {
      questionsWithAnswers: [{ question: 'Which part?', selectedAnswer: 'Root' }],
      questions: ['Root'],
    },
    doubleReward: { selectedAnswer: 'Root' },
  });
  const { questions, doubleReward } = emptySession;
  expect(keptQuestion(null, 1)).toEqual({ questions, doubleReward });
});

test('what was chosen is chosen after a reload, but not of another question', () => {
  const stored = serializeSession({ ...emptySession, ...keptQuestion(asked, 2) });
  const { doubleReward } = parseSession(stored);
  expect(keptChoice(asked, doubleReward)).toBe(2);
  expect(keptChoice({ ...asked, questionId: 'kettle' }, doubleReward)).toBeNull();
  expect(keptChoice({ ...asked, options: ['Root', 'Leaf'] }, doubleReward)).toBeNull();
  expect(keptChoice(asked, emptySession.doubleReward)).toBeNull();
});

test.each([
  ['1', null, 0],
  ['3', 0, 2],
  ['4', 0, undefined],
  ['0', 0, undefined],
  ['ArrowDown', null, 0],
  ['ArrowDown', 2, 0],
  ['ArrowUp', null, 2],
  ['ArrowUp', 0, 2],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 1, 0],
  ['Enter', 0, undefined],
])('the key %s chooses after %s the option %s', (key, choice, option) => {
  expect(optionOfKey(key, { choice, count: 3, isRtl: false })).toBe(option);
});

test('from right to left, the left arrow leads on', () => {
  const at = { choice: 0, count: 3, isRtl: true };
  expect([optionOfKey('ArrowLeft', at), optionOfKey('ArrowRight', at)]).toEqual([1, 2]);
});

test('the right option is marked, and the chosen one if it is wrong', () => {
  const marks = (question: Question) => [0, 1, 2].map((option) => markOf(option, question));
  expect(marks({ ...asked, selectedAnswer: 0 })).toEqual([undefined, undefined, undefined]);
  expect(marks(answered)).toEqual(['wrong', 'right', undefined]);
  expect(marks({ ...answered, selectedAnswer: 1, isRight: true })).toEqual([
    undefined,
    'right',
    undefined,
  ]);
});

test('the time takes no answer that was sent', () => {
  expect(stageOf(asked, null, true)).toBe('timeUp');
  for (const sending of ['sending', 'waiting', 'failed'] as const) {
    expect(stageOf(asked, sending, true)).toBe(sending);
  }
  expect([stageOf(answered, null, true), stageOf({ isRight: true }, null, true)]).toEqual([
    'wrong',
    'right',
  ]);
});

test('of the time that is left only its end is said', () => {
  const said = (of: number) =>
    Array.from({ length: of + 1 }, (_, at) => of - at).filter((left) => isSaid(left, of));
  expect([said(20), said(10), said(4)]).toEqual([[10, 5], [5], []]);
});

const hindi: Question = { ...asked, question: 'कौन सा?', options: ['जड़', 'पत्ती', 'छाल'] };
const set = (to: Extract<QuestionEvent, { type: 'set' }>['to']): QuestionEvent => ({
  type: 'set',
  to,
});
const asking = (language: string) => set({ language });
const comes = (question: Question | null, language = 'en', kept: number | null = null) =>
  ({ type: 'asked', language, question, kept }) as const;
const choose = (choice: number) => set({ choice });
const wrong = { statusCode: 200, isRight: false, rightAnswer: 1, explanation: 'Leaf', bonus: 0 };

test('what is sent is what was chosen, although the question comes in another language meanwhile', async () => {
  const later = Promise.withResolvers<Question>();
  const questions = [Promise.resolve(asked), later.promise];
  const sent: object[] = [];
  const quiet: Call = async (row, fields) => {
    if (row.path === questionCalls.getQuestion.path) {
      const resp = { statusCode: 200, question: await questions.shift() };
      return parse<(typeof row)['answer']>(row.answer, resp);
    }
    sent.push(fields);
    return parse<(typeof row)['answer']>(row.answer, wrong);
  };
  const session = openSession({ getItem: () => null, setItem: () => undefined });
  const { store, ask, choose, send } = openQuestion({
    calls: { quiet },
    network: createNetwork({ isOnline: () => true, onNetwork: () => undefined }),
    note: () => true,
    round: createRound(),
    session,
  });
  await ask('en');
  choose(0);
  const asking = ask('hi');
  choose(2);
  later.resolve(hindi);
  await asking;
  expect(store.getState()).toMatchObject({ question: hindi, choice: 2 });
  expect(session.getState().doubleReward.selectedAnswer).toBe('छाल');
  await Promise.all([send(), send()]);
  expect(sent).toEqual([{ questionId: 'leaf', selectedAnswer: 2 }]);
  expect(store.getState().question).toMatchObject({ selectedAnswer: 2, rightAnswer: 1 });
});

test.each<[string, QuestionEvent[], object]>([
  [
    'the choice of an earlier visit is taken up, and no later one is lost to it',
    [asking('en'), comes(asked, 'en', 1), asking('en'), choose(2), comes(asked, 'en', 1)],
    { choice: 2 },
  ],
  [
    'the newest call decides the language, whichever is answered last',
    [asking('hi'), asking('en'), comes(asked), comes(hindi, 'hi')],
    { question: asked },
  ],
  [
    'what was asked before the answer and comes after it changes nothing',
    [
      asking('en'),
      comes(asked),
      choose(0),
      set({ sending: 'sending' }),
      { type: 'answered', choice: 0, answer: wrong },
      comes(asked),
    ],
    { question: { ...answered, explanation: 'Leaf' }, choice: 0, sending: null },
  ],
])('%s', (_, events, state) => {
  expect(events.reduce(nextState, nothingAsked)).toMatchObject(state);
});
