// Where the profile leads on to (Requirements PRF-2, PRF-3, SES-3). Draws nothing.
import type { AppParts } from '../../app-parts.ts';
import { pathOf, paths, type Path } from '../../session/paths.ts';
import { forgetPerson } from '../../session/remembered-person.ts';

/** The pages that Back returns to; from anywhere else it leads HOME (Spec 2, PROFILE). */
const returnTo: readonly Path[] = [paths.rewardFive, paths.congrats, paths.spinWheel];

/** The page that the profile was opened from. */
export function openedFrom({ origin }: AppParts): Path {
  return pathOf(origin() ?? paths.home) ?? paths.home;
}

export function goBack(app: AppParts): void {
  const from = openedFrom(app);
  app.go(returnTo.includes(from) ? from : paths.home);
}

export function logOut({ local, leave }: AppParts): void {
  forgetPerson(local);
  leave();
}
