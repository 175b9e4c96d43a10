import fc from 'fast-check';
import type { Action } from './command.ts';
import type { Phase } from './call-outcomes.ts';

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
