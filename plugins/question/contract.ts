// The calls about the question after the reward.
import * as z from 'zod/mini';
import { _default as orElse } from 'zod/mini';

const statusCode = z.int();
const text = orElse(z.string(), '');

/** The last four once it is answered. Answers count from 0. */
const question = z.object({
  questionId: z.string(),
  questionNo: z.int(),
  question: z.string(),
  options: z.array(z.string()),
  imageUrl: text,
  videoUrl: text,
  seconds: z.nullable(z.int()),
  /** Rupees that a right answer adds. */
  bonus: z.int(),
  selectedAnswer: z.nullable(z.int()),
  isRight: z.nullable(z.boolean()),
  rightAnswer: z.nullable(z.int()),
  explanation: z.nullable(z.string()),
});
export type Question = z.infer<typeof question>;

const ofParticipants = { kind: 'signed', bearer: true } as const;

export const questionCalls = {
  getQuestion: {
    ...ofParticipants,
    path: 'users/getQuestion',
    fields: z.strictObject({}),
    answer: z.object({ statusCode, question: z.nullable(question) }),
  },
  answerQuestion: {
    ...ofParticipants,
    path: 'users/answerQuestion',
    fields: z.strictObject({
      questionId: z.string().check(z.maxLength(500)),
      selectedAnswer: z.int(),
    }),
    answer: z.object({
      statusCode,
      isRight: z.boolean(),
      rightAnswer: z.int(),
      explanation: text,
      /** Rupees; 0 if the answer was wrong. */
      bonus: z.int(),
    }),
  },
};

export type QuestionRefusal = 'alreadyAnswered' | 'invalidQuestion' | 'invalidOption';
