// When something is measured: from the Yes to the privacy notice until the session ends, and never before or after
// (Requirements ANA-2, ANA-3). What happened without consent is forgotten, not kept for later. Never throws and never
// waits for a tag: whatever one does, the app goes on as if there were none.
import type { TrackedEvent } from './events.ts';
import type { Tag } from './tag.ts';

type Doors = {
  session: {
    getState: () => { isConsentGiven: boolean };
    subscribe: (changed: () => void) => unknown;
  };
  /** Fetches the tags; called once consent is given, and again with the next consent where it failed. */
  load: () => Promise<readonly Tag[]>;
  /** Does it after what is under way: a press is answered first. */
  later: (act: () => void) => void;
};

export type Track = (event: TrackedEvent) => void;

/** Starts watching the session, which may have its consent already, after a reload. */
export function createTracker({ session, load, later }: Doors): Track {
  /** The tags of this consent, on their way or here; none while there is no consent. */
  let started: Promise<readonly Tag[]> | undefined;
  let known: Promise<readonly Tag[]> | undefined;

  const start = () => {
    const tags = (known ??= load());
    // Held by its own name: the next consent makes another one, and what was meant for this one is lost.
    const mine = tags.then((found) => found);
    started = mine;
    mine.then(
      (found) => later(() => started === mine && each(found, (tag) => tag.start())),
      () => {
        if (known === tags) known = undefined;
      },
    );
  };

  const stop = () => {
    const tags = started;
    started = undefined;
    tags?.then((found) => each(found, (tag) => tag.stop())).catch(() => undefined);
  };

  const follow = () => {
    const { isConsentGiven } = session.getState();
    if (isConsentGiven && started === undefined) start();
    if (!isConsentGiven && started !== undefined) stop();
  };

  follow();
  session.subscribe(follow);
  return (event) => {
    const mine = started;
    const send = (found: readonly Tag[]) =>
      later(() => started === mine && each(found, (tag) => tag.send(event)));
    // Tags that could not be fetched are told nothing.
    mine?.then(send).catch(() => undefined);
  };
}

/** One tag's failure is not the next one's. */
function each(tags: readonly Tag[], act: (tag: Tag) => void): void {
  for (const tag of tags) {
    try {
      act(tag);
    } catch {
      // What a tag throws is of no use to a shopper, and may quote what no log may hold.
    }
  }
}
