import type { Question } from '@inaam/contract/calls.ts';
import { expect, test } from 'vitest';
import { emptySession, parseSession, serializeSession } from '../../session/session-state.ts';
import { isSaid, keptChoice, keptQuestion, markOf, optionOfKey, stageOf } from './question.ts';

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
