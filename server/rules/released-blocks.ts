// With pacing, each day releases a proportional share of blocks; unused ones remain available.
import { dayStart, type Programme } from './period.ts';

const dayMs = 86_400_000;

export type ReleasePlan = { blocks: number; pacing: 'daily' | null; programme: Programme };

export function releasedBlocks({ blocks, pacing, programme }: ReleasePlan, day: string): number {
  if (pacing === null) return blocks;
  const days = Math.round((dayStart(programme.to) - dayStart(programme.from)) / dayMs) + 1;
  const gone = Math.round((dayStart(day) - dayStart(programme.from)) / dayMs) + 1;
  if (gone < 1) return 0;
  return gone >= days ? blocks : Math.floor((blocks * gone) / days);
}
