// A limit of memory and processor time for several programs together, by Linux's control groups
// (both versions). As root only.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';

const root = '/sys/fs/cgroup';
const periodMicroseconds = 100_000;

export type Limits = { memoryBytes: number; processors: number };

export type ProcessGroup = {
  /** What `start` spawns before it first awaits anything is limited from its beginning. */
  spawnInside<Started>(start: () => Started): Started;
  /** Bytes, the page cache too. */
  peakMemory(): number;
  /** In how many of its periods of 0.1 s the group had to wait for the processor. */
  throttled(): number;
  /** Its programs go on without limits. */
  discard(): void;
};

/** Folders of the two limits, and what is written into them. */
type Layout = { memory: string; cpu: string; settings: [string, string][]; peak: string };

/** @throws Error where control groups can't be made */
export function createProcessGroup(limits: Limits): ProcessGroup {
  const { memory, cpu, settings, peak } = layoutOf(limits);
  const folders = [...new Set([memory, cpu])];
  for (const folder of folders) mkdirSync(folder);
  for (const [file, value] of settings) appendFileSync(file, value);
  const outside = [...new Set([ownFolder('memory'), ownFolder('cpu')])];
  return {
    spawnInside(start) {
      // A child is in its parent's group.
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

/** Where this process is limited, or counted, already. */
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
