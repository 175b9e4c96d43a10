import type { TrackedEvent } from './events.ts';

/** The adapter of one company's tag. The tracker ignores errors that it throws. */
export type Tag = {
  /** On consent: loads the script, or resumes after `stop`. */
  start: () => void;
  send: (event: TrackedEvent) => void;
  /** On the end of consent. A loaded script can't be unloaded, only silenced. */
  stop: () => void;
};

/** The parts of the browser that tags use. */
export type TagEnvironment = {
  /** `window`: the companies' scripts look for their queues there. */
  globals: Record<string, unknown>;
  /** Loads it asynchronously. */
  addScript: (address: string) => void;
  /** Removes query and fragment from the page's address. */
  clearAddress: () => void;
  /** Without query and fragment. */
  pageAddress: () => string;
  /** Sends a form by POST without cookies and referrer, and ignores the response. */
  post: (address: string, fields: Record<string, string>) => void;
};
