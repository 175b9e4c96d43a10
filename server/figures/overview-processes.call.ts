import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { WorkerNow } from './overview-figures.sql.ts';
import type { SiteProcess } from '../database/health.ts';

export function heardOf(processes: readonly { isWell: boolean }[]) {
  const heard = processes.filter(({ isWell }) => isWell).length;
  return { heard, silent: processes.length - heard };
}

/** The newest report of a problem with the draw, or otherwise the newest report. */
export function drawHeard(site: readonly SiteProcess[]): SiteProcess | undefined {
  const heard = site
    .filter(({ isWell }) => isWell)
    .toSorted((one, other) => other.seenAt - one.seenAt);
  return heard.find(({ draw }) => draw.state !== 'up') ?? heard[0];
}

type Processes = AnswerOf<'readOverview'>['processes'];

export function overviewProcesses(
  site: readonly SiteProcess[],
  workers: readonly WorkerNow[],
  aheadMs: number,
): Processes {
  const draw = drawHeard(site);
  const shown = (kind: Processes[number]['kind'], { id, isWell, seenAt }: WorkerNow) => ({
    kind,
    id,
    isWell,
    seenAt: seenAt + aheadMs,
  });
  return [
    ...site.map((one) => shown('site', one)),
    ...(draw ? [shown('draw', { ...draw, id: 'draw', isWell: draw.draw.state === 'up' })] : []),
    ...workers.map((one) => shown('delivery', one)),
  ];
}
