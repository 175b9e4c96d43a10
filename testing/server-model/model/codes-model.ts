// The expected responses to those who request a code and type it, from the spec and not from the
// code.
import { later, no, ok, type Answer } from './answers.ts';
import { countTry } from './count-try.ts';
import type { Packs } from './packs.ts';
import { noGuardedTries } from './guard.ts';
import { hour, limitsFor, minute, second, waitOf } from './limits.ts';
import {
  claimLimits,
  claimOf,
  isAsked,
  once,
  Device,
  Number_,
  type Registration,
  type Typed,
  isRepeat,
  liveCode,
  note,
  remember,
} from './participants.ts';

type Asked = Pick<Registration, 'mobile' | 'state' | 'name' | 'pack'>;

export class CodesModel {
  now: number;
  campaign: number;
  /** First ms of the programme, and first ms after it. */
  readonly period: { from: number; to: number };
  readonly devices: readonly Device[];
  readonly numbers = new Map<string, Number_>();
  /** Undefined if packs have no codes. */
  readonly packs: Packs | undefined;
  readonly limits: ReturnType<typeof limitsFor>;

  constructor(
    time: { wall: number; campaign: number },
    period: CodesModel['period'],
    devices: number,
    packs?: Packs,
  ) {
    this.packs = packs;
    this.limits = limitsFor(packs ? claimLimits : once);
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
  register(at: number, asked: Asked, t: number): Answer {
    if (this.phase !== 'open') return this.closed();
    const device = this.device(at);
    const { mobile, pack } = asked;
    const own = device.registrations.find((one) => one.mobile === mobile);
    const refused =
      this.packs?.admit({ at, mobile, pack }, this.toldClaim(own), this.now) ??
      this.refusal(device, mobile, own);
    if (refused) return refused;
    const resendAfter = Math.ceil(this.pause(mobile, this.isOwner(own)) / second);
    if (own && isRepeat(own, t)) return this.wait(device, own);
    if (resendAfter === 0) {
      const guard = this.isGuarded(mobile) ? this.number(mobile).guard : undefined;
      const wait =
        guard?.pause(this.now, this.isOwner(own)) ??
        waitOf(this.now, device.sends, this.limits.device.sends);
      if (wait > 0) return later(wait);
    }
    const isSpent = own?.code?.usedAt !== undefined && this.isSpent(own);
    const hasCode = !isSpent && (own?.code?.tried.length ?? 5) < 5;
    const { guard } = this.number(mobile);
    const isSent =
      hasCode || guard.codes(this.now).length > 0 || this.number(mobile).isElsewhere(device);
    if (resendAfter > 0 && !isSent) return later(this.pause(mobile, this.isOwner(own)));
    const registration: Registration = { requestedT: 0, ...own, ...asked };
    if (isSpent) {
      remember(registration, own.code?.tried ?? []);
      delete registration.code;
    }
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
        : waitOf(this.now, device.sends, this.limits.device.sends),
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
    // A request in the future was made before the clock was set back, and says nothing.
    if (t < newest.requestedT && newest.requestedT <= this.now + 5 * minute) return later(second);
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
    const { code, mobile, name } = newest;
    if (!code || (code.text !== typed.otp && !typed.isOwn)) return no('invalidOtp');
    const number = this.number(mobile);
    if (!isRepeat) number.prove(this.device(at), this.now);
    if (code.usedAt !== undefined && (t <= code.usedAt || isRepeat)) return later(second);
    const isAgain = code.usedAt !== undefined;
    code.usedAt ??= this.now;
    newest.isProven = true;
    const refused = this.takePart(newest, code.usedAt, isAgain);
    if (refused) return refused;
    const { participant } = number;
    if (participant && participant.edited === undefined) participant.name = name;
    const alive = number.tokens.filter(
      (token) => !token.isRevoked && token.participant === participant,
    );
    if (alive.length >= 2 && alive[0]) alive[0].isRevoked = true;
    number.tokens.push({
      mobile,
      participant,
      device: at,
      expiresAt: this.now + 12 * hour,
      isRevoked: false,
      text: '',
    });
    return ok({ fromTN: participant?.state === 'Tamil Nadu' ? 1 : 0 });
  }

  /**
   * Anew, unless the newest participation has no reward.
   * @param isAgain the code was used before: its repeat never takes part another time
   */
  takePart(
    { mobile, state, name, pack }: Registration,
    usedAt: number,
    isAgain: boolean,
  ): Answer | undefined {
    const number = this.number(mobile);
    const isRewarded = (number.participant?.rewardedAt ?? Number.POSITIVE_INFINITY) <= usedAt;
    const claim = claimOf(number, isRewarded, this.now, this.packs ? claimLimits : once);
    if (claim === 'limit') return no('participationLimit', 409);
    if (claim === 'return') return undefined;
    const noPack = this.packs?.refuse(pack, mobile, true);
    if (noPack) return noPack;
    if (isAgain && number.participant) return later(second);
    this.packs?.usedBy.set(pack, mobile);
    // The state of a number is the one of its first participation.
    const first = number.participations[0]?.state ?? state;
    number.participations.push({ state: first, name, editedT: 0, at: this.now });
    return undefined;
  }

  /** Before the code, only a device that has proven the number learns what became of it. */
  toldClaim(own: Registration | undefined) {
    if (!own?.isProven) return undefined;
    const number = this.number(own.mobile);
    const isRewarded = number.participant?.reward !== undefined;
    return claimOf(number, isRewarded, this.now, claimLimits);
  }

  /** A right guarded code that the device has typed before. */
  isTypedGuarded({ mobile, guarded }: Registration, typed: Typed): boolean {
    const isValid = this.number(mobile).guard.codes(this.now).length > 0;
    return isValid && (guarded?.right ?? []).some((sent) => typed.isGuarded(sent));
  }

  closed(): Answer {
    return {
      status: 403,
      holds: { campaign: this.phase === 'notStarted' ? 'notStarted' : 'ended' },
    };
  }
  /**
   * SES-6: before the code, only a device that has proven the number learns of its reward. Where a
   * number may take part again, `Packs.admit` tells it.
   */
  refusal(device: Device, mobile: string, own?: Registration): Answer | undefined {
    if (device.consent.answer !== 'YES') return no('invalidData');
    const isTold = own?.isProven === true && !this.packs;
    const { participant } = this.number(mobile);
    return isTold && participant?.reward !== undefined && !isAsked(participant)
      ? no('participationLimit', 409)
      : undefined;
  }

  /** A used code only leads back to what it was used for, until the reward. */
  isSpent(own: Registration): boolean {
    const { participant } = this.number(own.mobile);
    const isRewarded = participant?.reward !== undefined && !isAsked(participant);
    return isRewarded || liveCode(own, this.now) === undefined;
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
    return this.number(mobile).isGuarded(this.now, this.limits);
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
