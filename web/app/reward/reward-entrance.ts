// Turns the winning face of the wheel, or what comes out of the gift, into the ticket: with a view
// transition, otherwise with an animation from its position, and with reduced motion as a fade.

import { attempt } from '../../optional.ts';
import type { WheelSound } from '../../wheel/sound/sound.ts';
import type { Round } from '../../session/round.ts';

/**
 * The wheel rests (Spec 4), or a gift opens; then the ticket comes, and the stamp lands on it.
 * ticket-entrance.css repeats `ticket`, and fixed-reward.css what `gift` adds up to.
 */
export const revealMs = { rest: 1500, gift: 900, ticket: 480, stamp: 260 };

/** The wheel's speaker, handed over to the ticket. */
type Sound = Pick<WheelSound, 'celebrate' | 'seal' | 'close'>;

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

type Entrance = {
  sound?: Sound | undefined;
  /** The wheel has celebrated, as it stopped. */
  isCelebrated: boolean;
} & (
  | { kind: 'transition' | 'fade' }
  /** Position of the face, in pixels of the viewport. */
  | { kind: 'grow'; from: Box }
);

export type RewardEntrance = {
  /** @param change shows the reward's screen, unless its session is over by then */
  show: (
    change: () => void,
    face: { getBoundingClientRect: () => Box } | null,
    how: Pick<Entrance, 'sound' | 'isCelebrated'>,
  ) => void;
  /** How the screen enters; undefined unless a reward has just been won. */
  entrance: () => Entrance | undefined;
  /** Screens opened later show no entrance. */
  end: () => void;
};

export type EntranceBrowser = {
  document: Pick<Document, 'visibilityState'> & {
    startViewTransition?: (
      update: () => Promise<void>,
    ) => Pick<ViewTransition, 'ready' | 'finished'>;
  };
  isReduced: () => boolean;
};

/** Longest time from requesting a transition to its callback, on the slowest phone. */
const startMaxMs = 1500;

export function createRewardEntrance(
  { document, isReduced }: EntranceBrowser,
  round: () => Pick<Round, 'signal'>,
): RewardEntrance {
  let entrance: Entrance | undefined;
  return {
    show: (change, face, how) => {
      if (isReduced() || face === null) {
        entrance = { kind: 'fade', ...how };
        return change();
      }
      const { signal } = round();
      let isChanged = false;
      const changeOnce = () => {
        if (isChanged) return;
        isChanged = true;
        if (!signal.aborted) return change();
        entrance = undefined;
        how.sound?.close();
      };
      const isStarted = attempt(() => {
        if (document.visibilityState === 'hidden') return false;
        const transition = document.startViewTransition?.(async () => {
          changeOnce();
          // React renders the new address in a later microtask.
          await Promise.resolve();
        });
        if (!transition) return false;
        // Skipped if the page was hidden meanwhile; the screen is shown anyway.
        for (const part of [transition.ready, transition.finished]) part.catch(() => undefined);
        return true;
      }, false);
      entrance = isStarted
        ? { kind: 'transition', ...how }
        : { kind: 'grow', from: face.getBoundingClientRect(), ...how };
      // Runs whether the transition succeeds or fails.
      if (isStarted) setTimeout(changeOnce, startMaxMs);
      else changeOnce();
    },
    entrance: () => entrance,
    end: () => {
      entrance = undefined;
    },
  };
}
