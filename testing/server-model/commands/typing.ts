// What devices type: the right code, a wrong one or too few digits.
import fc from 'fast-check';
import { passTime, type Action } from './command.ts';
import type { Model } from '../model/model.ts';
import type { System } from '../system/system.ts';

/** @param most number of wrong codes in a row */
export function verifying(
  who: fc.Arbitrary<number>,
  typed: fc.Arbitrary<'right' | 'wrong' | 'short'>,
  isNeeded: boolean,
  max = 1,
): fc.Arbitrary<Action> {
  return fc.tuple(who, typed, fc.constantFrom(1, max)).map(([at, how, times]) => ({
    name: `${at} types a ${how} code, ${times} times`,
    can: (model) => {
      const { code, mobile } = model.device(at).newest ?? {};
      if (mobile !== undefined && codeOfNumber(model, at) !== undefined) return true;
      return !isNeeded || (code !== undefined && !code.usedAt && model.now < code.expiresAt);
    },
    run: (model, system) => verify(model, system, at, how, times),
  }));
}

/** Time of the number's newest code that the device has not typed. */
function codeOfNumber(model: Readonly<Model>, at: number): number | undefined {
  const { newest } = model.device(at);
  if (!newest) return undefined;
  const { guard } = model.number(newest.mobile);
  const typed = guard.typed(model.now, newest.guarded);
  return guard
    .codes(model.now)
    .filter((sent) => !typed.includes(sent))
    .at(-1);
}

export async function verify(
  model: Model,
  system: System,
  at: number,
  how: 'right' | 'wrong' | 'short',
  times = 1,
): Promise<void> {
  const { newest } = model.device(at);
  const sent = codeOfNumber(model, at);
  const code =
    newest && sent !== undefined
      ? system.guardedCode(newest.mobile, sent)
      : ((await system.codeOf(model, at)) ?? '123456');
  const wrong = code === '000000' ? '000001' : '000000';
  const otp = how === 'right' ? code : how === 'wrong' ? wrong : code.slice(1);
  const typed = async (same: Model) => {
    const mobile = same.device(at).newest?.mobile;
    return {
      otp,
      isShort: how === 'short',
      isOwn: otp === (await system.codeOf(same, at)),
      isGuarded: (one: number) => mobile !== undefined && otp === system.guardedCode(mobile, one),
    };
  };
  for (let time = 0; time < times; time += 1) {
    if (time > 0) passTime(model, system, 1);
    await system.call(model, at, 'verifyOtp', {
      fields: { otp },
      expect: async (same, t) => same.verify(at, await typed(same), t),
    });
  }
}
