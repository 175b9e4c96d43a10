import type { consoleRefusal } from '@inaam/contract/console/calls.ts';
import type * as z from 'zod/mini';

type RefusalCode = z.infer<typeof consoleRefusal>['code'];

/** `offline`: no answer came. */
export type FailureCode = RefusalCode | 'offline';

/** `message` is a sentence for the person who made the call. */
export class CallFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallFailure';
    this.code = code;
  }

  /** Whether the same call may succeed later. */
  get isPassing(): boolean {
    return this.code === 'offline' || this.code === 'fault' || this.code === 'busy';
  }
}

/** For what is thrown by anything else: the sentence says no more than is known. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  return new CallFailure('fault', 'Something went wrong in this page. Try again, or reload it.');
}
