// One command of a walk: the first of its doings that can be done, a millisecond after what was done before.
import type fc from 'fast-check';
import type { Model } from './model.ts';
import type { World } from './world.ts';

export type Command = fc.AsyncCommand<Model, World>;
export type Doing = {
  name: string;
  can?: (model: Readonly<Model>) => boolean;
  run: (model: Model, world: World) => Promise<void>;
};

export class Step implements Command {
  readonly #doings: readonly Doing[];
  #done: Doing | undefined;

  constructor(doings: readonly Doing[]) {
    this.#doings = doings;
  }

  check(model: Readonly<Model>): boolean {
    return this.#doings.some(({ can }) => can?.(model) ?? true);
  }

  async run(model: Model, world: World): Promise<void> {
    this.#done = this.#doings.find(({ can }) => can?.(model) ?? true);
    pass(model, world, 1);
    await this.#done?.run(model, world);
  }

  toString(): string {
    return this.#done?.name ?? 'nothing';
  }
}

export function pass(model: Model, world: World, ms: number): void {
  model.now += ms;
  model.campaign += ms;
  world.follow(model);
}
