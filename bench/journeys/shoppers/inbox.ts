// The gateway at which the SMS arrive, and which gives each to the shopper who waits for it.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { messageOf, sentAnswer } from '@inaam/testing/product/sms-gateway.ts';
import { startFaultyGateway } from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { smsReader } from '@inaam/testing/sms/sms-reader.ts';

/** `at`: when all of it had arrived, ms of this process's clock. */
type Sms<Said> = { said: Said; at: number };
type Voucher = { amount: number; code: string };

export type Inbox = {
  address: string;
  /**
   * The next code to a mobile number.
   * @throws StepError after 30 seconds
   */
  code: (mobile: string) => Promise<Sms<string>>;
  /** The next voucher, alike. */
  voucher: (mobile: string) => Promise<Sms<Voucher>>;
  /** SMS with the same text to the same number as another, under another id. */
  repeated: () => number;
  /** Messages whose id is known: answered as the first time, and no further SMS. */
  askedAgain: () => number;
};

/** `kind` says what went wrong and contains nothing of the shopper. */
export class StepError extends Error {
  override name = 'StepError';
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}

/** How the error of a step that never ended begins. */
export const neverEnded = 'never ended';
const patienceMs = 30_000;

export async function startInbox(): Promise<Inbox> {
  const read = smsReader(await loadCampaign('biscuit-2025'));
  const codes = new Letterbox<string>(`${neverEnded}: no SMS with a code`);
  const vouchers = new Letterbox<Voucher>(`${neverEnded}: no SMS with a voucher`);
  const ids = new Set<string>();
  const pairs = new Set<string>();
  let repeated = 0;
  let askedAgain = 0;
  const gateway = await startFaultyGateway();
  // Shoppers wait in vain for an SMS that no template fits, and the bench fails.
  gateway.answer(({ body }) => {
    const at = performance.now();
    const sms = messageOf(body);
    const { ref, text } = sms;
    // With and without the country's code.
    const to = sms.to.slice(-10);
    if (ids.has(ref)) askedAgain += 1;
    else {
      ids.add(ref);
      const pair = `${to} ${text}`;
      if (pairs.has(pair)) repeated += 1;
      pairs.add(pair);
      const code = read.code(text);
      const voucher = read.voucher(text);
      if (code !== undefined) codes.put(to, { said: code, at });
      else if (voucher) vouchers.put(to, { said: voucher, at });
    }
    return sentAnswer(sms);
  });
  return {
    address: gateway.address,
    code: (mobile) => codes.take(mobile),
    voucher: (mobile) => vouchers.take(mobile),
    repeated: () => repeated,
    askedAgain: () => askedAgain,
  };
}

/** Of each number what has come, or who waits. */
class Letterbox<Said> {
  readonly #come = new Map<string, Sms<Said>>();
  readonly #waiting = new Map<string, (sms: Sms<Said>) => void>();
  readonly #ifNever: string;

  /** @param ifNever the kind of the error */
  constructor(ifNever: string) {
    this.#ifNever = ifNever;
  }

  put(to: string, sms: Sms<Said>): void {
    const waiting = this.#waiting.get(to);
    if (waiting) waiting(sms);
    else this.#come.set(to, sms);
  }

  async take(mobile: string): Promise<Sms<Said>> {
    const come = this.#come.get(mobile);
    if (come) {
      this.#come.delete(mobile);
      return come;
    }
    const { promise, resolve, reject } = Promise.withResolvers<Sms<Said>>();
    const timer = setTimeout(() => reject(new StepError(this.#ifNever)), patienceMs);
    this.#waiting.set(mobile, resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(mobile);
    });
  }
}
