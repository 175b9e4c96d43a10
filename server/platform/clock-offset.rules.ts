/**
 * How far the campaign's clock is ahead of the wall clock, ms. In whole seconds, because a
 * millisecond that passes between the two readings must not count, and hours must stay whole hours.
 */
export function campaignAheadMs(clocks: { wall: () => number; campaign: () => number }): number {
  return Math.round((clocks.campaign() - clocks.wall()) / 1000) * 1000;
}
