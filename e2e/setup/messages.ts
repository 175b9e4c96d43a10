// What has reached the demonstration's phone, read as JSON. Never looks into the database.
import { expect } from 'vitest';
import { productUrl } from './product-url.ts';
import * as z from 'zod';

const messagesSchema = z.array(
  z.object({ to: z.string(), text: z.string(), at: z.iso.datetime() }),
);
const patience = { timeout: 10_000, interval: 100 };

/** The texts that a number has got, newest first. */
export async function textsTo(mobile: string): Promise<string[]> {
  const response = await fetch(`${productUrl()}/demo/messages?to=${mobile}`);
  return messagesSchema.parse(await response.json()).map(({ text }) => text);
}

const codesOf = (texts: readonly string[]) =>
  texts.flatMap((text) => /^(\d{6}) is your OTP/.exec(text)?.[1] ?? []);

/** The newest code, once so many SMS with one have come. */
export async function readCode(mobile: string, sms = 1): Promise<string> {
  let codes: string[] = [];
  await expect
    .poll(async () => (codes = codesOf(await textsTo(mobile))).length, patience)
    .toBe(sms);
  return codes[0] ?? '';
}

/** The SMS with the voucher, once it has come. */
export async function readVoucher(mobile: string): Promise<{ text: string; amount: number }> {
  const vouchers = async () =>
    (await textsTo(mobile)).flatMap((text) => {
      const [, amount] = /Your Rs\. (\d+) gift voucher/.exec(text) ?? [];
      return amount === undefined ? [] : [{ text, amount: Number(amount) }];
    });
  await expect.poll(async () => (await vouchers()).length, patience).toBe(1);
  const [voucher] = await vouchers();
  return voucher ?? { text: '', amount: 0 };
}

/** A code that is not this one. */
export function otherCode(code: string): string {
  return code === '111111' ? '222222' : '111111';
}
