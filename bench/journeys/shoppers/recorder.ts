// What one stage measures: how long each step took, and what failed. Only steps that end inside the
// window count.
import { spreadOf, type Spread } from '../../result.ts';

export type Recorded = {
  /** Journeys that ended inside the window. */
  journeys: number;
  /** Milliseconds by step. */
  steps: Record<string, Spread>;
  /** How often each kind of error, in the whole stage. */
  errors: Record<string, number>;
};

/** In the order of a journey; parts of it that are no call come last. */
const steps = [
  'page',
  'startSession',
  'getStates',
  'recordConsent',
  'register',
  'verifyOtp',
  'getReward',
  'Get OTP to SMS',
  'voucher delay',
  'whole',
] as const;
export type Step = (typeof steps)[number];

export class Recorder {
  isOpen = false;
  #journeys = 0;
  readonly #steps = new Map<Step, number[]>(steps.map((name) => [name, []]));
  readonly #errors = new Map<string, number>();

  step(name: Step, ms: number): void {
    if (this.isOpen) this.#steps.get(name)?.push(ms);
  }

  journey(): void {
    if (this.isOpen) this.#journeys += 1;
  }

  error(kind: string): void {
    this.#errors.set(kind, (this.#errors.get(kind) ?? 0) + 1);
  }

  result(): Recorded {
    return {
      journeys: this.#journeys,
      steps: Object.fromEntries(
        [...this.#steps].flatMap(([name, values]) =>
          values.length > 0 ? [[name, spreadOf(values)]] : [],
        ),
      ),
      errors: Object.fromEntries(this.#errors),
    };
  }
}
