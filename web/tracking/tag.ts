import type { TrackedEvent } from './events.ts';

/** The tag of one provider. The tracker ignores errors that it throws. */
export type Tag = {
  start: () => void;
  send: (event: TrackedEvent) => void;
  /** Called when consent ends. A loaded script cannot be unloaded, only silenced. */
  stop: () => void;
};

export type TagEnvironment = {
  globals: Record<string, unknown>;
  addScript: (address: string) => void;
  clearAddress: () => void;
  pageAddress: () => string;
  post: (address: string, fields: Record<string, string>) => void;
};
