import { questionTesting } from '@inaam/plugins/web-testing.ts';
import fc from 'fast-check';
import type { CallOutcome, Phase } from './call-outcomes.ts';
import type { Action } from './command.ts';
import type { Model } from './model.ts';
import { rewards, type AskedQuestion } from './session.ts';

export const closingDialogs: Action = {
  name: 'close the dialogs',
  isPossible: (model) => model.hasDialog(),
  isOverDialogs: true,
  expect: (model) => void Object.assign(model, { overlay: null, isChoosingLanguage: false }),
  act: (system) => system.setDialogs({ open: null, isChoosingLanguage: false }),
};

export function openingDialogs(): fc.Arbitrary<Action> {
  const language: Action = {
    name: 'choose the language',
    isPossible: (model) => !model.isChoosingLanguage,
    isOverDialogs: true,
    expect: (model) => {
      model.isChoosingLanguage = true;
    },
    act: (system) => system.setDialogs({ isChoosingLanguage: true }),
  };
  const overlay = fc.constantFrom('menu' as const, 'terms' as const).map((open): Action => ({
    name: `open ${open}`,
    // The menu leads to the terms.
    isPossible: (model) => !model.isChoosingLanguage,
    isOverDialogs: true,
    expect: (model) => {
      model.overlay = open;
    },
    act: (system) => system.setDialogs({ open }),
  }));
  return fc.oneof(fc.constant(language), overlay, fc.constant(closingDialogs));
}

export const turnedTo = (phase: Phase): Action => ({
  name: `the programme is ${phase}`,
  isPossible: (model) => model.phase !== phase,
  expect: (model) => {
    model.phase = phase;
  },
  act: async (system) => {
    system.server.phase = phase;
  },
});

export const minutePassing: Action = {
  name: 'a minute passes',
  isPossible: (model) => model.hasExpired,
  expect: (model) => {
    model.hasExpired = false;
  },
  act: async (system) => system.passMinute(),
};

export function turningTheCalendar(): fc.Arbitrary<Action> {
  return fc.constantFrom<Phase[]>('open', 'notStarted', 'ended', 'over').map(turnedTo);
}

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
