// `serve` is killed at each place where a reward's transaction waits for somebody: the draw's card,
// the lock, the write and its commit, in each case before it is asked, before the answer arrives,
// and when it has arrived.
import { waitUntil } from '../../server/wait-until.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { FaultProxy, Watcher } from '../product/fault-proxy.ts';
import { recovery } from '../visitors/recovery.ts';
import { someAnswers } from './kills.ts';
import type { Repetition } from './repeated-fault.ts';

const steps = ['card', 'lock', 'write and commit'] as const;
const moments = ['before it is asked', 'before the answer', 'after the answer'] as const;
/** How long it lives on with the answer, at most. */
const aliveMs = 4;
/** What PostgreSQL sends last. */
const ends: Readonly<Record<Step, string>> = {
  card: '',
  lock: 'SELECT 1\0',
  'write and commit': 'COMMIT\0',
};

type Step = (typeof steps)[number];
type Place = { step: Step; moment: (typeof moments)[number] };

const places: readonly Place[] = steps.flatMap((step) =>
  moments.map((moment) => ({ step, moment })),
);

export const killInReward: Repetition = {
  async one(product, history, { place: number }) {
    const place = places[number % places.length];
    if (!place) throw new Error('There are no places.');
    // Otherwise whoever asks for a reward ends the program before others are answered.
    await someAnswers(history);
    const { step, moment } = place;
    const proxy = step === 'card' ? cardsOf(product) : product.proxy;
    let killed = 0;
    const kill = () => {
      killed = performance.now();
      product.serve().kill('SIGKILL');
    };
    proxy.watch(killAt(step, moment, kill));
    await waitUntil(() => killed > 0);
    await product.serve().ended;
    proxy.watch();
    history.note(`killed serve: ${step}, ${moment}`);
    await product.startServe();
    return recovery(product, killed);
  },
};

function cardsOf({ drawProxy }: FaultProduct): FaultProxy {
  if (!drawProxy) throw new Error('Nothing is between serve and draw.');
  return drawProxy;
}

/** `draws` is empty where `serve` only asks whether `draw` is there. */
const card = /"draws":\[\d/;
/** The statement, and under which name it is prepared. */
const locking = /([\w-]{20})\0select \* from inaam\.lock_draw\(/;
/** Of `lock_draw`, the same on each connection. */
let lockName: string | undefined;

function stepOf(bytes: Buffer, isLocked: boolean): Step | undefined {
  const text = bytes.toString('latin1');
  if (card.test(text)) return 'card';
  if (isLocked && text.includes('commit\0')) return 'write and commit';
  lockName ??= locking.exec(text)?.[1];
  return lockName !== undefined && text.includes(lockName) ? 'lock' : undefined;
}

function killAt(step: Step, moment: Place['moment'], kill: () => void): Watcher {
  const reached = new Map<object, Step>();
  let isDying = false;
  const die = (inMs: number) => {
    isDying = true;
    setTimeout(kill, inMs);
  };
  return ({ bytes, from, link }) => {
    if (isDying) return moment === 'after the answer';
    if (from === 'program') {
      const next = stepOf(bytes, reached.get(link) === 'lock');
      if (next) reached.set(link, next);
      else reached.delete(link);
      if (next !== step || moment !== 'before it is asked') return true;
      die(0);
      return false;
    }
    if (reached.get(link) !== step || moment === 'before it is asked') return true;
    if (bytes.includes(ends[step]))
      die(moment === 'after the answer' ? Math.random() * aliveMs : 0);
    return moment === 'after the answer';
  };
}
