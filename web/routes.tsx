// The nine addresses and their screens (Spec 2). HOME comes with the first load, the others when they are needed;
// whether an address may be shown is `session/guard.ts`'s to say.
import type { ComponentType } from 'react';
import { later } from './later.tsx';
import { ClosedScreen } from './screens/closed.tsx';
import { HomeScreen } from './screens/home.tsx';
import { NotAllowedScreen } from './screens/not-allowed.tsx';
import { paths, type Path } from './session/paths.ts';

const next = {
  [paths.spinWheel]: later(async () => (await import('./screens/spin-wheel.tsx')).SpinWheelScreen),
  [paths.rewardFive]: later(
    async () => (await import('./screens/reward-five.tsx')).RewardFiveScreen,
  ),
  [paths.rewardThree]: later(
    async () => (await import('./screens/reward-three.tsx')).RewardThreeScreen,
  ),
  [paths.congrats]: later(async () => (await import('./screens/congrats.tsx')).CongratsScreen),
  [paths.profile]: later(async () => (await import('./screens/profile.tsx')).ProfileScreen),
  [paths.editProfile]: later(
    async () => (await import('./screens/edit-profile.tsx')).EditProfileScreen,
  ),
};

export const screens: Record<Path, ComponentType> = {
  [paths.home]: HomeScreen,
  [paths.spinWheel]: next[paths.spinWheel].Screen,
  [paths.rewardFive]: next[paths.rewardFive].Screen,
  [paths.rewardThree]: next[paths.rewardThree].Screen,
  [paths.congrats]: next[paths.congrats].Screen,
  [paths.profile]: next[paths.profile].Screen,
  [paths.editProfile]: next[paths.editProfile].Screen,
  [paths.closed]: ClosedScreen,
  [paths.notAllowed]: NotAllowedScreen,
};

/** Fetches the screens that come after HOME while the shopper types: the network may be gone later. */
export function fetchNextScreens(): void {
  for (const { fetch } of Object.values(next)) {
    // One that does not come now is asked for again when it is needed.
    fetch().catch(() => undefined);
  }
}
