// The nine addresses and their screens (Spec 2). HOME comes with the first load, the others when they are needed;
// whether an address may be shown is `session/guard.ts`'s to say.
import { lazy, type ComponentType } from 'react';
import { ClosedScreen } from './screens/closed.tsx';
import { HomeScreen } from './screens/home.tsx';
import { NotAllowedScreen } from './screens/not-allowed.tsx';
import { paths, type Path } from './session/paths.ts';

const loadSpinWheel = () => import('./screens/spin-wheel.tsx');
const loadRewardFive = () => import('./screens/reward-five.tsx');
const loadRewardThree = () => import('./screens/reward-three.tsx');
const loadCongrats = () => import('./screens/congrats.tsx');
const loadProfile = () => import('./screens/profile.tsx');
const loadEditProfile = () => import('./screens/edit-profile.tsx');

export const screens: Record<Path, ComponentType> = {
  [paths.home]: HomeScreen,
  [paths.spinWheel]: lazy(async () => ({ default: (await loadSpinWheel()).SpinWheelScreen })),
  [paths.rewardFive]: lazy(async () => ({ default: (await loadRewardFive()).RewardFiveScreen })),
  [paths.rewardThree]: lazy(async () => ({ default: (await loadRewardThree()).RewardThreeScreen })),
  [paths.congrats]: lazy(async () => ({ default: (await loadCongrats()).CongratsScreen })),
  [paths.profile]: lazy(async () => ({ default: (await loadProfile()).ProfileScreen })),
  [paths.editProfile]: lazy(async () => ({ default: (await loadEditProfile()).EditProfileScreen })),
  [paths.closed]: ClosedScreen,
  [paths.notAllowed]: NotAllowedScreen,
};

/** Fetches the screens that come after HOME while the shopper types: the network may be gone later. */
export function fetchNextScreens(): void {
  const next = [loadSpinWheel, loadRewardFive, loadRewardThree, loadCongrats];
  for (const load of [...next, loadProfile, loadEditProfile]) {
    // One that does not come now is asked for again when it is needed.
    load().catch(() => undefined);
  }
}
