// One shopper's device, speaking the wire as the protocol says: signs with the contract's own code,
// keeps what the server answers. Its code is read out of the store the way the SMS sender reads it.
// Never part of a program.
import { callPath, type CallName, type CallsOfKind } from '@inaam/contract/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import { sealContexts } from '@inaam/server/keys/seal-contexts.ts';
import { newestCode } from './database-queries.ts';
import type { TestServer } from './test-server.ts';

export type Answered = {
  status: number;
  headers: Record<string, unknown>;
  resp: Record<string, unknown>;
};
type Sent = { token?: string | undefined; t?: number; dataKey?: string };

/** A whole number below a bound, for paddings. */
const below = (bound: number) => Math.floor(Math.random() * bound);

export class Shopper {
  readonly server: TestServer;
  userKey = '';
  dataKey = '';
  accessToken: string | undefined;
  /** Where its calls come from. */
  remoteAddress = '127.0.0.1';

  constructor(server: TestServer) {
    this.server = server;
  }

  /** A session with the QR code's link. */
  async start(fields: Record<string, unknown> = { utm_source: 'qrcode' }): Promise<Answered> {
    const masterKey = this.userKey === '' ? {} : { masterKey: this.userKey };
    const response = await this.server.app.inject({
      remoteAddress: this.remoteAddress,
      method: 'POST',
      url: callPath('startSession'),
      payload: { ...masterKey, ...fields },
      headers: this.#bearer(this.accessToken),
    });
    const answer = answered(response);
    const { token } = answer.resp;
    if (isToken(token)) {
      this.userKey = token.userKey;
      this.dataKey = token.dataKey;
      this.accessToken = token.accessToken ?? undefined;
    }
    return answer;
  }

  /** The body of a signed call, as it goes over the wire. */
  signed(fields: Record<string, unknown>, { t = this.server.time.wall, dataKey }: Sent = {}) {
    const call = { userKey: this.userKey, t, fields };
    return sign(call, dataKey ?? this.dataKey, drawPadding(below));
  }

  async call(
    name: CallsOfKind<'signed'>,
    fields: Record<string, unknown> = {},
    sent: Sent = {},
  ): Promise<Answered> {
    return this.post(name, this.signed(fields, sent), sent);
  }

  /** Sends a body as it is: for replays and changed ones. */
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
    return answered(response);
  }

  async read(name: CallsOfKind<'read'>, token = this.accessToken): Promise<Answered> {
    const response = await this.server.app.inject({
      remoteAddress: this.remoteAddress,
      method: 'GET',
      url: callPath(name, this.userKey),
      headers: this.#bearer(token),
    });
    return answered(response);
  }

  /** Session, consent and registration; a code has been asked for afterwards. */
  async register(mobile: string, state = 'Karnataka', name = 'Asha Rao'): Promise<Answered> {
    if (this.userKey === '') await this.start();
    await this.call('recordConsent', { agree: 'YES' });
    return this.call('register', { name, mobile, state, agree1: true, limit: '' });
  }

  /** The code that the SMS to this device would carry. */
  async code(mobile: string): Promise<string> {
    const { database, campaign, keys } = this.server;
    const mobileIndex = keys.mobileIndex(mobile);
    const sealed = await newestCode(database, campaign.id, this.userKey, mobileIndex);
    return keys.open(sealed, sealContexts.challengeCode(this.userKey, mobileIndex));
  }

  /** Registers and verifies; the access token is kept. */
  async verify(mobile: string, state = 'Karnataka'): Promise<Answered> {
    await this.register(mobile, state);
    return this.verifyWith(await this.code(mobile));
  }

  /** Verifies with a code; the access token is kept. */
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

function answered(response: {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}): Answered {
  const resp = unwrapResponse(response.body);
  if (!resp) throw new Error(`No answer of the protocol: ${response.statusCode} ${response.body}`);
  return { status: response.statusCode, headers: response.headers, resp };
}

let number = 0;
/** A mobile number that no other shopper of this test file has. */
export function newMobile(): string {
  number += 1;
  return String(9_000_000_000 + number);
}
