import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { programs } from '@inaam/runtime/programs.mjs';
import type { Product } from '../../product/product.ts';
import type { Answered } from '../../server/shopper/device.ts';
import type { History } from '../../visitors/history.ts';
import { recovery } from '../../visitors/observe.ts';
import { arrivals, carriedPerSecond } from '../../visitors/visitors.ts';

const root = '/sys/fs/cgroup';
const periodMicroseconds = 100_000;

type Limits = { memoryBytes: number; processors: number };

/** With Linux control groups, either version. Root only. */
type ProcessGroup = {
  /** Whatever `start` spawns before its first await is limited from the beginning. */
  spawnInside<Started>(start: () => Started): Started;
  /** Bytes, including the page cache. */
  peakMemory(): number;
  /** Number of 0.1 s periods in which the group was throttled. */
  throttled(): number;
  /** Removes the limits; its programs continue. */
  discard(): void;
};

/** Folders of the two limits, and their contents. */
type Layout = { memory: string; cpu: string; settings: [string, string][]; peak: string };

/** @throws Error if control groups cannot be created */
function createProcessGroup(limits: Limits): ProcessGroup {
  const { memory, cpu, settings, peak } = layoutOf(limits);
  const folders = [...new Set([memory, cpu])];
  for (const folder of folders) mkdirSync(folder);
  for (const [file, value] of settings) appendFileSync(file, value);
  const outside = [...new Set([ownFolder('memory'), ownFolder('cpu')])];
  return {
    spawnInside(start) {
      // Child processes inherit the group.
      move(folders, String(process.pid));
      try {
        return start();
      } finally {
        move(outside, String(process.pid));
      }
    },
    peakMemory: () => Number(readFileSync(path.join(memory, peak), 'utf8')),
    throttled: () =>
      Number(/nr_throttled (\d+)/.exec(readFileSync(path.join(cpu, 'cpu.stat'), 'utf8'))?.[1]),
    discard() {
      for (const [at, folder] of folders.entries()) {
        const inside = readFileSync(path.join(folder, 'cgroup.procs'), 'utf8');
        for (const id of inside.split('\n').filter(Boolean)) move(outside.slice(at, at + 1), id);
        rmdirSync(folder);
      }
    },
  };
}

function move(to: readonly string[], id: string): void {
  for (const folder of to) appendFileSync(path.join(folder, 'cgroup.procs'), id);
}

/** Where this process is already limited or counted. */
function ownFolder(controller: 'memory' | 'cpu'): string {
  const isFirstVersion = existsSync(path.join(root, controller));
  // Such as `4:cpu,cpuacct:/folder`, or `0::/folder` in the second version.
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const own = lines
    .map((line) => line.split(':'))
    .find(([id, names = '']) =>
      isFirstVersion ? names.split(',').includes(controller) : id === '0',
    );
  if (!own) throw new Error(`This process is in no control group of ${controller}.`);
  return path.join(root, isFirstVersion ? controller : '', own.slice(2).join(':'));
}

function layoutOf({ memoryBytes, processors }: Limits): Layout {
  const name = `inaam-${process.pid}`;
  const quota = String(processors * periodMicroseconds);
  if (existsSync(path.join(root, 'cgroup.controllers'))) {
    const both = path.join(root, name);
    const settings: Layout['settings'] = [
      [path.join(both, 'memory.max'), String(memoryBytes)],
      [path.join(both, 'cpu.max'), `${quota} ${periodMicroseconds}`],
    ];
    return { memory: both, cpu: both, settings, peak: 'memory.peak' };
  }
  const [memory, cpu] = [path.join(root, 'memory', name), path.join(root, 'cpu', name)];
  const settings: Layout['settings'] = [
    [path.join(memory, 'memory.limit_in_bytes'), String(memoryBytes)],
    [path.join(cpu, 'cpu.cfs_period_us'), String(periodMicroseconds)],
    [path.join(cpu, 'cpu.cfs_quota_us'), quota],
  ];
  return { memory, cpu, settings, peak: 'memory.max_usage_in_bytes' };
}

/** `serve` and `deliver` together. */
const limits = { memoryBytes: 256 * 1024 * 1024, processors: 0.2 };
const carriedMs = 15_000;
const floodMs = 15_000;
/** Number of visitors above its capacity. */
const times = 3;
/** Groups of four visitors, to measure its capacity. */
const groups = 4;

/** As operators start `serve`; `deliver` has half of the young generation. */
export const frugal = {
  ...programs.serve.environment,
  NODE_OPTIONS: programs.serve.nodeOptions.join(' '),
};

/**
 * Twenty visitors play as fast as possible, and then three times as many come.
 * @returns time after that until all of them had their reward, ms
 */
export async function smallMachine(product: Product, history: History): Promise<number> {
  for (const program of [product.serve(), product.deliver()]) {
    await program.stop();
  }
  const group = createProcessGroup(limits);
  try {
    history.note('serve and deliver have 256 MB and a fifth of a processor');
    await group.spawnInside(() => product.startServe());
    await group.spawnInside(() => product.startDeliver());
    await recovery(product, performance.now());
    const visitors = { server: product, history };
    const carried = await carriedPerSecond(visitors, groups, { forMs: carriedMs });
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
    if (answers.unclear > 0)
      throw new Error(`${answers.unclear} answers refuse without a retry time.`);
    return needed;
  } finally {
    group.discard();
  }
}

type Answers = Record<'well' | 'refused' | 'unclear' | 'none', number>;

async function flood(product: Product, history: History, perSecond: number) {
  const answers: Answers = { well: 0, refused: 0, unclear: 0, none: 0 };
  const onAnswer = (answer: Answered | undefined) => void (answers[kindOf(answer)] += 1);
  const signal = AbortSignal.timeout(floodMs);
  const over = performance.now() + floodMs;
  const flooding = { server: product, history, perSecond, signal, onAnswer, waitsAsAsked: true };
  const journeys = await arrivals(flooding);
  return { needed: await recovery(product, over), journeys, answers };
}

/** A clear refusal says when to retry. */
function kindOf(answer: Answered | undefined): keyof Answers {
  if (!answer) return 'none';
  if (answer.status === 200) return 'well';
  const isClear = [429, 503].includes(answer.status) && Number(answer.headers['retry-after']) > 0;
  return isClear ? 'refused' : 'unclear';
}
