// One shopper's device: signs with the contract's code and stores the server's responses. Reads its
// code from the database, like the SMS sender.
import {
  callNames,
  callPath,
  calls,
  type CallName,
  type CallsOfKind,
} from '@inaam/contract/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import { sealContexts } from '@inaam/server/platform/seal.ts';
import { newestCode, newestSms } from '../database/database-queries.ts';
import { faultsOf, strictly } from '../strict-schema.ts';
import type { TestServer } from '../app/test-server.ts';

export type Answered = {
  status: number;
  headers: Record<string, unknown>;
  resp: Record<string, unknown>;
};
/** What a shopper's device needs: an app in this process, or one reached over HTTP. */
export type ShopperServer = Pick<TestServer, 'database' | 'campaign' | 'keys'> & {
  app: { inject: (request: Injected) => Promise<Injection> };
  time: { readonly wall: number };
};

type Injected = {
  remoteAddress: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string | Record<string, unknown>;
};
type Injection = { statusCode: number; headers: Record<string, unknown>; body: string };

type Sent = { token?: string | undefined; t?: number; dataKey?: string };

/** More than signing many calls at once adds. */
const setBackMs = 60_000;

const below = (bound: number) => Math.floor(Math.random() * bound);

export class Shopper {
  readonly server: ShopperServer;
  userKey = '';
  dataKey = '';
  accessToken: string | undefined;
  remoteAddress = '127.0.0.1';
  /** The code of the pack, where packs have one. */
  pack: string | undefined;
  #signedT = 0;

  constructor(server: ShopperServer) {
    this.server = server;
  }

  /** Starts a session with the QR code's link. */
  async start(fields: Record<string, unknown> = { utm_source: 'qrcode' }): Promise<Answered> {
    const masterKey = this.userKey === '' ? {} : { masterKey: this.userKey };
    const response = await this.server.app.inject({
      remoteAddress: this.remoteAddress,
      method: 'POST',
      url: callPath('startSession'),
      payload: { ...masterKey, ...fields },
      headers: this.#bearer(this.accessToken),
    });
    const answer = answered('startSession', response);
    const { token } = answer.resp;
    if (isToken(token)) {
      this.userKey = token.userKey;
      this.dataKey = token.dataKey;
      this.accessToken = token.accessToken ?? undefined;
    }
    return answer;
  }

  /** A signed call in wire format. No two are signed at the same time. */
  signed(fields: Record<string, unknown>, { t = this.#now(), dataKey }: Sent = {}) {
    const call = { userKey: this.userKey, t, fields };
    return sign(call, dataKey ?? this.dataKey, drawPadding(below));
  }

  /** A clock that advances by a millisecond although the test's stands still, or is set back. */
  #now(): number {
    const { wall } = this.server.time;
    const isSetBack = wall < this.#signedT - setBackMs;
    this.#signedT = isSetBack ? wall : Math.max(wall, this.#signedT + 1);
    return this.#signedT;
  }

  async call(
    name: CallsOfKind<'signed'>,
    fields: Record<string, unknown> = {},
    sent: Sent = {},
  ): Promise<Answered> {
    return this.post(name, this.signed(fields, sent), sent);
  }

  /** Sends a body unchanged: for replays and tampered calls. */
  async post(name: CallName, data: string, sent: Sent = {}): Promise<Answered> {
    const response = await this.server.app.inject({
      remoteAddress: this.remoteAddress,
      method: 'POST',
      url: `${callPath(name, this.userKey)}?t=${Date.now()}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...this.#bearer('token' in sent ? sent.token : this.accessToken),
      },
      payload: new URLSearchParams({ userKey: this.userKey, data }).toString(),
    });
    return answered(name, response);
  }

  async read(name: CallsOfKind<'read'>, token = this.accessToken): Promise<Answered> {
    const response = await this.server.app.inject({
      remoteAddress: this.remoteAddress,
      method: 'GET',
      url: callPath(name, this.userKey),
      headers: this.#bearer(token),
    });
    return answered(name, response);
  }

  /** Session, consent and registration, which requests a code. */
  async register(mobile: string, state = 'Karnataka', name = 'Asha Rao'): Promise<Answered> {
    if (this.userKey === '') await this.start();
    await this.call('recordConsent', { agree: 'YES' });
    const pack = this.pack === undefined ? {} : { pack: this.pack };
    return this.call('register', { name, mobile, state, agree1: true, limit: '', ...pack });
  }

  /** The code that the SMS to this device would contain. */
  async code(mobile: string): Promise<string> {
    const { database, campaign, keys } = this.server;
    const mobileIndex = keys.mobileIndex(mobile);
    const sealed = await newestCode(database, campaign.id, this.userKey, mobileIndex);
    return keys.open(sealed, sealContexts.challengeCode(this.userKey, mobileIndex));
  }

  /** The newest code sent to the mobile number, from any device: what its owner reads. */
  async newestCode(mobile: string): Promise<string | undefined> {
    return (await this.newestCodes(mobile, 1))[0];
  }

  /** The codes of the newest SMS, newest first. */
  async newestCodes(
    mobile: string,
    count: number,
    until = this.server.time.wall,
  ): Promise<string[]> {
    const { database, campaign, keys } = this.server;
    const mobileIndex = keys.mobileIndex(mobile);
    const all = await newestSms(database, campaign.id, mobileIndex, until, count);
    return all.flatMap(({ userKey, guardedAt, codeSealed }) => {
      if (!codeSealed) return [];
      const context =
        guardedAt === undefined
          ? sealContexts.challengeCode(userKey, mobileIndex)
          : sealContexts.guardedCode(mobileIndex, String(guardedAt));
      return [keys.open(codeSealed, context)];
    });
  }

  /** Registers and verifies; stores the access token. */
  async verify(mobile: string, state = 'Karnataka'): Promise<Answered> {
    await this.register(mobile, state);
    return this.verifyWith(await this.code(mobile));
  }

  /** Verifies with a code; stores the access token. */
  async verifyWith(otp: string): Promise<Answered> {
    const answer = await this.call('verifyOtp', { otp });
    const { accessToken } = answer.resp;
    if (typeof accessToken === 'string') this.accessToken = accessToken;
    return answer;
  }

  #bearer(token: string | undefined): Record<string, string> {
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }
}

type Token = { userKey: string; dataKey: string; accessToken: string | null };

function isToken(value: unknown): value is Token {
  return typeof value === 'object' && value !== null && 'userKey' in value && 'dataKey' in value;
}

const strictAnswers = new Map(callNames.map((name) => [name, strictly(calls[name].answer)]));

/** @throws Error if the response is not exactly what the contract lists: the site would send it. */
function answered(name: CallName, { statusCode: status, headers, body }: Injection): Answered {
  const resp = unwrapResponse(body);
  if (!resp) throw new Error(`Not a response of the protocol: ${status} ${body}`);
  const strict = strictAnswers.get(name);
  const faults = strict && status === 200 ? faultsOf(strict, resp) : undefined;
  if (faults) throw new Error(`${name} violates the contract: ${faults}`);
  return { status, headers, resp };
}

let number = 0;
/** Unique within the test file. */
export function newMobile(): string {
  number += 1;
  return String(9_000_000_000 + number);
}
