import * as z from 'zod/mini';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { failureOf, type SendCall } from '../calls/send-call.ts';

/** Waits for a person to sign in again. Concurrent calls wait for the same sign-in. */
export class SignInGate {
  #waiting: PromiseWithResolvers<void> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly isAsked = (): boolean => this.#waiting !== undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  ask(): Promise<void> {
    this.#waiting ??= Promise.withResolvers();
    const { promise } = this.#waiting;
    this.#notify();
    return promise;
  }

  open(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#notify();
    waiting?.resolve();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

// What the tab stores while it is at the company's provider. Nothing of it is sent.

const key = 'inaam-sign-in';
const memory = z.object({
  /** The page of ours to continue on; `/c/goli-soda-2026/person` is in that campaign. */
  path: z.string().check(z.regex(/^\/(?:[a-z0-9]+(?:[/-][a-z0-9]+)*\/?)?$/)),
  /** Opened by a page whose session has ended. */
  isWindow: z.boolean(),
});

export type SignInMemory = z.infer<typeof memory>;

export function rememberSignIn(storage: Pick<Storage, 'setItem'>, kept: SignInMemory): void {
  storage.setItem(key, JSON.stringify(kept));
}

export function takeSignInMemory(storage: Pick<Storage, 'getItem' | 'removeItem'>): SignInMemory {
  const text = storage.getItem(key);
  storage.removeItem(key);
  try {
    return z.parse(memory, JSON.parse(text ?? ''));
  } catch {
    return { path: '/', isWindow: false };
  }
}

/** A call whose session has ended waits until the person has signed in again, then repeats. */
export function repeatAfterSignIn(send: SendCall, gate: SignInGate): SendCall {
  return async (name, fields) => {
    if (gate.isAsked()) await gate.ask();
    try {
      return await send(name, fields);
    } catch (error) {
      const needsSession = consoleCalls[name].may !== 'nobody';
      if (!needsSession || failureOf(error).code !== 'signedOut') throw error;
      await gate.ask();
      return send(name, fields);
    }
  };
}

const signedInKey = 'inaam-signed-in-at';

/** Notifies this browser's other console windows. */
export function announceSignIn(): void {
  localStorage.setItem(signedInKey, String(Date.now()));
}

/** @returns a function that stops listening */
export function onSignInElsewhere(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === signedInKey) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
