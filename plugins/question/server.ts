import type { ServerPlugin } from '../server-plugin.ts';
import { calls } from './server/questions.call.ts';
import { closeQuestions, readAnswers } from './server/questions.sql.ts';

export const question: ServerPlugin = {
  calls,
  fieldRefusals: { questionId: 'invalidQuestion', selectedAnswer: 'invalidOption' },
  tidy: closeQuestions,
  person: readAnswers,
};
