/**
 * How far the campaign's clock is ahead of the wall's, ms. Of whole seconds: a millisecond that
 * ends between the two readings is none, and hours must stay whole hours.
 */
export function campaignAheadMs(clocks: { wall: () => number; campaign: () => number }): number {
  return Math.round((clocks.campaign() - clocks.wall()) / 1000) * 1000;
}
