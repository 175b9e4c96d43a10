// What every tag's adapter offers, and what of the browser comes into one. Types only: nothing here runs.
import type { TrackedEvent } from './events.ts';

/** A tag as the tracker knows it. Any of the three may throw: the tracker swallows it. */
export type Tag = {
  /** Consent is given: loads what there is to load, or takes up again what `stop` ended. */
  start: () => void;
  send: (event: TrackedEvent) => void;
  /** Consent has ended. A script that is loaded can't be unloaded: it is told to be silent. */
  stop: () => void;
};

/** The browser as far as the tags need it. */
export type Surroundings = {
  /** `window`, where the companies' scripts look for what they are told. */
  globals: Record<string, unknown>;
  /** Adds a script to the page, to be run when it comes; nothing waits for it. */
  addScript: (address: string) => void;
  /** Takes query and fragment out of the page's address. */
  clearAddress: () => void;
  /** Address of the page without query and fragment. */
  pageAddress: () => string;
  /** Sends a form by POST, without cookies and without a referrer; nobody reads the answer. */
  post: (address: string, fields: Record<string, string>) => void;
};
