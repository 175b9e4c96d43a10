import type { Outcome } from '@inaam/campaigns/public/public-campaign.ts';

export const paths = {
  home: '/',
  spinWheel: '/spin-wheel',
  rewardFive: '/reward',
  rewardThree: '/tnreward',
  congrats: '/congrats',
  profile: '/profile',
  editProfile: '/edit-profile',
  closed: '/closed',
  notAllowed: '/notallowed',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

const all: readonly Path[] = Object.values(paths);

export function pathOf(address: string): Path | undefined {
  const trimmed = address.length > 1 ? address.replace(/\/+$/, '') : address;
  return all.find((path) => path === trimmed);
}

const pathOfScreen: Record<Outcome['screen'], Path> = {
  reward: paths.rewardFive,
  tnreward: paths.rewardThree,
  congrats: paths.congrats,
};

export function rewardPath(amount: number, outcomes: readonly Outcome[]): Path {
  return pathOfScreen[outcomes.find((own) => own.amount === amount)?.screen ?? 'congrats'];
}
