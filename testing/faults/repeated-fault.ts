// A fault that happens again and again.
import type { FaultProduct } from './fault-product.ts';
import type { History } from './history.ts';
import { refill } from './voucher-stock.ts';

export type Repetition = {
  /** Before the first fault. */
  begin?: (product: FaultProduct) => Promise<void>;
  /** @returns ms until the site was back */
  one: (product: FaultProduct, history: History, place: number) => Promise<number>;
  /** After the last fault. @returns ms until the site was back */
  end?: (product: FaultProduct) => Promise<number>;
};

/** How often, and by `performance.now()` until when; it counts itself. */
export type Repeats = { times: number | undefined; untilMs: number; happened: number };

const reportEvery = 25;

/** @param usual how often, unless the command says it */
export function repeatedFault({ begin, one, end }: Repetition, usual: number) {
  return async (
    product: FaultProduct,
    history: History,
    _folder: string,
    repeats: Repeats,
  ): Promise<number> => {
    const { times = usual, untilMs } = repeats;
    let slowest = 0;
    await begin?.(product);
    // Once at least, however little time was left when everything had started.
    const mayGoOn = () => repeats.happened === 0 || performance.now() < untilMs;
    while (repeats.happened < times && mayGoOn()) {
      slowest = Math.max(slowest, await one(product, history, repeats.happened));
      repeats.happened += 1;
      if (repeats.happened % reportEvery > 0) continue;
      await refill(product);
      process.stderr.write(`${repeats.happened} of ${times}\n`);
    }
    return Math.max(slowest, (await end?.(product)) ?? 0);
  };
}
