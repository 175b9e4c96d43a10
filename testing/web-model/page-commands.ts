import fc from 'fast-check';
import type { Phase } from './call-outcomes.ts';
import type { Action } from './command.ts';

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
