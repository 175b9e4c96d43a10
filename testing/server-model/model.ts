// The server's expected answers to each device and number, from the spec and not from the code.
import { day, hour, limits, minute, second, type Limits } from './limits.ts';
import {
  Device,
  Number_,
  type Answer,
  type Person,
  type Registration,
  type Token,
} from './people.ts';

const ok = (holds: Record<string, unknown> = {}): Answer => ({ status: 200, holds });
const no = (messageId: string, status = 400): Answer => ({ status, messageId });
const later = (waitMs: number): Answer => ({
  ...no('tryAgain', 429),
  retryAfterSeconds: Math.ceil(Math.min(waitMs, day) / second),
});
export const unknown: Answer = { status: 401 };

export class Model {
  now: number;
  campaign: number;
  /** First ms of the programme, and first ms after it. */
  readonly period: { from: number; to: number };
  readonly devices: readonly Device[];
  readonly numbers = new Map<string, Number_>();

  constructor(time: { wall: number; campaign: number }, period: Model['period'], devices: number) {
    this.now = time.wall;
    this.campaign = time.campaign;
    this.period = period;
    this.devices = Array.from({ length: devices }, () => new Device());
  }

  get phase(): 'notStarted' | 'open' | 'ended' {
    if (this.campaign < this.period.from) return 'notStarted';
    return this.campaign < this.period.to ? 'open' : 'ended';
  }
  device(at: number): Device {
    const device = this.devices[at];
    if (!device) throw new Error(`The walk has no device ${at}.`);
    return device;
  }
  number(mobile: string): Number_ {
    const number = this.numbers.get(mobile) ?? new Number_();
    this.numbers.set(mobile, number);
    return number;
  }
  personOf(token: Token): Person | undefined {
    return this.numbers.get(token.mobile)?.person;
  }
  get tokens(): Token[] {
    return [...this.numbers.values()].flatMap((number) => number.tokens);
  }

  /** Freshness: five minutes either way; a stale call is answered with the server's time. */
  fresh<T>(t: number, answer: () => T): T | Answer {
    if (Math.abs(this.now - t) > 5 * minute) return { ...unknown, holds: { serverTime: this.now } };
    return answer();
  }

  /**
   * ENT-5, ENT-6, ENT-8, ENT-9: keys identify and grant nothing; only a token's owner gets it back.
   */
  session(at: number, token: Token | undefined, isQr: boolean): Answer {
    const campaign = this.phase;
    if (!isQr)
      return ok({ isValidToken: false, isLoggedIn: false, token: null, pending: null, campaign });
    const isLoggedIn = token !== undefined && this.isAlive(token);
    return ok({
      isValidToken: true,
      isLoggedIn,
      campaign,
      pending: this.pendingOf(isLoggedIn ? token.device : at),
    });
  }

  pendingOf(at: number): { resendAfter: number } | null {
    const newest = this.device(at).newest;
    const isWaiting =
      newest?.code && newest.code.usedAt === undefined && this.now < newest.code.expiresAt;
    return isWaiting ? { resendAfter: Math.ceil(this.pause(newest.mobile) / second) } : null;
  }

  /** HOM-6: the newest answer counts, not the last to arrive. */
  consent(at: number, answer: string, t: number): Answer {
    const device = this.device(at);
    if (t > device.consent.t) device.consent = { answer, t };
    return ok();
  }

  register(at: number, asked: { mobile: string; state: string; name: string }, t: number): Answer {
    if (this.phase !== 'open') return this.closed();
    const device = this.device(at);
    const { mobile } = asked;
    const own = device.registrations.find((one) => one.mobile === mobile);
    const refused = this.refusal(device, mobile, own);
    if (refused) return refused;
    const resendAfter = Math.ceil(this.pause(mobile) / second);
    if (own && t <= own.requestedT) return ok({ resendAfter });
    if (resendAfter === 0) {
      const wait = this.wait(device, mobile);
      if (wait > 0) return later(wait);
    }
    const registration = { ...own, ...asked, requestedT: t };
    device.registrations = [...device.registrations.filter((one) => one !== own), registration];
    if (resendAfter > 0) return ok({ resendAfter });
    return this.send(device, registration, t);
  }

  resend(at: number, t: number): Answer {
    if (this.phase !== 'open') return this.closed();
    const device = this.device(at);
    const { newest } = device;
    if (!newest) return no('invalidData');
    const refused = this.refusal(device, newest.mobile, newest);
    if (refused) return refused;
    const wait = Math.max(this.pause(newest.mobile), this.wait(device, newest.mobile));
    if (t <= newest.requestedT)
      return ok({ resendAfter: Math.ceil(this.pause(newest.mobile) / second) });
    if (wait > 0) {
      newest.requestedT = t;
      return later(wait);
    }
    return this.send(device, newest, t);
  }

