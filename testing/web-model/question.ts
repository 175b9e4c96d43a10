// The question after the reward: its actions, and what they do in the model.
import { questionTesting } from '@inaam/plugins/web-testing.ts';
import fc from 'fast-check';
import type { CallOutcome } from './call-outcomes.ts';
import type { Action } from './command.ts';
import type { Model } from './model.ts';
import { rewards, type AskedQuestion } from './session.ts';

/** Nobody is asked in Tamil Nadu. A failure shows nothing. */
function ask(model: Model): AskedQuestion | null | undefined {
  const outcome = model.outcomeOf('getQuestion');
  model.sends('getQuestion with token', outcome);
  if (outcome !== 'fine') {
    model.fail(outcome, 'logged');
    return undefined;
  }
  const { mobile = '' } = model.codes.get(model.session.key ?? '') ?? {};
  const participant = model.participants.get(mobile);
  const kept = participant?.answer ?? model.session.question?.choice;
  const question =
    participant?.isTamil === false ? { answer: participant.answer, choice: kept } : null;
  model.session = { ...model.session, question };
  return question;
}

/** The first answer counts, although its response may be lost. */
function answer(model: Model, option: number): void {
  const question = ask(model);
  if (!question || question.answer !== undefined) return;
  model.session = { ...model.session, question: { answer: undefined, choice: option } };
  const outcome = model.outcomeOf('answerQuestion');
  model.sends('answerQuestion with token', outcome);
  const { mobile = '' } = model.codes.get(model.session.key ?? '') ?? {};
  const participant = model.participants.get(mobile);
  if (participant && model.isReached(outcome)) participant.answer = option;
  if (outcome !== 'fine') return model.fail(outcome, 'logged');
  model.session = { ...model.session, question: { answer: option, choice: option } };
}

export function answering(outcome: fc.Arbitrary<CallOutcome>): fc.Arbitrary<Action> {
  const outcomes = fc.record({ getQuestion: outcome, answerQuestion: outcome });
  return fc.tuple(fc.nat({ max: 2 }), outcomes).map(([option, given]) => ({
    name: `answer the question with ${option}`,
    outcomes: given,
    isPossible: (model) =>
      questionTesting.length > 0 && Object.values(rewards).includes(model.screen),
    expect: (model) => answer(model, option),
    act: (system) => system.answer(option),
  }));
}
