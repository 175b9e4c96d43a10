// The messages on the demonstration's phone, as JSON.
import * as z from 'zod';
import { productUrl } from './answer-transport.ts';
import { delay } from './delay-proxy.ts';

const messagesSchema = z.array(
  z.object({ to: z.string(), text: z.string(), at: z.iso.datetime() }),
);
const timeoutMs = 60_000;
const pollMs = 100;

export async function smsTo(mobile: string): Promise<string[]> {
  const response = await fetch(`${productUrl()}/demo/messages?to=${mobile}`);
  return messagesSchema.parse(await response.json()).map(({ text }) => text);
}

/** By the line that ends each campaign's text. */
const codesOf = (texts: readonly string[]) =>
  texts.flatMap((text) => /\n@\S+ #(\d{6})$/.exec(text)?.[1] ?? []);

/** What `find` returns for the SMS to a number, once there are that many. */
async function once<Found>(
  count: number,
  mobile: string,
  find: (texts: readonly string[]) => readonly Found[],
): Promise<Found> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const texts = await smsTo(mobile);
    const found = find(texts);
    const [newest] = found;
    if (found.length === count && newest !== undefined) return newest;
    if (performance.now() > until) {
      throw new Error(
        `Failed to read ${count} SMS of a kind: there are ${found.length}, in all ${texts.length}.`,
      );
    }
    await delay(pollMs);
  }
}

export const readCode = (mobile: string, sms = 1): Promise<string> => once(sms, mobile, codesOf);

export const readVoucher = (mobile: string): Promise<{ text: string; amount: number }> =>
  once(1, mobile, (texts) =>
    texts.flatMap((text) => {
      const [, amount] = /Your Rs\. (\d+) gift voucher/.exec(text) ?? [];
      return amount === undefined ? [] : [{ text, amount: Number(amount) }];
    }),
  );

export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111';
}
