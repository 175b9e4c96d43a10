// What an answer or a status of the Cloud API means for a message. The code decides, as its
// documentation recommends, and never the words beside it.

/** What the documentation of the error codes says, by what follows from it. */
const codes = {
  /** Wait, and send less. */
  throttled: [4, 80007, 130429],
  /** Nothing by WhatsApp reaches this number, now or for long. */
  unreachable: [131021, 131026, 131030, 130472, 131049, 131050, 130497],
  /** This message cannot go by WhatsApp now: another one may. */
  notThisOne: [131047, 131056, 131057],
  /** Nothing at all goes by WhatsApp until a person does something. */
  account: [0, 3, 10, 33, 190, 200, 299, 368, 131005, 131031, 131042, 131045, 131048, 133010],
  /** No message of this template goes until a person does something. */
  template: [
    100, 131008, 131009, 131051, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068,
    132069,
  ],
  /** It may have been accepted. */
  unclear: [1, 2, 131000, 131016, 133004],
} as const;

export type Meaning = keyof typeof codes;

const meanings = new Map<number, Meaning>(
  (['throttled', 'unreachable', 'notThisOne', 'account', 'template', 'unclear'] as const).flatMap(
    (meaning) => codes[meaning].map((code): [number, Meaning] => [code, meaning]),
  ),
);

export const meaningOf = (code: number | undefined): Meaning | undefined =>
  code !== undefined && code > 200 && code < 300 ? 'account' : meanings.get(code ?? -1);

/** For the log and the console: what happened, in words. */
const inWords: Readonly<Record<number, string>> = {
  190: 'the token has expired',
  368: 'the account is blocked for a breach of policy',
  130429: 'too many messages',
  131026: 'not on WhatsApp, or an old version of it',
  131031: 'the account is locked',
  131042: 'the account has no way to pay',
  131047: 'more than 24 hours since the person wrote, and no template',
  131048: 'limited because of spam',
  131049: 'held back by WhatsApp',
  131056: 'too many messages to this number',
  132000: 'the template has another number of parameters',
  132001: 'there is no such template in this language',
  132012: 'the template has parameters of another kind',
  132015: 'the template is paused for its quality',
  132016: 'the template is disabled for its quality',
};

export const spelled = (code: number | undefined): string =>
  `WhatsApp ${code ?? 'error'}: ${inWords[code ?? -1] ?? 'see the error codes of the Cloud API'}`;

/** Each code with its words, for a statement. */
export const spelledCodes = [...meanings.keys()].map((code) => ({ code, words: spelled(code) }));
export const unreachableCodes: readonly number[] = codes.unreachable;

export type Answered = {
  status: number;
  /** Of the message; undefined: none in the answer. */
  wamid: string | undefined;
  /** Of `error`. */
  code: number | undefined;
  retryAfterMs: number | undefined;
};

export type Verdict =
  | { kind: 'accepted'; wamid: string }
  | { kind: 'throttled'; reason: string; retryAfterMs: number | undefined }
  /** Certainly not accepted. `isFinal`: this message is not tried here again. */
  | { kind: 'refused'; reason: string; isFinal: boolean; alarm: boolean; isUnreachable: boolean }
  | { kind: 'unknown'; reason: string };

export function verdictOn({ status, wamid, code, retryAfterMs }: Answered): Verdict {
  if (status >= 200 && status < 300) {
    return wamid === undefined
      ? { kind: 'unknown', reason: 'no id in the answer' }
      : { kind: 'accepted', wamid };
  }
  const meaning = meaningOf(code);
  if (meaning === 'throttled' || (status === 429 && meaning === undefined)) {
    return { kind: 'throttled', reason: `HTTP ${status}, ${code ?? 'no code'}`, retryAfterMs };
  }
  if (meaning !== undefined && meaning !== 'unclear') return refusal(code, meaning);
  // A server that failed may have sent it before.
  if (meaning === 'unclear' || status >= 500 || status < 400) {
    return { kind: 'unknown', reason: `HTTP ${status}` };
  }
  return refusal(code, status === 401 || status === 403 ? 'account' : 'notThisOne');
}

function refusal(code: number | undefined, meaning: Meaning): Verdict {
  const alarm = meaning === 'account' || meaning === 'template';
  return {
    kind: 'refused',
    reason: spelled(code),
    isFinal: !alarm,
    alarm,
    isUnreachable: meaning === 'unreachable',
  };
}

// Of a message that was accepted.

export type Status = 'sent' | 'delivered' | 'read' | 'failed';
export type Known = { status: Status; code?: number | null };

/** Whatever their order: who has read it, has got it; a failure after that is none. */
export function fateOf(known: readonly Known[]): 'arrived' | 'failed' | 'underWay' | undefined {
  const has = (...names: readonly Status[]) => known.some(({ status }) => names.includes(status));
  if (has('delivered', 'read')) return 'arrived';
  if (has('failed')) return 'failed';
  return has('sent') ? 'underWay' : undefined;
}
