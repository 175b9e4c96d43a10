// From the wheel to the reward's screen: the face that won becomes the ticket. By a view
// transition, without one by an animation from where the face was, and without motion by a fade.

import { attempt } from '../../optional.ts';

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

export type Entrance =
  | { kind: 'transition' | 'fade' }
  /** Where the face was, in pixels of the viewport. */
  | { kind: 'grow'; from: Box };

export type RewardEntrance = {
  /** @param change shows the reward's screen */
  show: (change: () => void, face: { getBoundingClientRect: () => Box } | null) => void;
  /** How the screen enters; undefined unless a wheel has just stopped. */
  entrance: () => Entrance | undefined;
  /** A screen that opens later has seen it all before. */
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

/** From asking for a transition to the change, on the slowest phone. */
const startMaxMs = 1500;

export function createRewardEntrance({ document, isReduced }: EntranceBrowser): RewardEntrance {
  let entrance: Entrance | undefined;
  return {
    show: (change, face) => {
      if (isReduced() || face === null) {
        entrance = { kind: 'fade' };
        return change();
      }
      let isChanged = false;
      const changeOnce = () => {
        if (!isChanged) change();
        isChanged = true;
      };
      const isStarted = attempt(() => {
        if (document.visibilityState === 'hidden') return false;
        const transition = document.startViewTransition?.(async () => {
          changeOnce();
          // React renders the new address in a microtask of its own.
          await Promise.resolve();
        });
        if (!transition) return false;
        // Skipped where the page is hidden meanwhile: the screen is there all the same.
        for (const part of [transition.ready, transition.finished]) part.catch(() => undefined);
        return true;
      }, false);
      entrance = isStarted
        ? { kind: 'transition' }
        : { kind: 'grow', from: face.getBoundingClientRect() };
      // Whatever the browser makes of the transition.
      if (isStarted) setTimeout(changeOnce, startMaxMs);
      else changeOnce();
    },
    entrance: () => entrance,
    end: () => {
      entrance = undefined;
    },
  };
}
