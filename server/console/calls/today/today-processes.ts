import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { WorkerNow } from '../../../storage/console/today-now.ts';
import type { SiteProcess } from '../../../storage/site-processes.ts';

export function heardOf(processes: readonly { isWell: boolean }[]) {
  const heard = processes.filter(({ isWell }) => isWell).length;
  return { heard, silent: processes.length - heard };
}

/** By the newest of those that find fault with the draw, or of all. */
export function drawHeard(site: readonly SiteProcess[]): SiteProcess | undefined {
  const heard = site
    .filter(({ isWell }) => isWell)
    .toSorted((one, other) => other.seenAt - one.seenAt);
  return heard.find(({ draw }) => draw !== 'up') ?? heard[0];
}

type Processes = AnswerOf<'readToday'>['processes'];

export function todayProcesses(
  site: readonly SiteProcess[],
  workers: readonly WorkerNow[],
  aheadMs: number,
): Processes {
  const draw = drawHeard(site);
  const processes: Processes = [
    ...site.map((one) => ({ kind: 'site' as const, ...one })),
    ...(draw ? [{ ...draw, kind: 'draw' as const, id: 'draw', isWell: draw.draw === 'up' }] : []),
    ...workers.map((one) => ({ kind: 'delivery' as const, ...one })),
  ];
  return processes.map((one) => ({ ...one, seenAt: one.seenAt + aheadMs }));
}
