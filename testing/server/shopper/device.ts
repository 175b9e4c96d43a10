// One shopper's device: signs with the contract's code and stores the server's responses.
import { callPath, calls, type CallsOfKind } from '@inaam/contract/calls.ts';
import { pathOf, type CallRow } from '@inaam/contract/core-calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import { faultsOf, strictly } from '../strict-schema.ts';

export type Answered = {
  status: number;
  headers: Record<string, unknown>;
  resp: Record<string, unknown>;
};
/** An app in this process, or one reached over HTTP. */
export type Site = {
  app: { inject: (request: Injected) => Promise<Injection> };
  time: { readonly wall: number };
};

export type Injected = {
  remoteAddress: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string | Record<string, unknown>;
};
type Injection = { statusCode: number; headers: Record<string, unknown>; body: string };

/**
 * One that is reached over HTTP; the proxy's header gives the client's address.
 * @param limitMs slower responses time out
 */
export function siteAt(origin: string, limitMs: number): Site {
  const inject = async ({ method, url, headers, payload, remoteAddress }: Injected) => {
    const isObject = typeof payload === 'object';
    const response = await fetch(`${origin}${url}`, {
      method,
      signal: AbortSignal.timeout(limitMs),
      headers: {
        ...headers,
        ...(isObject ? { 'content-type': 'application/json' } : {}),
        'x-forwarded-for': remoteAddress,
      },
      ...(payload === undefined ? {} : { body: isObject ? JSON.stringify(payload) : payload }),
    });
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
  return { app: { inject }, time: ownTime };
}

/** This machine's. */
export const ownTime = {
  get wall() {
    return Date.now();
  },
};

/** Their plugins may be deleted. */
export type PluginCall = 'getQuestion' | 'answerQuestion' | `${'get' | 'ask' | 'decide'}Payout`;
export type SignedCall = CallsOfKind<'signed'> | PluginCall;

type Sent = { token?: string | undefined; t?: number; dataKey?: string };

/** More than signing many calls at once adds. */
const setBackMs = 60_000;

const below = (bound: number) => Math.floor(Math.random() * bound);

export class Device {
  readonly #site: Site;
  userKey = '';
  dataKey = '';
  accessToken: string | undefined;
  remoteAddress = '127.0.0.1';
  /** The code of the pack, where packs have one. */
  pack: string | undefined;
  #signedT = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Starts a session with the QR code's link. */
  async start(fields: Record<string, unknown> = { utm_source: 'qrcode' }): Promise<Answered> {
    const masterKey = this.userKey === '' ? {} : { masterKey: this.userKey };
    const response = await this.#site.app.inject({
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
    const { wall } = this.#site.time;
    const isSetBack = wall < this.#signedT - setBackMs;
    this.#signedT = isSetBack ? wall : Math.max(wall, this.#signedT + 1);
    return this.#signedT;
  }

  async call(
    name: SignedCall,
    fields: Record<string, unknown> = {},
    sent: Sent = {},
  ): Promise<Answered> {
    return this.post(name, this.signed(fields, sent), sent);
  }

  /** Sends a body unchanged: for replays and tampered calls. */
  async post(name: string, data: string, sent: Sent = {}): Promise<Answered> {
    const call = known.get(name);
    if (!call) throw new Error(`There is no call ${name}.`);
    const response = await this.#site.app.inject({
      remoteAddress: this.remoteAddress,
      method: 'POST',
      url: `${pathOf(call.row, this.userKey)}?t=${Date.now()}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...this.#bearer('token' in sent ? sent.token : this.accessToken),
      },
      payload: new URLSearchParams({ userKey: this.userKey, data }).toString(),
    });
    return answered(name, response);
  }

  async read(name: CallsOfKind<'read'>, token = this.accessToken): Promise<Answered> {
    const response = await this.#site.app.inject({
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

  /** Verifies with a code; stores the access token. */
  async verifyWith(
    otp: string,
    more: { mobile?: string; pack?: string | undefined } = {},
  ): Promise<Answered> {
    const answer = await this.call('verifyOtp', { otp, ...more });
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

const rows: readonly [string, CallRow][] = Object.entries(calls);
const known = new Map(rows.map(([name, row]) => [name, { row, answer: strictly(row.answer) }]));

/** @throws Error if the response is not exactly what the contract lists: the site would send it. */
function answered(name: string, { statusCode: status, headers, body }: Injection): Answered {
  const resp = unwrapResponse(body);
  if (!resp) throw new Error(`Not a response of the protocol: ${status} ${body}`);
  const strict = known.get(name)?.answer;
  const faults = strict && status === 200 ? faultsOf(strict, resp) : undefined;
  if (faults) throw new Error(`${name} violates the contract: ${faults}`);
  return { status, headers, resp };
}
