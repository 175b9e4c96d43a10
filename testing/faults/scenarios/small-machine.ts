import { setTimeout as pause } from 'node:timers/promises';
import type { Answered } from '../../server/shopper/shopper.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { createProcessGroup } from '../product/process-group.ts';
import { recovery } from '../visitors/recovery.ts';
import { rewardsPerSecond } from '../visitors/reward-rate.ts';
import { visitUnlessGivenUp } from '../visitors/visitor.ts';
import { startVisitors } from '../visitors/visitors.ts';

/** Of `serve` and `deliver` together. */
const limits = { memoryBytes: 256 * 1024 * 1024, processors: 0.2 };
const carriedMs = 15_000;
const floodMs = 15_000;
/** How many more come than it carries. */
const times = 3;
/** Groups of four visitors, to find out what it carries. */
const groups = 4;

/** As an operator starts `serve`; `deliver` has half of the young generation (package.json). */
export const frugal = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512',
} as const;

/**
 * Twenty visitors play as fast as it lets them, and then three times as many come.
 * @returns how long it took after that until all of them had their reward, ms
 */
export async function smallMachine(product: FaultProduct, history: History): Promise<number> {
  for (const program of [product.serve(), product.deliver()]) {
    program.kill('SIGTERM');
    await program.ended;
  }
  const group = createProcessGroup(limits);
  try {
    history.note('serve and deliver have 256 MB and a fifth of a processor');
    await group.spawnInside(() => product.startServe());
    await group.spawnInside(() => product.startDeliver());
    await recovery(product, performance.now());
    const carried = await carriedPerSecond(product, history);
    history.note('three times as many come');
    const { needed, answers, journeys } = await flood(
      product,
      history,
      Math.max(1, carried * times),
    );
    const figures = {
      carriedPerSecond: carried,
      came: journeys,
      ...answers,
      peakMegabytes: Math.round(group.peakMemory() / 1024 / 1024),
      throttledPeriods: group.throttled(),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    if (product.serve().hasEnded() || product.deliver().hasEnded()) {
      throw new Error('A program was ended: it needs more memory.');
    }
    if (answers.unclear > 0) throw new Error(`${answers.unclear} answers refuse without a time.`);
    return needed;
  } finally {
    group.discard();
  }
}

async function carriedPerSecond(product: FaultProduct, history: History): Promise<number> {
  const more = Array.from({ length: groups }, (_, group) =>
    startVisitors({ server: product, history, firstMobile: 8_200_000_000 + group * 10_000_000 }),
  );
  const carried = await rewardsPerSecond(product, carriedMs);
  await Promise.all(more.map((visitors) => visitors.stop()));
  return carried;
}

type Answers = Record<'well' | 'refused' | 'unclear' | 'none', number>;

async function flood(product: FaultProduct, history: History, perSecond: number) {
  const answers: Answers = { well: 0, refused: 0, unclear: 0, none: 0 };
  const onAnswer = (answer: Answered | undefined) => void (answers[kindOf(answer)] += 1);
  const journeys: Promise<void>[] = [];
  const from = performance.now();
  const due = () => Math.min(performance.now() - from, floodMs) * (perSecond / 1000);
  while (performance.now() - from < floodMs) {
    // All that should have come by now, however late this process wakes up.
    while (journeys.length < due()) {
      const number = 5000 + journeys.length;
      const mobile = String(8_100_000_000 + journeys.length);
      const visitor = { number, server: product, history, onAnswer, waitsAsAsked: true };
      journeys.push(visitUnlessGivenUp(visitor, mobile));
    }
    await pause(1000 / perSecond);
  }
  const over = performance.now();
  await Promise.all(journeys);
  return { needed: await recovery(product, over), journeys: journeys.length, answers };
}

/** A refusal is clear if it says when to come again. */
function kindOf(answer: Answered | undefined): keyof Answers {
  if (!answer) return 'none';
  if (answer.status === 200) return 'well';
  const isClear = [429, 503].includes(answer.status) && Number(answer.headers['retry-after']) > 0;
  return isClear ? 'refused' : 'unclear';
}
