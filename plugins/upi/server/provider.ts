// What providers of payouts have in common.
import { errorCode } from '@inaam/server/platform/errors.ts';
import type { Cause, Seen } from './payouts.rules.ts';

type Transfer = {
  /** At most 32 letters and digits. */
  key: string;
  /** Whole rupees. */
  amount: number;
  id: string;
  /** As the provider has named the owner of the id. */
  name: string;
};

/** `unclear`: it gave no answer. */
export type Named = { kind: 'named'; id: string; name: string } | { kind: 'wrong' | 'unclear' };

export type HookEvent = { body: string; signature: string; timestamp: string };

/** No function rejects, but `readBalance`, with a sentence for the operator. */
export type Provider = {
  label: string;
  /** @param asked an id, or a mobile number of ten digits @param key of this question */
  lookUp: (asked: { id: string } | { mobile: string }, key: string) => Promise<Named>;
  send: (transfer: Transfer) => Promise<Seen>;
  ask: (key: string) => Promise<Seen>;
  /** Rupees. */
  readBalance: () => Promise<number>;
  isSigned: (event: HookEvent) => boolean;
  /** The key of the transfer that an event is about. */
  keyOf: (body: unknown) => string | undefined;
};

type Request = {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: object;
  limitMs: number;
};

/** `json` undefined: it is none. `status` 0: no answer, for the reason. */
export type Reply = { status: number; json: unknown; reason: string };

const answerBytesMax = 1_000_000;

/** Never rejects, and follows no redirect. */
export async function exchange({ method, url, headers, body, limitMs }: Request): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(limitMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    return { status, json: parsed(text.slice(0, answerBytesMax)), reason: `HTTP ${status}` };
  } catch (error) {
    return { status: 0, json: undefined, reason: errorCode(error) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const causes: readonly (readonly [RegExp, Cause])[] = [
  [/balance|insufficient_fund/i, 'balance'],
  [/blacklist|velocity|risk|limit|reject|cancel|fraud/i, 'refused'],
  [/vpa|invalid_|beneficiary_id|name|account_blocked|account_closed|dormant/i, 'wrongId'],
];

/** By the provider's code of a failure. What is not known may pass. */
export const causeOf = (code: string): Cause =>
  causes.find(([form]) => form.test(code))?.[1] ?? 'bank';
