import type { Outcome } from '@inaam/campaigns/public/public-campaign.ts';
import { paths, type Path } from './paths.ts';

const pathOfScreen: Record<Outcome['screen'], Path> = {
  reward: paths.rewardFive,
  tnreward: paths.rewardThree,
  congrats: paths.congrats,
};

export function rewardPath(amount: number, outcomes: readonly Outcome[]): Path {
  return pathOfScreen[outcomes.find((own) => own.amount === amount)?.screen ?? 'congrats'];
}
