// Stops what was started, the last first, once, on Ctrl-C or when the start failed. Leaves nothing running.

const patienceMs = 15_000;
/** npm hands on the Ctrl-C that the terminal has sent us already: so soon after the first it is the same one. */
const echoMs = 1000;

type Part = { name: string; stop: () => Promise<void> };

export class Closing {
  readonly #tell: (line: string) => void;
  readonly #parts: Part[] = [];
  #closing: Promise<void> | undefined;
  #closingSince = 0;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  /** Adds what must stop before everything that was added earlier. */
  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop });
  }

  /** Ctrl-C, a closed terminal and a polite kill close in order; a second Ctrl-C does not wait any longer. */
  onSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const isEcho = performance.now() - this.#closingSince < echoMs;
        if (this.#closing && signal === 'SIGINT' && !isEcho) process.exit(130);
        void this.close(0);
      });
    }
  }

  /** Stops everything and ends the process. */
  async close(exitCode: number): Promise<void> {
    if (!this.#closing) this.#closingSince = performance.now();
    this.#closing ??= this.#stopAll(exitCode);
    await this.#closing;
  }

  async #stopAll(exitCode: number): Promise<void> {
    const impatience = setTimeout(() => {
      this.#tell('Something does not stop: ending all the same. The data is intact.');
      process.exit(1);
    }, patienceMs);
    for (const { name, stop } of this.#parts.toReversed()) {
      try {
        await stop();
      } catch {
        this.#tell(`Failed to stop ${name}: going on without.`);
      }
    }
    clearTimeout(impatience);
    // Set rather than forced: what is still open would be a leak that a test should see.
    process.exitCode = exitCode;
    process.removeAllListeners('SIGINT');
    process.removeAllListeners('SIGTERM');
    process.removeAllListeners('SIGHUP');
  }
}
