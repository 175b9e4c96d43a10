// A fast-check command that runs the first of its possible actions.
import type fc from 'fast-check';
import type { Model } from '../model/model.ts';
import type { System } from '../system/system.ts';

export type Command = fc.AsyncCommand<Model, System>;
export type Action = {
  name: string;
  can?: (model: Readonly<Model>) => boolean;
  run: (model: Model, system: System) => Promise<void>;
};

export class FirstPossibleAction implements Command {
  readonly #actions: readonly Action[];
  #done: Action | undefined;

  constructor(actions: readonly Action[]) {
    this.#actions = actions;
  }

  check(model: Readonly<Model>): boolean {
    return this.#actions.some(({ can }) => can?.(model) ?? true);
  }

  async run(model: Model, system: System): Promise<void> {
    this.#done = this.#actions.find(({ can }) => can?.(model) ?? true);
    passTime(model, system, 1);
    await this.#done?.run(model, system);
    await system.deliveries.check(model);
  }

  toString(): string {
    return this.#done?.name ?? 'nothing';
  }
}

export function passTime(model: Model, system: System, ms: number): void {
  model.now += ms;
  model.campaign += ms;
  system.follow(model);
}
