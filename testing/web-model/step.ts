// One command of a walk: the first of its doings that can be done, done to the model and to the app, and compared.
import type fc from 'fast-check';
import type { Model } from './model.ts';
import type { Shopper } from './shopper.ts';
import type { Steps } from './steps.ts';

export type Doing = {
  /** What stands in the printed walk. */
  name: string;
  steps?: Steps;
  can: (model: Readonly<Model>) => boolean;
  expect: (model: Model) => void;
  /** The model is the one after it. */
  act: (shopper: Shopper, model: Readonly<Model>) => Promise<void>;
};

/** Compares what is seen with what the model expects; throws where they differ. */
export type Compare = (model: Model, shopper: Shopper) => void;
export type Command = fc.AsyncCommand<Model, Shopper>;

/** Does the first of its doings that can be done. */
export class Step implements Command {
  readonly #doings: readonly Doing[];
  readonly #compare: Compare;
  #done: Doing | undefined;

  constructor(doings: readonly Doing[], compare: Compare) {
    this.#doings = doings;
    this.#compare = compare;
  }

  check(model: Readonly<Model>): boolean {
    return this.#doings.some(({ can }) => can(model));
  }

  async run(model: Model, shopper: Shopper): Promise<void> {
    this.#done = this.#doings.find(({ can }) => can(model));
    if (!this.#done) return;
    const { steps = {}, expect, act } = this.#done;
    model.begin(steps);
    shopper.server.steps = steps;
    shopper.closePopup();
    expect(model);
    await act(shopper, model);
    this.#compare(model, shopper);
  }

  toString(): string {
    if (!this.#done) return 'nothing';
    const { name, steps = {} } = this.#done;
    const told = Object.entries(steps).filter(([, how]) => how !== 'fine');
    return `${name} ${JSON.stringify(Object.fromEntries(told))}`;
  }
}
