import { later, no, type Answer } from './answers.ts';
import { noGuardedTries } from './guard.ts';
import { type limits, minute, second, waitOf } from './limits.ts';
import {
  liveCode,
  remember,
  type Device,
  type Number_,
  type Registration,
  type Typed,
} from './participants.ts';

/** The parts of the model on which a try depends. */
type CountedModel = {
  readonly now: number;
  readonly limits: typeof limits;
  device(at: number): Device;
  number(mobile: string): Number_;
  pause(mobile: string, isOwner: boolean): number;
  isGuarded(mobile: string): boolean;
};

/**
 * @param asked undefined: the same try was counted or refused before
 * @returns the refusal, if the try may not be compared with the device's own code
 */
export function countTry(
  model: CountedModel,
  at: number,
  newest: Registration,
  typed: Typed,
  asked: string | undefined,
): Answer | undefined {
  const device = model.device(at);
  const number = model.number(newest.mobile);
  const code = liveCode(newest, model.now);
  const isSpent = !code || code.tried.length >= 5;
  const wait = Math.max(
    code?.usedAt === undefined ? number.triesWait(model.now) : 0,
    waitOf(model.now, device.tries, model.limits.device.tries),
  );
  const isCompared = !isSpent && wait === 0;
  if (asked === undefined && isCompared) return later(second);
  const guarded = (newest.guarded ??= noGuardedTries());
  const isGuardedTry = asked !== undefined && number.guard.codes(model.now).length > 0;
  const ofDevice = waitOf(model.now, device.tries, model.limits.device.tries);
  if (isGuardedTry && ofDevice > 0) return later(ofDevice);
  if (isCompared) number.tries.push(model.now);
  if (isCompared && asked !== undefined) code.tried.push(asked);
  if (isCompared || isGuardedTry) device.tries.push(model.now);
  if (isCompared && (typed.isOwn || !isGuardedTry)) return undefined;
  const pause = model.pause(newest.mobile, number.guard.isOwner(model.now, guarded));
  if (asked === undefined && number.guard.codes(model.now).length > 0) {
    if (!guarded.right.some((sent) => typed.isGuarded(sent))) return no('invalidOtp');
    return later(Math.max(model.pause(newest.mobile, true), second));
  }
  if (!isGuardedTry) {
    if (!model.isGuarded(newest.mobile)) return isSpent ? no('expiredOtp') : later(wait);
    return pause === 0 && isSpent ? no('expiredOtp') : later(Math.max(pause, second));
  }
  const result = number.guard.type(model.now, guarded, typed.isGuarded);
  if (result === 'wrong') return no('invalidOtp');
  if (result === 'right') return later(Math.max(model.pause(newest.mobile, true), second));
  remember(newest, code?.tried ?? []);
  newest.code = {
    expiresAt: model.now + 5 * minute,
    usedAt: undefined,
    tried: [asked],
    text: typed.otp,
  };
  return undefined;
}
