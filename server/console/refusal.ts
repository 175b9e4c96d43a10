import type * as z from 'zod/mini';
import type { consoleRefusal } from '@inaam/contract/console/calls.ts';
import { InaamError } from '../platform/errors.ts';

export type RefusalCode = z.infer<typeof consoleRefusal>['code'];

const statuses: Record<RefusalCode, number> = {
  invalid: 400,
  signedOut: 401,
  notAllowed: 403,
  notFound: 404,
  refused: 409,
  locked: 429,
  busy: 503,
  fault: 500,
};

/** Shown by the page. The sentence contains no number, name, code or token. */
export class ConsoleRefusal extends Error {
  override name = 'ConsoleRefusal';
  readonly code: RefusalCode;
  readonly status: number;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
    this.status = statuses[code];
  }
}

/** Turns a rule's refusal into a sentence for a person, with the remedy. @throws ConsoleRefusal */
export async function toConsoleRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InaamError) throw new ConsoleRefusal('refused', error.message);
    throw error;
  }
}
