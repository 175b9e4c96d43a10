// With pacing, each day releases a proportional share of the blocks. Unused ones remain available.
import { dayStart, type Programme } from '../platform/period.rules.ts';

const dayMs = 86_400_000;

/** As committed. */
export type ReleasePlan = { blocks: number; pacing: 'daily' | null; programme: Programme };

/** Including amendments: the number of all blocks, and the last day. */
export type InForce = { blocks: number; lastDay: string };

/** The pace stays as committed. Blocks that amendments add are released at once. */
export function releasedBlocks(
  { blocks, pacing, programme }: ReleasePlan,
  inForce: InForce,
  day: string,
): number {
  if (pacing === null || day >= inForce.lastDay) return inForce.blocks;
  const days = Math.round((dayStart(programme.to) - dayStart(programme.from)) / dayMs) + 1;
  const gone = Math.round((dayStart(day) - dayStart(programme.from)) / dayMs) + 1;
  if (gone < 1) return 0;
  return Math.floor((blocks * Math.min(gone, days)) / days) + inForce.blocks - blocks;
}
