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
