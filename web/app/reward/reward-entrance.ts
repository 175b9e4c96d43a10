// From the wheel to the reward's screen: the face that won becomes the ticket. By a view
// transition, without one by an animation from where the face was, and without motion by a fade.

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

export function createRewardEntrance({ document, isReduced }: EntranceBrowser): RewardEntrance {
  let entrance: Entrance | undefined;
  return {
    show: (change, face) => {
      if (isReduced() || face === null) {
        entrance = { kind: 'fade' };
        return change();
      }
      if (document.startViewTransition === undefined || document.visibilityState === 'hidden') {
        entrance = { kind: 'grow', from: face.getBoundingClientRect() };
        return change();
      }
      entrance = { kind: 'transition' };
      const { ready, finished } = document.startViewTransition(async () => {
        change();
        // React renders the new address in a microtask of its own.
        await Promise.resolve();
      });
      // Skipped where the page is hidden meanwhile: the screen is there all the same.
      for (const part of [ready, finished]) part.catch(() => undefined);
      return undefined;
    },
    entrance: () => entrance,
    end: () => {
      entrance = undefined;
    },
  };
}
