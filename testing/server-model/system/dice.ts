import { blockOf, blockSize, type DeckPlan } from '@inaam/server/draw/draw.rules.ts';
import type { ReadCards } from '@inaam/server/draw/read-cards.ts';

/** Deals what a run's seed decides, from the block's remaining cards. */
export class Dice {
  readonly #plan: DeckPlan;
  readonly #left = new Map<number, number[]>();
  readonly #dealt = new Map<number, number>();
  #rolls: readonly number[] = [];
  #from = 0;

  constructor(plan: DeckPlan) {
    this.#plan = plan;
  }

  /**
   * @param rolls an index into the deck's amounts for each of the run's draw numbers
   * @param from the run's first draw number
   */
  begin(rolls: readonly number[], from: number): void {
    this.#rolls = rolls;
    this.#from = from;
  }

  readonly readCards: ReadCards = async (drawNumbers) =>
    new Map(drawNumbers.map((drawNumber) => [drawNumber, this.#amountOf(drawNumber)]));

  #amountOf(drawNumber: number): number {
    const known = this.#dealt.get(drawNumber);
    if (known !== undefined) return known;
    const block = blockOf(this.#plan, drawNumber);
    if (block === undefined) throw new Error('The deck of the simulation is used up.');
    const left = this.#left.get(block) ?? [...this.#plan.cards];
    this.#left.set(block, left);
    const rolled = this.#rolls[(drawNumber - this.#from) % this.#rolls.length] ?? 0;
    const place = left[rolled] ? rolled : left.findIndex((count) => count > 0);
    const amount = this.#plan.amounts[place];
    if (amount === undefined) throw new Error(`A block has ${blockSize(this.#plan)} cards.`);
    left[place] = (left[place] ?? 0) - 1;
    this.#dealt.set(drawNumber, amount);
    return amount;
  }
}
