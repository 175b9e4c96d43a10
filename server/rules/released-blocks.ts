// How far the deck may be drawn on a day: all of it, or by pace so many blocks as the days gone by
// have a share in. What a day leaves unused rolls on. Pure: the day comes in.
import { dayStart, type Programme } from './period.ts';

const dayMs = 86_400_000;

export type ReleasePlan = { blocks: number; pacing: 'daily' | null; programme: Programme };

/**
 * How many blocks are released on a day, from block 0 on.
 * @param day `YYYY-MM-DD`, of India
 */
export function releasedBlocks({ blocks, pacing, programme }: ReleasePlan, day: string): number {
  if (pacing === null) return blocks;
  const days = Math.round((dayStart(programme.to) - dayStart(programme.from)) / dayMs) + 1;
  const gone = Math.round((dayStart(day) - dayStart(programme.from)) / dayMs) + 1;
  if (gone < 1) return 0;
  return gone >= days ? blocks : Math.floor((blocks * gone) / days);
}
