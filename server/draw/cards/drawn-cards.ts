/**
 * The amounts that were drawn, by draw number, with a byte for each: a campaign may draw a hundred
 * million, and the program keeps them all.
 */
export class DrawnCards {
  readonly #amounts: readonly number[];
  /** Places in `#amounts`. Longer than what is used. */
  #places = new Uint8Array(4096);
  #count = 0;

  /** @param amounts of the deck, in whole rupees; at most 256 */
  constructor(amounts: readonly number[]) {
    if (amounts.length > 256) throw new Error('Failed to draw: the deck has over 256 amounts.');
    this.#amounts = amounts;
  }

  get count(): number {
    return this.#count;
  }

  push(amount: number): void {
    const place = this.#amounts.indexOf(amount);
    if (place === -1) throw new Error(`Failed to draw: the deck has no card of Rs ${amount}.`);
    if (this.#count === this.#places.length) {
      const longer = new Uint8Array(2 * this.#places.length);
      longer.set(this.#places);
      this.#places = longer;
    }
    this.#places[this.#count] = place;
    this.#count += 1;
  }

  /** Undefined if it was not drawn. */
  at(number: number): number | undefined {
    const place = number < this.#count ? this.#places[number] : undefined;
    return place === undefined ? undefined : this.#amounts[place];
  }
}
