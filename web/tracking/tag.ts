import type { TrackedEvent } from './events.ts';

/** The adapter of one company's tag. The tracker ignores errors that it throws. */
export type Tag = {
  /** On consent: loads the script, or resumes after `stop`. */
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
  /** Sends a form by POST without cookies and referrer, and ignores the response. */
  post: (address: string, fields: Record<string, string>) => void;
};
