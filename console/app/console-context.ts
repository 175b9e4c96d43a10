import {
  consoleCalls,
  type AnswerOf,
  type ConsoleCallName,
} from '@inaam/contract/console/calls.ts';
import { createContext, use } from 'react';
import type { SendCall } from './calls/send-call.ts';

export type Session = AnswerOf<'readSession'> & {
  /** The campaign's clock less that of the browser. */
  readonly aheadMs: number;
};

export type Console = {
  /** Waits for another sign-in where the session has ended. */
  readonly call: SendCall;
  readonly session: Session;
  readonly leave: (how: 'signOut' | 'signOutEverywhere') => Promise<void>;
  /** The last reason that was given, until the page is left. */
  readonly why: string;
  readonly rememberWhy: (why: string) => void;
  /** Whom another page wants to be looked up, in no address; undefined: nobody. */
  readonly wanted: string | undefined;
  readonly want: (pseudonym: string | undefined) => void;
  /** By the campaign's clock, ms. */
  readonly now: () => number;
};

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const found = use(ConsoleContext);
  if (found === undefined) {
    throw new Error('Failed to find the console: render this inside ConsoleContext.');
  }
  return found;
}

export function mayCall(role: Session['account']['role'], name: ConsoleCallName): boolean {
  const { may } = consoleCalls[name];
  return may === 'nobody' || may.some((one) => one === role);
}
