// Where the profile leads on to (Requirements PRF-2, PRF-3, SES-3). Draws nothing.
import type { AppContext } from '../../app/app-context.ts';
import { pathOf, paths, type Path } from '../../session/paths.ts';
import { removeRegistration } from '../../session/stored-registration.ts';

/** The pages that Back returns to; from anywhere else it leads HOME (Spec 2, PROFILE). */
const returnTo: readonly Path[] = [paths.rewardFive, paths.congrats, paths.spinWheel];

/** The page that the profile was opened from. */
export function openedFrom({ origin }: AppContext): Path {
  return pathOf(origin() ?? paths.home) ?? paths.home;
}

export function goBack(app: AppContext): void {
  const from = openedFrom(app);
  app.go(returnTo.includes(from) ? from : paths.home);
}

export function logOut({ local, leave }: AppContext): void {
  removeRegistration(local);
  leave();
}
