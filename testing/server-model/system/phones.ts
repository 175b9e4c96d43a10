// What a run's numbers receive, and how the provider responds.
import assert from 'node:assert/strict';
import type { OutgoingSms, SendOutcome, SmsProvider } from '@inaam/server/sms/provider.ts';

export const providerAnswers = [
  'accepted',
  'refusedForNow',
  'refusedPermanently',
  'throttled',
  /** A time-out: the phone gets nothing. */
  'noAnswer',
  /** A time-out, and the phone gets it. */
  'answerLost',
] as const;
/** It may have been accepted. */
export const isUnclear = (answer: ProviderAnswer) => outcomes[answer].kind === 'unknown';

export type ProviderAnswer = (typeof providerAnswers)[number];

const outcomes: Record<ProviderAnswer, SendOutcome> = {
  accepted: { kind: 'accepted', reference: undefined },
  refusedForNow: { kind: 'refusedForNow', reason: 'busy' },
  refusedPermanently: { kind: 'refusedPermanently', reason: 'no such number' },
  throttled: { kind: 'throttled', reason: 'too many' },
  noAnswer: { kind: 'unknown', reason: 'no answer in time' },
  answerLost: { kind: 'unknown', reason: 'no answer in time' },
};

export class Phones {
  answer: ProviderAnswer = 'accepted';
  /** How often a message was handed to the provider. */
  handedOver = 0;
  /** Of a number. */
  vouchersMax = 1;
  /** Whether a code sent to a mobile number now could still be typed. */
  isCodeWanted: (mobile: string) => boolean = () => true;
  /** First copies, by message id. */
  readonly #received = new Map<string, { to: string; code: string }>();
  /** Messages that the product knows were accepted. */
  readonly #known = new Set<string>();
  /** Voucher codes and their owners. */
  readonly #vouchers = new Map<string, string>();

  readonly provider: SmsProvider = {
    send: async (sms) => {
      this.handedOver += 1;
      if (this.answer === 'accepted' || this.answer === 'answerLost') this.#receive(sms);
      return outcomes[this.answer];
    },
  };

  has(messageId: string): boolean {
    return this.#received.has(messageId);
  }

  note(messageId: string): void {
    this.#known.add(messageId);
  }

  /** @throws AssertionError if the phone should not get it */
  #receive({ id, to, variables }: OutgoingSms): void {
    const code = variables['code'] ?? '';
    assert(!this.#known.has(id), `An SMS that was accepted is sent to ${to} again.`);
    const first = this.#received.get(id);
    if (first) assert.deepEqual({ to, code }, first, 'The same SMS has another code or number.');
    this.#received.set(id, { to, code });
    if ('validUntil' in variables) {
      assert.equal(this.#vouchers.get(code) ?? to, to, 'A voucher code went to two numbers.');
      const others = [...this.#vouchers].filter(([other, owner]) => owner === to && other !== code);
      assert(others.length < this.vouchersMax, `${to} has too many vouchers.`);
      this.#vouchers.set(code, to);
    } else assert(this.isCodeWanted(to), `${to} is sent a code that nobody can type any more.`);
  }
}
