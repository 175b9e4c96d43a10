// The server's expected responses to each device and number, from the spec and not from the code.
import { ok, unknown, type Answer } from './answers.ts';
import { CodesModel } from './codes-model.ts';
import { day, minute, second } from './limits.ts';
import type { Participant, Token } from './participants.ts';
import type { Given, Questions } from './questions.ts';

export class Model extends CodesModel {
  /** Undefined if nothing is asked. */
  questions: Questions | undefined;

  participantOf(token: Token): Participant | undefined {
    return token.participant;
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

  /** ROL-1, ROL-2: whom a token authorizes when this device sends it. */
  holder(at: number, token: Token | undefined): Participant | undefined {
    const isOwn = token?.device === at && this.isAlive(token);
    return isOwn ? this.participantOf(token) : undefined;
  }

  /** CAM-1, CAM-2, ENT-7: one reward for each number, until a day after the programme. */
  reward(at: number, token: Token | undefined): Answer {
    const participant = this.holder(at, token);
    if (!participant) return unknown;
    if (participant.reward === undefined && !this.mayGrant)
      return { status: 403, holds: { campaign: 'ended' } };
    if (participant.state === 'Tamil Nadu') this.pay(participant, 3);
    return ok(participant.reward === undefined ? {} : { winType: participant.reward });
  }

  /** Only the server knows the draw's result; from then on it is final. */
  won({ participant }: Token, amount: number): void {
    if (participant) this.pay(participant, amount);
  }
  pay(participant: Participant, reward: number): void {
    if (participant.reward === undefined)
      Object.assign(participant, { reward, rewardedAt: this.now });
  }

  get mayGrant(): boolean {
    return this.campaign >= this.period.from && this.campaign < this.period.to + day;
  }

  ask(at: number, token: Token | undefined): Answer {
    const own = this.holder(at, token);
    return (own && this.questions?.ask(own, this.mayGrant)) ?? unknown;
  }

  answer(at: number, token: Token | undefined, given: Given): Answer {
    const own = this.holder(at, token);
    return (own && this.questions?.answer(own, given, this.mayGrant)) ?? unknown;
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
}
