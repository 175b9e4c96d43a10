import fc from 'fast-check';
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
