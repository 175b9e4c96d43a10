// One shopper's journey, from the scan to the voucher: the browser's calls in the browser's order,
// signed as the browser signs them.
import { callPath, calls, type Answer, type CallName, type Fields } from '@inaam/contract/calls.ts';
import { isSuccess, readRefusal, unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import { readWinType } from '@inaam/contract/limits.ts';
import type { Client } from 'undici';
import * as z from 'zod/mini';
import type { Recorder, Step } from './recorder.ts';
import { JourneyError, type SmsGateway } from './sms-gateway.ts';

/** What the shopper was shown: the books must say the same. */
export type Outcome = {
  mobile: string;
  /** Rupees on the screen. */
  amount: number;
  /** Rupees and code in the SMS. */
  voucher: { amount: number; code: string };
};

export type Tools = { client: Client; gateway: Pick<SmsGateway, 'next'>; recorder: Recorder };

const entry = '/?utm_source=qrcode&utm_medium=pack';
const amounts = [3, 5, 10];
const otpSms = /^(\d{6}) is your OTP/;
const voucherSms = /Your Rs\. (\d+) gift voucher .* is ([\w-]+)\. Valid/;
const browser = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
} as const;
const below = (bound: number) => Math.floor(Math.random() * bound);

export class Shopper {
  readonly mobile: string;
  readonly #tools: Tools;
  readonly #address = `10.${below(256)}.${below(256)}.${below(256)}`;
  #userKey = '';
  #dataKey = '';
  #accessToken: string | undefined;
  #clockOffsetMs = 0;

  constructor(mobile: string, tools: Tools) {
    this.mobile = mobile;
    this.#tools = tools;
  }

  async wholeJourney(): Promise<Outcome> {
    const { recorder, gateway } = this.#tools;
    await this.#openPage();
    await this.signIn();
    const { winType } = await this.#call('getReward', {});
    const answeredAt = performance.now();
    const amount = readWinType(winType, amounts);
    if (amount === undefined) throw new JourneyError('getReward: no amount');
    const sms = await gateway.next(this.mobile, voucherSms);
    // It may overtake the answer.
    recorder.step('voucher delay', Math.max(0, sms.at - answeredAt));
    const [, rupees, code = ''] = voucherSms.exec(sms.text) ?? [];
    return { mobile: this.mobile, amount, voucher: { amount: Number(rupees), code } };
  }

  /** From the session to the access token: what a sign-in by SMS elsewhere does. */
  async signIn(): Promise<void> {
    const { recorder, gateway } = this.#tools;
    const session = await this.#call('startSession', { utm_source: 'qrcode', utm_medium: 'pack' });
    if (!session.token || session.campaign !== 'open') throw new JourneyError('no open session');
    this.#userKey = session.token.userKey;
    this.#dataKey = session.token.dataKey;
    this.#clockOffsetMs = session.serverTime - Date.now();
    const { states } = await this.#call('getStates', {});
    await this.#call('recordConsent', { agree: 'YES' });
    const state = states[below(states.length)] ?? '';
    const askedAt = performance.now();
    const person = { name: 'Asha Rao', mobile: this.mobile, state, agree1: true, limit: '' };
    await this.#call('register', person);
    const sms = await gateway.next(this.mobile, otpSms);
    recorder.step('Get OTP to SMS', sms.at - askedAt);
    const otp = otpSms.exec(sms.text)?.[1] ?? '';
    const { accessToken } = await this.#call('verifyOtp', { otp });
    this.#accessToken = accessToken;
  }

  async #openPage(): Promise<void> {
    const { client, recorder } = this.#tools;
    const from = performance.now();
    const headers = { ...browser, accept: 'text/html' };
    const { statusCode, body } = await client.request({ method: 'GET', path: entry, headers });
    await body.dump();
    if (statusCode !== 200) throw new JourneyError(`page: ${statusCode}`);
    recorder.step('page', performance.now() - from);
  }

  async #call<Name extends CallName & Step>(
    name: Name,
    fields: Fields<Name>,
  ): Promise<Answer<Name>> {
    const { client, recorder } = this.#tools;
    const from = performance.now();
    const { statusCode, body } = await client.request(this.#requestOf(name, { ...fields }));
    const resp = unwrapResponse(await body.text());
    recorder.step(name, performance.now() - from);
    if (!resp || statusCode >= 500 || !isSuccess(resp['statusCode'])) {
      throw new JourneyError(`${name}: ${statusCode} ${readRefusal(resp ?? {})?.messageId ?? ''}`);
    }
    if (!isAnswer(name, resp)) throw new JourneyError(`${name}: another shape`);
    return resp;
  }

  #requestOf(name: CallName, fields: Record<string, unknown>) {
    const { kind, bearer } = calls[name];
    const authorization =
      bearer && this.#accessToken !== undefined
        ? { authorization: `Bearer ${this.#accessToken}` }
        : {};
    const address = { 'x-forwarded-for': this.#address };
    const headers = { ...browser, accept: '*/*', ...address, ...authorization };
    if (kind === 'open') {
      return {
        method: 'POST',
        path: callPath(name),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      } as const;
    }
    const userKey = this.#userKey;
    const t = Math.round(Date.now() + this.#clockOffsetMs);
    const path = `${callPath(name, userKey)}?t=${t}`;
    if (kind === 'read') return { method: 'GET', path, headers } as const;
    const data = sign({ userKey, t, fields }, this.#dataKey, drawPadding(below));
    return {
      method: 'POST',
      path,
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
      body: new URLSearchParams({ userKey, data }).toString(),
    } as const;
  }
}

function isAnswer<Name extends CallName>(name: Name, resp: unknown): resp is Answer<Name> {
  return z.safeParse(calls[name].answer, resp).success;
}
