import type { ServerPlugin } from '../server-plugin.ts';
import { calls, samplesOf } from './server/questions.call.ts';
import { closeQuestions, readAnswers } from './server/questions.sql.ts';

export const question: ServerPlugin = {
  calls,
  samplesOf,
  fieldRefusals: { questionId: 'invalidQuestion', selectedAnswer: 'invalidOption' },
  tidy: closeQuestions,
  person: readAnswers,
};
