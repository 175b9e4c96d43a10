import { readdirSync, readFileSync } from 'node:fs';

/** The process and all that it started, as far as they run. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const tree = [root].filter((pid) => parents.has(pid));
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program, in brackets, may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(/\) \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')')))?.[1]);
  } catch {
    return undefined;
  }
}

/** As far as they still run. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
