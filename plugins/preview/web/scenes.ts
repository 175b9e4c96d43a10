// How to reach each screen: the tab's stored state, its path, and what is pressed.
import type { PreviewChoice, PreviewScreen } from '../contract.ts';
import type { AppContext } from '@inaam/web/app/app-context.ts';
import type { Overlay } from '@inaam/web/app/layout/overlay-store.ts';
import type { Programme } from '@inaam/web/session/navigation/guard.ts';
import { paths, type Path } from '@inaam/web/session/navigation/paths.ts';

export type Scene = {
  isScanned: boolean;
  /** Answers to the privacy notice. */
  hasAgreed: boolean;
  /** A number is registered and its code is pending. */
  pending: boolean;
  isVerified: boolean;
  isFixedReward: boolean;
  /** Amount of the reward; null if there is none yet. */
  amount: number | null;
  /** What follows the reward. */
  isAsked: boolean;
  path: Path;
  programme: Programme;
  network: 'well' | 'slow' | 'none';
  isOnline: boolean;
  /** The page's data is broken. */
  isBroken: boolean;
  /** Called once the screen is shown. */
  arrange: (app: AppContext) => void;
};

const registering: Scene = {
  isScanned: true,
  hasAgreed: true,
  pending: false,
  isVerified: false,
  isFixedReward: false,
  amount: null,
  isAsked: false,
  path: paths.home,
  programme: 'open',
  network: 'well',
  isOnline: true,
  isBroken: false,
  arrange: () => undefined,
};

const verified = { isVerified: true, path: paths.spinWheel } as const;

const withOverlay = (open: Overlay): Partial<Scene> => ({
  arrange: ({ overlay }) => overlay.setState({ open }),
});

/** Presses the form's own button, so that empty fields show the errors a shopper would see. */
function submitForm(): void {
  document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click();
}

const scenes: Readonly<Record<PreviewScreen, Partial<Scene>>> = {
  notAllowed: { isScanned: false },
  starting: { network: 'slow' },
  failedStart: { network: 'none' },
  notStarted: { programme: 'notStarted' },
  paused: { programme: 'paused' },
  ended: { programme: 'ended' },
  privacyNotice: { hasAgreed: false },
  home: {},
  homeFaults: { arrange: submitForm },
  offline: { isOnline: false },
  code: { pending: true },
  wheel: verified,
  errorPopup: { ...verified, ...withOverlay({ message: 'errors.sessionExpired' }) },
  // HOME redirects shoppers who have a reward to its screen.
  reward: { isVerified: true },
  fixedReward: { isVerified: true, isFixedReward: true },
  bonus: { isVerified: true, isAsked: true, ...withOverlay('rewardPart') },
  profile: { ...verified, path: paths.profile },
  details: { ...verified, path: paths.editProfile },
  menu: withOverlay('menu'),
  languages: { arrange: ({ overlay }) => overlay.setState({ isChoosingLanguage: true }) },
  howTo: withOverlay('howTo'),
  terms: withOverlay('terms'),
  consentNotice: withOverlay('consentNotice'),
  contact: withOverlay('contact'),
  yourData: withOverlay('yourData'),
  mishap: { isBroken: true },
};

const withReward: ReadonlySet<PreviewScreen> = new Set([
  'reward',
  'bonus',
  'fixedReward',
  'profile',
]);

/** @param first the reward to show if none is chosen */
export function sceneOf({ screen, amount }: PreviewChoice, first: number): Scene {
  const hasReward = withReward.has(screen);
  return { ...registering, ...scenes[screen], amount: hasReward ? (amount ?? first) : null };
}
