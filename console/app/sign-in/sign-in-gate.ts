/** Waits for a person to sign in again. Those who ask meanwhile wait for the same sign-in. */
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
