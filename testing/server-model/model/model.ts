// The server's expected responses to each device and number, from the spec and not from the code.
import { later, no, ok, unknown } from './answers.ts';
import { countTry } from './count-try.ts';
import { noGuardedTries } from './guard.ts';
import { day, hour, limits, minute, second, waitOf } from './limits.ts';
import {
  Device,
  Number_,
  type Answer,
  type Participant,
  type Registration,
  type Token,
  type Typed,
  isRepeat,
  liveCode,
  note,
  remember,
} from './participants.ts';

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
    if (!device) throw new Error(`The run has no device ${at}.`);
    return device;
  }
  number(mobile: string): Number_ {
    const number = this.numbers.get(mobile) ?? new Number_();
    this.numbers.set(mobile, number);
    return number;
  }
  participantOf(token: Token): Participant | undefined {
    return this.numbers.get(token.mobile)?.participant;
  }
  get tokens(): Token[] {
    return [...this.numbers.values()].flatMap(({ tokens }) => tokens.filter((one) => !one.isLost));
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
    if (!newest) return null;
    const { code, mobile } = newest;
    const isWaiting =
      (code && code.usedAt === undefined && this.now < code.expiresAt) ||
      this.number(mobile).guard.codes(this.now).length > 0;
    return isWaiting ? { resendAfter: Math.ceil(this.pause(mobile, false) / second) } : null;
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
    const resendAfter = Math.ceil(this.pause(mobile, this.isOwner(own)) / second);
    if (own && isRepeat(own, t)) return this.wait(device, own);
    if (resendAfter === 0) {
      const guard = this.isGuarded(mobile) ? this.number(mobile).guard : undefined;
      const wait =
        guard?.pause(this.now, this.isOwner(own)) ??
        waitOf(this.now, device.sends, limits.device.sends);
      if (wait > 0) return later(wait);
    }
    const registration: Registration = { requestedT: 0, ...own, ...asked };
    note(registration, t, this.now);
    device.registrations = [...device.registrations.filter((one) => one !== own), registration];
    if (resendAfter > 0) return this.wait(device, registration);
    return this.send(device, registration);
  }

  resend(at: number, t: number): Answer {
    if (this.phase !== 'open') return this.closed();
    const device = this.device(at);
    const { newest } = device;
    if (!newest) return no('invalidData');
    const refused = this.refusal(device, newest.mobile, newest);
    if (refused) return refused;
    const isOwner = this.isOwner(newest);
    const rest = this.pause(newest.mobile, isOwner);
    if (isRepeat(newest, t)) return this.wait(device, newest);
    const isGuarded = this.isGuarded(newest.mobile);
    const { guard } = this.number(newest.mobile);
    const wait = Math.max(
      rest,
      isGuarded
        ? guard.pause(this.now, isOwner)
        : waitOf(this.now, device.sends, limits.device.sends),
    );
    const untyped = guard.codes(this.now).length - guard.typed(this.now, newest.guarded).length;
    note(newest, t, this.now);
    if (wait > 0) return untyped > 0 ? this.wait(device, newest, wait) : later(wait);
    return this.send(device, newest);
  }

  /**
   * OTP-3, OTP-5, OTP-6, SES-6: tries count before the comparison; a code works once, and again
   * only for a device that lost the answer. The same try again is not counted again.
   */
  verify(at: number, typed: Typed, t: number): Answer {
    if (this.phase !== 'open') return this.closed();
    if (typed.isShort) return no('invalidOtp');
    const { newest } = this.device(at);
    if (!newest) return no('invalidData');
    if (t < newest.requestedT) return later(second);
    const asked = `${t} ${typed.otp}`;
    const guarded = (newest.guarded ??= noGuardedTries());
    const wasTried = newest.code?.tried.includes(asked) ?? false;
    const isRepeat = wasTried && liveCode(newest, this.now) !== undefined;
    const wasRefused = guarded.tried.includes(asked);
    const isOwn = newest.code?.text === typed.otp || typed.isOwn;
    if (isRepeat && !isOwn && this.isTypedGuarded(newest, typed))
      return later(Math.max(this.pause(newest.mobile, true), second));
    if (!isRepeat) {
      const isKnown = wasTried || wasRefused;
      const refused = countTry(this, at, newest, typed, isKnown ? undefined : asked);
      if (refused && !isKnown) remember(newest, [asked]);
      if (refused) return refused;
    }
    const { code, mobile, state, name } = newest;
    if (!code || (code.text !== typed.otp && !typed.isOwn)) return no('invalidOtp');
    const number = this.number(mobile);
    if (code.usedAt !== undefined && (t <= code.usedAt || isRepeat)) return later(second);
    code.usedAt ??= this.now;
    newest.isProven = true;
    if ((number.participant?.rewardedAt ?? Number.POSITIVE_INFINITY) <= code.usedAt)
      return no('participationLimit', 409);
    number.participant ??= { state, name, editedT: 0 };
    if (number.participant.edited === undefined) number.participant.name = name;
    const alive = number.tokens.filter((token) => !token.isRevoked);
    if (alive.length >= 2 && alive[0]) alive[0].isRevoked = true;
    number.tokens.push({
      mobile,
      device: at,
      expiresAt: this.now + 12 * hour,
      isRevoked: false,
      text: '',
    });
    return ok({ fromTN: number.participant.state === 'Tamil Nadu' ? 1 : 0 });
  }

  /** A right guarded code that the device has typed before. */
  isTypedGuarded({ mobile, guarded }: Registration, typed: Typed): boolean {
    const isValid = this.number(mobile).guard.codes(this.now).length > 0;
    return isValid && (guarded?.right ?? []).some((sent) => typed.isGuarded(sent));
  }

  /** ROL-1, ROL-2: whom a token authorizes when this device sends it. */
  holder(at: number, token: Token | undefined): Participant | undefined {
    const isOwn = token?.device === at && this.isAlive(token);
    return isOwn ? this.participantOf(token) : undefined;
  }

  /** CAM-1, CAM-2, ENT-7: one reward for each number, until a day after the programme. */
  reward(at: number, token: Token | undefined): Answer {
    const participant = this.holder(at, token);
    if (!participant) return unknown;
    const mayGrant = this.campaign >= this.period.from && this.campaign < this.period.to + day;
    if (participant.reward === undefined && !mayGrant)
      return { status: 403, holds: { campaign: 'ended' } };
    if (participant.state === 'Tamil Nadu') this.pay(participant, 3);
    return ok(participant.reward === undefined ? {} : { winType: participant.reward });
  }

  /** Only the server knows the draw's result; from then on it is final. */
  won(mobile: string, amount: number): void {
    const { participant } = this.number(mobile);
    if (participant) this.pay(participant, amount);
  }
  pay(participant: Participant, reward: number): void {
    if (participant.reward === undefined)
      Object.assign(participant, { reward, rewardedAt: this.now });
  }

  details(at: number, token: Token | undefined): Answer {
    const own = this.holder(at, token);
    return own ? ok({ name: own.name, state: own.edited ?? own.state }) : unknown;
  }

  edit(
    at: number,
    token: Token | undefined,
    to: { name: string; state: string },
    t: number,
  ): Answer {
    const own = this.holder(at, token);
    if (!own) return unknown;
    if (t > own.editedT) Object.assign(own, { name: to.name, edited: to.state, editedT: t });
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
  /** SES-6: before the code, only a device that has proven the number learns of its reward. */
  refusal(device: Device, mobile: string, own?: Registration): Answer | undefined {
    if (device.consent.answer !== 'YES') return no('invalidData');
    return !own?.isProven || this.number(mobile).participant?.reward === undefined
      ? undefined
      : no('participationLimit', 409);
  }

  /** Adds a note if the newest code is another device's. */
  wait(
    device: Device,
    own: Registration,
    rest = this.pause(own.mobile, this.isOwner(own)),
  ): Answer {
    const isElsewhere = rest > 0 && this.number(own.mobile).isElsewhere(device);
    return ok({ resendAfter: Math.ceil(rest / second), ...(isElsewhere && { isElsewhere }) });
  }

  pause(mobile: string, isOwner: boolean): number {
    return this.number(mobile).pause(this.now, isOwner);
  }
  /** The device has typed a right code of the number. */
  isOwner(own: Registration | undefined): boolean {
    if (!own) return false;
    const { guard } = this.number(own.mobile);
    return own.isProven === true || guard.isOwner(this.now, own.guarded);
  }
  isGuarded(mobile: string): boolean {
    return this.number(mobile).isGuarded(this.now);
  }

  /** The same code while it is valid for two more minutes, else a new one. */
  send(device: Device, registration: Registration): Answer {
    const { code, mobile } = registration;
    if (this.isGuarded(mobile)) {
      const { guard } = this.number(mobile);
      guard.sends.push(this.now);
      const pause = Math.max(minute, guard.pause(this.now, this.isOwner(registration)));
      return ok({ resendAfter: Math.ceil(pause / second) });
    }
    const isGood = code && code.usedAt === undefined && code.tried.length < 5;
    if (!isGood || code.expiresAt - this.now < 2 * minute) {
      remember(registration, code?.tried ?? []);
      registration.code = {
        expiresAt: this.now + 5 * minute,
        usedAt: undefined,
        tried: [],
      };
    }
    device.sends.push(this.now);
    this.number(mobile).sends.push(this.now);
    return ok({ resendAfter: 60 });
  }
}
