// A fault that happens again and again.
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { refill } from '../product/voucher-stock.ts';

export type Repetition = {
  /** How many go on beside each other; left out: one. */
  loops?: number;
  /** Before the first fault. */
  begin?: (product: FaultProduct) => Promise<void>;
  /** @returns ms until the site was back */
  one: (product: FaultProduct, history: History, at: Turn) => Promise<number>;
  /** After the last fault. @returns ms until the site was back */
  end?: (product: FaultProduct) => Promise<number>;
};

/** Both are counted from 0. */
type Turn = { place: number; loop: number };

/** How often, and by `performance.now()` until when; it counts itself. */
export type Repeats = { times: number | undefined; untilMs: number; happened: number };

const reportEvery = 25;

/** @param usual how often, unless the command says it */
export function repeatedFault({ loops = 1, begin, one, end }: Repetition, usual: number) {
  return async (
    product: FaultProduct,
    history: History,
    _folder: string,
    repeats: Repeats,
  ): Promise<number> => {
    const { times = usual, untilMs } = repeats;
    let slowest = 0;
    let begun = 0;
    let hasFailed = false;
    await begin?.(product);
    // Once at least, however little time was left when everything had started.
    const mayGoOn = () => begun === 0 || (performance.now() < untilMs && !hasFailed);
    const repeat = async (loop: number) => {
      while (begun < times && mayGoOn()) {
        const place = begun;
        begun += 1;
        slowest = Math.max(slowest, await one(product, history, { place, loop }));
        repeats.happened += 1;
        if (repeats.happened % reportEvery > 0) continue;
        await refill(product);
        process.stderr.write(`${repeats.happened} of ${times}\n`);
      }
    };
    // All have ended before the product is stopped.
    const ended = await Promise.allSettled(
      Array.from({ length: loops }, async (_, loop) => {
        await repeat(loop).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }),
    );
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    return Math.max(slowest, (await end?.(product)) ?? 0);
  };
}
