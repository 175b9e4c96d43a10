// What the stub asks, and what the session should keep of it (Spec 3, Questions and Double reward).
import type { AskedQuestion } from './session.ts';

export const asked = {
  questionId: 'leaf',
  questionNo: 1,
  question: 'Which part of the plant?',
  options: ['Root', 'Leaf', 'Bark'],
  imageUrl: '/art/leaf.svg',
  videoUrl: '',
} as const;
export const rightOption = 1;

/** What the session should keep. */
export function keptOf(kept: AskedQuestion | null) {
  if (kept === null) {
    return {
      questions: { questionsWithAnswers: [], questions: [] },
      doubleReward: { question: null, selectedAnswer: null },
    };
  }
  const selectedAnswer = kept.answer === undefined ? null : (asked.options[kept.answer] ?? null);
  return {
    questions: {
      questionsWithAnswers: [{ question: asked.question, selectedAnswer }],
      questions: [selectedAnswer],
    },
    doubleReward: { question: { ...asked, videoUrl: null }, selectedAnswer },
  };
}
