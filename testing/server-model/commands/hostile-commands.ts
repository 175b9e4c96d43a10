// Calls signed with another's key or a wrong time; replays; guesses.
import fc from 'fast-check';
import {
  consent,
  deviceCount,
  look,
  move,
  register,
  resendPatiently,
  some,
  tokenOf,
} from './commands.ts';
import { unknown } from '../model/answers.ts';
import { verify } from './typing.ts';
import { passTime, type Action } from './command.ts';

export function meddling(): fc.Arbitrary<Action> {
  const ways = [
    'signed by another',
    'for another',
    'in another’s name',
    'out of date',
    'ahead of time',
  ] as const;
  const calls = ['recordConsent', 'verifyOtp', 'getReward', 'editDetails', 'resendOtp'] as const;
  return fc
    .tuple(some, fc.constantFrom(...ways), fc.constantFrom(...calls))
    .map(([at, way, name]) => ({
      name: `${name} of ${at}, ${way}`,
      run: async (model, system) => {
        const shopper = system.shopper(at);
        const other = system.shopper((at + 1) % deviceCount);
        const late = way === 'out of date' ? -300_001 : way === 'ahead of time' ? 300_001 : 0;
        const t = model.now + late;
        const isOwn = way === 'signed by another' || late !== 0;
        const { dataKey } = way === 'signed by another' || way === 'for another' ? other : shopper;
        const data = (isOwn ? shopper : other).signed({ agree: 'NO' }, { t, dataKey });
        const token = tokenOf(model, at, 'own', 0)?.text;
        const expected = late === 0 ? unknown : model.fresh(t, () => unknown);
        system.compare(expected, await shopper.post(name, data, { token }));
      },
    }));
}

/** Resends an earlier call unchanged. */
export function replaying(): fc.Arbitrary<Action> {
  return fc.nat(50).map((pick) => ({
    name: `copy ${pick}`,
    run: async (model, system) => {
      const copy = system.captured[pick % Math.max(1, system.captured.length)];
      if (copy) await system.replay(model, copy);
    },
  }));
}

/** OTP-5: another request never gives a code more than its five tries. */
export function guessing(): fc.Arbitrary<Action> {
  return fc.tuple(some, fc.integer({ min: 1, max: 4 })).map(([at, tries]) => ({
    name: `${at} guesses ${tries} times, asks again, guesses on`,
    run: async (model, system) => {
      await verify(model, system, at, 'wrong', tries);
      await resendPatiently(model, system, at);
      passTime(model, system, 1);
      await verify(model, system, at, 'wrong', 6);
    },
  }));
}

/** HOM-6: a Yes that arrives late or twice does not undo a later No. */
export function undoing(mobile: string): fc.Arbitrary<Action> {
  return some.map((at) => ({
    name: `${at} says No, and an earlier Yes comes after it`,
    run: async (model, system) => {
      await consent(model, system, at, 'YES');
      const copy = system.captured.at(-1);
      passTime(model, system, 2);
      await consent(model, system, at, 'NO');
      if (copy) await system.replay(model, copy);
      await consent(model, system, at, 'YES', model.now - 1);
      await register(model, system, at, { mobile, state: 'Kerala', name: 'Asha Rao' });
    },
  }));
}

/** Protocol, Order and repeats: an edit older than the newest changes nothing. */
export function outdating(): fc.Arbitrary<Action> {
  return some.map((at) => ({
    name: `${at} edits twice, and a copy of the first edit comes last`,
    can: (model) => tokenOf(model, at, 'own', 0) !== undefined,
    run: async (model, system) => {
      const token = tokenOf(model, at, 'own', 0);
      await move(model, system, at, token, { name: 'Meena Iyer', state: 'Kerala' });
      const copy = system.captured.at(-1);
      passTime(model, system, 1);
      await move(model, system, at, token, { name: 'Ravi Kumar', state: 'Karnataka' });
      if (copy) await system.replay(model, copy);
      await look(model, system, at, token);
    },
  }));
}
