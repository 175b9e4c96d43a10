// Spec 2, Navigation rules; NAV-5, REW-4, WHL-9, SES-8.
import { pathOf, paths, type Path } from './paths.ts';

export type Programme = 'open' | 'notStarted' | 'ended' | 'paused';

export type GuardInput = {
  programme: Programme;
  isAdmitted: boolean;
  hasToken: boolean;
  isFixedReward: boolean;
  ownReward: Path | null;
};

export type Verdict =
  | { kind: 'show'; path: Path }
  | { kind: 'redirect'; to: Path }
  | { kind: 'notAllowed' };

const rewards: readonly Path[] = [paths.rewardFive, paths.rewardThree, paths.congrats];

export function guard(address: string, input: GuardInput): Verdict {
  const path = pathOf(address);
  if (path === paths.notAllowed) return { kind: 'notAllowed' };
  // After the period, and during a pause, verified participants can still get the reward.
  if (input.programme !== 'open' && !input.hasToken) return only(paths.closed, path);
  if (!input.isAdmitted) return { kind: 'notAllowed' };
  if (path === undefined || path === paths.closed) return { kind: 'redirect', to: paths.home };
  if (!input.hasToken) {
    return rewards.includes(path) ? { kind: 'redirect', to: paths.home } : { kind: 'show', path };
  }
  const own = ownPath(input);
  if (path === paths.home || rewards.includes(path)) return only(own, path);
  if (path === paths.spinWheel && input.isFixedReward) return only(own, path);
  return { kind: 'show', path };
}

/** HOME also requests a fixed reward that is not granted yet (OTP-4). */
function ownPath(input: GuardInput): Path {
  return input.ownReward ?? (input.isFixedReward ? paths.home : paths.spinWheel);
}

function only(own: Path, path: Path | undefined): Verdict {
  return path === own ? { kind: 'show', path } : { kind: 'redirect', to: own };
}
