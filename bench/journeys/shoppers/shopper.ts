// One shopper's journey, from the scan to the voucher: the browser's calls in the browser's order.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from '@inaam/contract/calls.ts';
import { readWinType } from '@inaam/contract/limits.ts';
import {
  Device,
  ownTime,
  type Answered,
  type Injected,
  type Site,
} from '@inaam/testing/server/shopper/device.ts';
import type { Client } from 'undici';
import * as z from 'zod/mini';
import { StepError, type Inbox } from './inbox.ts';
import type { Recorder, Step } from './recorder.ts';

/** What the shopper was shown: the books must say the same. */
export type Outcome = {
  mobile: string;
  /** Rupees on the screen. */
  amount: number;
  /** Rupees and code in the SMS. */
  voucher: { amount: number; code: string };
};

export type Tools = { client: Client; inbox: Inbox; recorder: Recorder };

const entry = '/?utm_source=qrcode&utm_medium=pack';
const amounts = [3, 5, 10];
const namesOf = z.array(z.string());
const browser = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
} as const;
/** Before PLAY. */
export const thinkMs = 1000;
const below = (bound: number) => Math.floor(Math.random() * bound);

export async function wholeJourney(mobile: string, tools: Tools): Promise<Outcome> {
  const { recorder, inbox } = tools;
  await openPage(tools);
  const { device, step } = await signIn(mobile, tools);
  await pause(thinkMs);
  const { winType } = await step('getReward', () => device.call('getReward'));
  const answeredAt = performance.now();
  const amount = readWinType(winType, amounts);
  if (amount === undefined) throw new StepError('getReward: no amount');
  const { said: voucher, at } = await inbox.voucher(mobile);
  // It may overtake the answer.
  recorder.step('voucher delay', Math.max(0, at - answeredAt));
  return { mobile, amount, voucher };
}

/** From the session to the access token: what a sign-in by SMS elsewhere does. */
export async function signIn(mobile: string, { client, inbox, recorder }: Tools) {
  const device = new Device({ app: { inject: injectOver(client) }, time: ownTime });
  device.remoteAddress = `10.${below(256)}.${below(256)}.${below(256)}`;
  const step = async (name: CallName & Step, ask: () => Promise<Answered>) => {
    const from = performance.now();
    const { status, resp } = await ask();
    recorder.step(name, performance.now() - from);
    if (status !== 200) throw new StepError(`${name}: ${status} ${messageOf(resp)}`);
    return resp;
  };
  const session = { utm_source: 'qrcode', utm_medium: 'pack' };
  await step('startSession', () => device.start(session));
  const { states: listed } = await step('getStates', () => device.read('getStates'));
  const states = namesOf.parse(listed);
  await step('recordConsent', () => device.call('recordConsent', { agree: 'YES' }));
  const state = states[below(states.length)];
  const person = { name: 'Asha Rao', mobile, state, agree1: true, limit: '' };
  const askedAt = performance.now();
  await step('register', () => device.call('register', person));
  const { said: otp, at } = await inbox.code(mobile);
  recorder.step('Get OTP to SMS', at - askedAt);
  await step('verifyOtp', () => device.verifyWith(otp, { mobile }));
  return { device, step };
}

async function openPage({ client, recorder }: Tools): Promise<void> {
  const from = performance.now();
  const headers = { ...browser, accept: 'text/html' };
  const { statusCode, body } = await client.request({ method: 'GET', path: entry, headers });
  await body.dump();
  if (statusCode !== 200) throw new StepError(`page: ${statusCode}`);
  recorder.step('page', performance.now() - from);
}

const messageOf = ({ messageId }: Answered['resp']) =>
  typeof messageId === 'string' ? messageId : '';

const injectOver = (client: Client): Site['app']['inject'] =>
  async function inject({ method, url, headers, payload, remoteAddress }: Injected) {
    const isObject = typeof payload === 'object';
    const {
      statusCode,
      headers: got,
      body,
    } = await client.request({
      method,
      path: url,
      headers: {
        ...browser,
        accept: '*/*',
        ...(isObject && { 'content-type': 'application/json' }),
        ...headers,
        'x-forwarded-for': remoteAddress,
      },
      ...(payload !== undefined && { body: isObject ? JSON.stringify(payload) : payload }),
    });
    return { statusCode, headers: got, body: await body.text() };
  };
