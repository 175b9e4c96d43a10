import { constants } from 'node:os';

type Stop = () => Promise<void> | void;
type Component = { name: string; stop: Stop };

export type ShutdownReport = {
  /** The remaining parts are still stopped. */
  failed(name: string, error: unknown): void;
  timedOut(seconds: number): void;
};

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** npm and run.mjs repeat the terminal's signals within this time. */
const repeatedSignalMs = 1000;

/** Stops the components of a process in the reverse order of their start. */
export class Shutdown {
  limitSeconds: number;
  readonly #report: ShutdownReport;
  readonly #components: Component[] = [];
  #stopped: Promise<void> | undefined;

  constructor(limitSeconds: number, report: ShutdownReport) {
    this.limitSeconds = limitSeconds;
    this.#report = report;
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** @throws Error during a shutdown; the part is still stopped */
  add(name: string, stop: Stop): void {
    const component = { name, stop };
    if (this.#stopped) {
      this.#stopped = this.#stopped.then(() => this.#stopComponent(component));
      throw new Error(`Failed to add ${name}: the process is stopping.`);
    }
    this.#components.push(component);
  }

  /** Idempotent. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Calls `onFirst` at the first signal to stop; a second signal ends the process at once. */
  onSignal(onFirst: (signal: NodeJS.Signals) => void): void {
    let firstAt: number | undefined;
    for (const signal of signals) {
      process.on(signal, () => {
        const now = performance.now();
        if (firstAt === undefined) {
          firstAt = now;
          onFirst(signal);
        } else if (now - firstAt > repeatedSignalMs) process.exit(128 + constants.signals[signal]);
      });
    }
  }

  async #stopAll(): Promise<void> {
    const seconds = this.limitSeconds;
    const limit = setTimeout(() => {
      this.#report.timedOut(seconds);
      process.exit(1);
    }, seconds * 1000);
    for (const component of this.#components.toReversed()) await this.#stopComponent(component);
    // Not cleared: it also ends a process in which something was left open.
    limit.unref();
  }

  async #stopComponent({ name, stop }: Component): Promise<void> {
    try {
      await stop();
    } catch (error) {
      this.#report.failed(name, error);
    }
  }
}
