import type { TrackedEvent } from './events.ts';

/** One provider's tag. The tracker ignores the errors that it throws. */
export type Tag = {
  start: () => void;
  send: (event: TrackedEvent) => void;
  /** On the end of consent. A loaded script can't be unloaded, only silenced. */
  stop: () => void;
};

export type TagEnvironment = {
  globals: Record<string, unknown>;
  addScript: (address: string) => void;
  clearAddress: () => void;
  pageAddress: () => string;
  post: (address: string, fields: Record<string, string>) => void;
};
