// Drops events without consent (ANA-2, ANA-3). Never throws, and never waits for a tag.
import type { TrackedEvent, Tag } from './tags.ts';

type TrackerDependencies = {
  session: {
    getState: () => { isConsentGiven: boolean };
    subscribe: (onChange: () => void) => unknown;
  };
  load: () => Promise<readonly Tag[]>;
  /** Runs the task later, so that the press is handled first. */
  defer: (task: () => void) => void;
};

export type Track = (event: TrackedEvent) => void;

export function createTracker({ session, load, defer }: TrackerDependencies): Track {
  let active: Promise<readonly Tag[]> | undefined;
  let loaded: Promise<readonly Tag[]> | undefined;

  const start = () => {
    const loading = (loaded ??= load());
    // One promise per consent; anything of an earlier consent is dropped.
    const own = loading.then((tags) => tags);
    active = own;
    own.then(
      (tags) => defer(() => active === own && forEach(tags, (tag) => tag.start())),
      () => {
        // The next event tries again.
        if (loaded === loading) loaded = undefined;
        if (active === own) active = undefined;
      },
    );
  };

  const stop = () => {
    const own = active;
    active = undefined;
    own?.then((tags) => forEach(tags, (tag) => tag.stop())).catch(() => undefined);
  };

  const update = () => {
    const { isConsentGiven } = session.getState();
    if (isConsentGiven && active === undefined) start();
    if (!isConsentGiven && active !== undefined) stop();
  };

  update();
  session.subscribe(update);
  return (event) => {
    update();
    const own = active;
    const send = (tags: readonly Tag[]) =>
      defer(() => active === own && forEach(tags, (tag) => tag.send(event)));
    own?.then(send).catch(() => undefined);
  };
}

function forEach(tags: readonly Tag[], action: (tag: Tag) => void): void {
  for (const tag of tags) {
    try {
      action(tag);
    } catch {
      // Not logged: the error may quote personal data.
    }
  }
}
