// What the model knows of each device and number.
import { day, hour, limits, minute, nightLeft, waitOf } from './limits.ts';
import type { Claim, Pack } from './packs.ts';
import { Guard, noGuardedTries, type GuardedTries } from './guard.ts';

/** `tried`: time and code of each counted try; `text`: set if it was first the number's own. */
type Code = { expiresAt: number; usedAt: number | undefined; tried: string[]; text?: string };
export type Typed = {
  otp: string;
  isShort: boolean;
  isOwn: boolean;
  /** Whether it is the number's code sent at that time. */
  isGuarded: (sent: number) => boolean;
};
export type Registration = {
  mobile: string;
  /** The newest request's `t`, or its time on the server's clock if that is earlier. */
  requestedT: number;
  /** Each `t` that was ahead of the server's clock. */
  ahead?: number[];
  state: string;
  name: string;
  pack: Pack;
  code?: Code;
  guarded?: GuardedTries;
  isProven?: boolean;
};
export type Token = {
  mobile: string;
  /** Undefined: nobody was given it. */
  participant: Participant | undefined;
  /** Index of the device that received it. */
  device: number;
  expiresAt: number;
  isRevoked: boolean;
  /** As sent on the wire. */
  text: string;
  /** Its response was lost: no device knows it. */
  isLost?: boolean;
};
export type Participant = {
  state: string;
  name: string;
  edited?: string;
  editedT: number;
  /** When it was verified. */
  at: number;
  reward?: number;
  rewardedAt?: number;
  question?: Asked;
};
/** `id`: unknown until the first response. */
type Asked = { id?: string; answer?: number; isRight?: boolean };
class Events {
  sends: number[] = [];
  tries: number[] = [];
}
export class Number_ extends Events {
  /** In their order. */
  participations: Participant[] = [];
  guard = new Guard();
  readonly #provenSends = new Set<number>();
  readonly #provenTries = new Set<number>();

  get participant(): Participant | undefined {
    return this.participations.at(-1);
  }

  /**
   * The rest of the 60 seconds since the number's last code, and of its own codes' pause. Setting
   * the clock back extends neither.
   */
  pause(now: number, isOwner: boolean): number {
    const last = Math.max(0, ...this.sends, ...this.guard.sends);
    const rest = Math.max(0, Math.min(last + minute - now, minute));
    return this.guard.codes(now).length === 0
      ? rest
      : Math.max(rest, this.guard.pause(now, isOwner));
  }
  /** A right code: what this device sent and tried is no attack. */
  prove(device: Device, now: number): void {
    for (const time of device.sends) this.#provenSends.add(time);
    for (const time of [...device.tries, now]) this.#provenTries.add(time);
  }
  isGuarded(now: number, { number }: typeof limits): boolean {
    const unproven = this.sends.filter((time) => !this.#provenSends.has(time));
    return (
      this.guard.codes(now).length > 0 ||
      waitOf(now, this.sends, number.sends) > 0 ||
      waitOf(now, unproven, number.unprovenSends) > 0 ||
      (nightLeft(now) > 0 && waitOf(now, unproven, number.nightSends) > 0) ||
      this.triesWait(now) > 0
    );
  }
  triesWait(now: number): number {
    const unproven = this.tries.filter((time) => !this.#provenTries.has(time));
    return waitOf(now, unproven, limits.number.tries);
  }
  /** Whether the newest code is another device's; a guarded code belongs to every device. */
  isElsewhere(device: Device): boolean {
    const newest = Math.max(...this.sends);
    return !device.sends.includes(newest) && Math.max(...this.guard.sends) <= newest;
  }
  tokens: Token[] = [];
}
export class Device extends Events {
  consent = { answer: 'NO', t: 0 };
  registrations: Registration[] = [];
  get newest(): Registration | undefined {
    return this.registrations.toSorted((a, b) => b.requestedT - a.requestedT)[0];
  }
}

export function liveCode({ code }: Registration, now: number): Registration['code'] {
  const until = code?.usedAt === undefined ? code?.expiresAt : code.usedAt + 2 * minute;
  return until === undefined || now >= until ? undefined : code;
}

export const isRepeat = ({ requestedT, ahead = [] }: Registration, t: number) =>
  t <= requestedT || ahead.includes(t);

/** A fast clock may be right at the next request. */
export function note(registration: Registration, t: number, now: number): void {
  registration.requestedT = Math.max(registration.requestedT, Math.min(t, now));
  registration.ahead = [...(registration.ahead ?? []), t];
}

/** Tries to recognize when they are repeated. */
export function remember(registration: Registration, tries: readonly string[]): void {
  const guarded = (registration.guarded ??= noGuardedTries());
  guarded.tried = [...tries, ...guarded.tried].slice(0, 20);
}

/** How often a number may take part where each pack has a code, each time with another one. */
export const claimLimits = { perDay: 2, inAll: 3 };
export const once = { perDay: 1, inAll: 1 };

export function claimOf(
  { participations }: Number_,
  isRewarded: boolean,
  now: number,
  { perDay, inAll }: typeof claimLimits,
): Claim {
  if (participations.length > 0 && !isRewarded) return 'return';
  const ofDay = participations.filter(({ at }) => at >= dayStart(now));
  if (participations.length < inAll && ofDay.length < perDay) return 'new';
  return isAsked(participations.at(-1)) ? 'return' : 'limit';
}

/** In India. */
const dayStart = (now: number) => now - ((now + 5.5 * hour) % day);

/** Whether its question waits for an answer. */
export const isAsked = (participant: Participant | undefined) =>
  participant?.question !== undefined && participant.question.answer === undefined;
