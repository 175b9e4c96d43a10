import type { AppContext } from '../../app/app-context.ts';
import { pathOf, paths, type Path } from '../../session/navigation/paths.ts';

/** Back leads HOME from a profile opened elsewhere (Spec 2, PROFILE). */
const returnPaths: readonly Path[] = [paths.rewardFive, paths.congrats, paths.spinWheel];

export function profileOrigin({ origin }: AppContext): Path {
  return pathOf(origin() ?? paths.home) ?? paths.home;
}

export function goBack(app: AppContext): void {
  const from = profileOrigin(app);
  // After a spin the wheel is over: HOME leads to the reward.
  const isOver = from === paths.spinWheel && app.session.getState().rewardAmount !== null;
  app.go(returnPaths.includes(from) && !isOver ? from : paths.home);
}

export function logOut({ person, leave }: AppContext): void {
  person.forget();
  leave();
}
