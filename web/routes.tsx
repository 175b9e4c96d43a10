import type { ComponentType } from 'react';
import { lazyScreen } from './app/layout/lazy-screen.tsx';
import { ClosedScreen } from './screens/closed.tsx';
import { codeForm, fixedReward, HomeScreen } from './screens/home.tsx';
import { NotAllowedScreen } from './screens/not-allowed.tsx';
import { paths, type Path } from './session/navigation/paths.ts';

const reward = lazyScreen(async () => (await import('./screens/reward.tsx')).RewardScreen);

const lazyScreens = {
  [paths.spinWheel]: lazyScreen(
    async () => (await import('./screens/spin-wheel.tsx')).SpinWheelScreen,
  ),
  [paths.profile]: lazyScreen(async () => (await import('./screens/profile.tsx')).ProfileScreen),
  [paths.editProfile]: lazyScreen(
    async () => (await import('./screens/profile.tsx')).EditProfileScreen,
  ),
};

export const screens: Record<Path, ComponentType> = {
  [paths.home]: HomeScreen,
  [paths.spinWheel]: lazyScreens[paths.spinWheel].Screen,
  [paths.rewardFive]: reward.Screen,
  [paths.rewardThree]: reward.Screen,
  [paths.congrats]: reward.Screen,
  [paths.profile]: lazyScreens[paths.profile].Screen,
  [paths.editProfile]: lazyScreens[paths.editProfile].Screen,
  [paths.closed]: ClosedScreen,
  [paths.notAllowed]: NotAllowedScreen,
};

/** One layout for the screens of the wheel and the reward. */
export const playSteps: Partial<Record<Path, 'spin' | 'reward'>> = {
  [paths.spinWheel]: 'spin',
  [paths.rewardFive]: 'reward',
  [paths.rewardThree]: 'reward',
  [paths.congrats]: 'reward',
};

/**
 * Preloads the screens after HOME while the shopper types, because the network may be lost later.
 */
export function fetchLazyScreens(): void {
  for (const { fetch } of [codeForm, fixedReward, reward, ...Object.values(lazyScreens)]) {
    fetch().catch(() => undefined);
  }
}
