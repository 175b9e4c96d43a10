// Applies the first possible action to the model and the app and compares the two.
import type fc from 'fast-check';
import type { Model } from './model.ts';
import type { System } from './system.ts';
import type { CallOutcomes } from './call-outcomes.ts';

export type Action = {
  /** Printed after a failure. */
  name: string;
  outcomes?: CallOutcomes;
  isPossible: (model: Readonly<Model>) => boolean;
  /** Also while a dialog covers the page. */
  isOverDialogs?: true;
  expect: (model: Model) => void;
  /** @param model after `expect` */
  act: (system: System, model: Readonly<Model>) => Promise<void>;
};

/** Throws if the app differs from the model. */
export type Compare = (model: Model, system: System) => void;
export type Command = fc.AsyncCommand<Model, System>;

export class FirstPossibleAction implements Command {
  readonly #actions: readonly Action[];
  readonly #compare: Compare;
  #done: Action | undefined;

  constructor(actions: readonly Action[], compare: Compare) {
    this.#actions = actions;
    this.#compare = compare;
  }

  check(model: Readonly<Model>): boolean {
    return this.#possibleAction(model) !== undefined;
  }

  #possibleAction(model: Readonly<Model>): Action | undefined {
    return this.#actions.find(
      ({ isPossible, isOverDialogs = !model.hasDialog() }) => isOverDialogs && isPossible(model),
    );
  }

  async run(model: Model, system: System): Promise<void> {
    this.#done = this.#possibleAction(model);
    if (!this.#done) return;
    const { outcomes = {}, expect, act } = this.#done;
    model.begin(outcomes);
    system.server.outcomes = outcomes;
    system.closePopup();
    expect(model);
    await act(system, model);
    this.#compare(model, system);
  }

  toString(): string {
    if (!this.#done) return 'nothing';
    const { name, outcomes = {} } = this.#done;
    const unusual = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'fine');
    return `${name} ${JSON.stringify(Object.fromEntries(unusual))}`;
  }
}
