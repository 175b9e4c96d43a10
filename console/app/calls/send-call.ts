import {
  campaignHeader,
  consoleCalls,
  consoleRefusal,
  type AnswerOf,
  type ConsoleCallName,
  type FieldsOf,
  isRefreshed,
  refreshHeader,
} from '@inaam/contract/console/calls.ts';
import * as z from 'zod/mini';

export type SendCall = <Name extends ConsoleCallName>(
  name: Name,
  fields: FieldsOf<Name>,
) => Promise<AnswerOf<Name>>;

type Table = {
  readonly [Name in ConsoleCallName]: { path: string; answer: z.ZodMiniType<AnswerOf<Name>> };
};
const table: Table = consoleCalls;

const limitMs = 30_000;

type Fetch = (address: string, init: RequestInit & { body: string }) => Promise<Response>;

/**
 * @param hasInput whether a person has used the page since the last call of this function
 * @param campaign that the page's address names
 * @throws CallFailure
 */
export function createSendCall(
  fetch: Fetch,
  hasInput: () => boolean,
  campaign: () => string | undefined = () => undefined,
): SendCall {
  return async (name, fields) => {
    const { path, answer } = table[name];
    const named = campaign();
    const response = await send(fetch, `/api/${path}`, fields, {
      ...(named !== undefined && { [campaignHeader]: named }),
      ...(isRefreshed(name) && !hasInput() && { [refreshHeader]: '1' }),
    });
    const body = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalOf(body, response.status);
    const parsed = z.safeParse(answer, body);
    if (parsed.success) return parsed.data;
    throw new CallFailure(
      'fault',
      'The answer was not understood: this page and the console are different versions. Reload it.',
    );
  };
}

async function send(
  fetch: Fetch,
  address: string,
  fields: unknown,
  marks: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...marks },
      body: JSON.stringify(fields),
      credentials: 'same-origin',
      signal: AbortSignal.timeout(limitMs),
    });
  } catch {
    throw new CallFailure('offline', 'The console does not answer. Check the network.');
  }
}

const tooLarge =
  'A proxy in front of the console refuses so large a request. Raise its limit: in nginx, client_max_body_size.';

/** @public @param status of an answer that may be a proxy's */
export function refusalOf(body: unknown, status?: number): CallFailure {
  const refusal = z.safeParse(consoleRefusal, body);
  if (refusal.success) return new CallFailure(refusal.data.code, refusal.data.message);
  if (status === 413) return new CallFailure('invalid', tooLarge);
  return new CallFailure('fault', 'The console could not answer just now.');
}

type RefusalCode = z.infer<typeof consoleRefusal>['code'];

/** `offline`: no response arrived. */
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

/** For errors from anything else: the sentence says only what is known. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  return new CallFailure('fault', 'Something went wrong in this page. Try again, or reload it.');
}