  /**
   * OTP-3, OTP-5, OTP-6, SES-6: tries count before the comparison; a code works once, and again
   * only for a device that lost the answer. The same try again is not counted again.
   */
  verify(at: number, typed: 'right' | 'wrong' | 'short', t: number, otp: string): Answer {
    if (this.phase !== 'open') return this.closed();
    if (typed === 'short') return no('invalidOtp');
    const device = this.device(at);
    const { newest } = device;
    if (!newest) return no('invalidData');
    const { code, mobile, state, name } = newest;
    const number = this.number(mobile);
    const until = code?.usedAt === undefined ? code?.expiresAt : code.usedAt + 2 * minute;
    if (t < newest.requestedT) return later(second);
    if (!code || until === undefined || this.now >= until) return no('expiredOtp');
    const isRepeat = code.tried.includes(`${t} ${otp}`);
    if (code.tried.length >= 5 && !isRepeat) return no('expiredOtp');
    const wait = Math.max(
      this.waitOf(number.tries, limits.number.tries),
      this.waitOf(device.tries, limits.device.tries),
    );
    if (wait > 0 && !isRepeat) return later(wait);
    if (!isRepeat) {
      code.tried.push(`${t} ${otp}`);
      number.tries.push(this.now);
      device.tries.push(this.now);
    }
    if (typed === 'wrong') return no('invalidOtp');
    if (code.usedAt !== undefined && (t <= code.usedAt || isRepeat)) return later(second);
    code.usedAt ??= this.now;
    newest.isProven = true;
    if ((number.person?.rewardedAt ?? Number.POSITIVE_INFINITY) <= code.usedAt)
      return no('participationLimit', 409);
    number.person ??= { state, name, editedT: 0 };
    if (number.person.edited === undefined) number.person.name = name;
    const alive = number.tokens.filter((token) => !token.isRevoked);
    if (alive.length >= 2 && alive[0]) alive[0].isRevoked = true;
    number.tokens.push({
      mobile,
      device: at,
      expiresAt: this.now + 12 * hour,
      isRevoked: false,
      text: '',
    });
    return ok({ fromTN: number.person.state === 'Tamil Nadu' ? 1 : 0 });
  }

  /** ROL-1, ROL-2: whom a token authorizes when this device sends it. */
  holder(at: number, token: Token | undefined): Person | undefined {
    const isOwn = token?.device === at && this.isAlive(token);
    return isOwn ? this.personOf(token) : undefined;
  }

  /** CAM-1, CAM-2, ENT-7: one reward for each number, until a day after the programme. */
  reward(at: number, token: Token | undefined): Answer {
    const person = this.holder(at, token);
    if (!person) return unknown;
    if (person.reward === undefined && this.campaign >= this.period.to + day) return this.closed();
    if (person.state === 'Tamil Nadu') this.pay(person, 3);
    return ok(person.reward === undefined ? {} : { winType: person.reward });
  }

  /** Only the server knows the draw's result; from then on it is final. */
  won(mobile: string, amount: number): void {
    const { person } = this.number(mobile);
    if (person) this.pay(person, amount);
  }
  pay(person: Person, reward: number): void {
    if (person.reward === undefined) Object.assign(person, { reward, rewardedAt: this.now });
  }

  details(at: number, token: Token | undefined): Answer {
    const person = this.holder(at, token);
    return person ? ok({ name: person.name, state: person.edited ?? person.state }) : unknown;
  }

  edit(
    at: number,
    token: Token | undefined,
    to: { name: string; state: string },
    t: number,
  ): Answer {
    const person = this.holder(at, token);
    if (!person) return unknown;
    if (t > person.editedT) Object.assign(person, { name: to.name, edited: to.state, editedT: t });
    return ok();
  }

  isAlive(token: Token): boolean {
    return !token.isRevoked && this.now < token.expiresAt;
  }
  closed(): Answer {
    return {
      status: 403,
      holds: { campaign: this.phase === 'notStarted' ? 'notStarted' : 'ended' },
    };
  }
  /** SES-6: only a device that has proven the number is told of its reward. */
  refusal(device: Device, mobile: string, own?: Registration): Answer | undefined {
    if (device.consent.answer !== 'YES') return no('invalidData');
    return !own?.isProven || this.number(mobile).person?.reward === undefined
      ? undefined
      : no('participationLimit', 409);
  }

  /** The rest of the 60 seconds since the number's last code, whichever device requested it. */
  pause(mobile: string): number {
    return Math.max(
      0,
      (this.number(mobile).sends.at(-1) ?? -Number.POSITIVE_INFINITY) + minute - this.now,
    );
  }
  wait(device: Device, mobile: string): number {
    const { sends } = this.number(mobile);
    return Math.max(
      this.waitOf(sends, limits.number.sends),
      this.waitOf(device.sends, limits.device.sends),
    );
  }
  waitOf(times: readonly number[], all: Limits): number {
    return Math.max(
      ...all.map(([most, within]) => {
        const first = times.filter((time) => this.now - time < within).at(-most);
        return first === undefined ? 0 : first + within - this.now;
      }),
    );
  }

  /** The same code while it is valid for two more minutes, else a new one. */
  send(device: Device, registration: Registration, t: number): Answer {
    const { code, mobile } = registration;
    const isGood = code && code.usedAt === undefined && code.tried.length < 5;
    if (!isGood || code.expiresAt - this.now < 2 * minute) {
      registration.code = {
        expiresAt: this.now + 5 * minute,
        usedAt: undefined,
        tried: [],
      };
    }
    registration.requestedT = t;
    device.sends.push(this.now);
    this.number(mobile).sends.push(this.now);
    return ok({ resendAfter: 60 });
  }
}
