// Actions of devices on a few mobile numbers, with their own and each other's tokens.
import fc from 'fast-check';
import type { Model } from '../model/model.ts';
import { packs, type Pack } from '../model/packs.ts';
import type { Token } from '../model/participants.ts';
import { day, hour } from '../model/limits.ts';
import { passTime, type Action } from './command.ts';
import { waiting } from './time-commands.ts';
import { verify, verifying } from './typing.ts';
import type { System } from '../system/system.ts';

export const deviceCount = 3;
/** Mostly the first, so that runs get far. */
export const some = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(2) },
);
type Who = fc.Arbitrary<number>;
const states = ['Karnataka', 'Kerala', 'Tamil Nadu'] as const;
const names = ['Asha Rao', 'Ravi Kumar', 'Meena Iyer'] as const;
const cities = { Karnataka: 'Mysuru', Kerala: 'Kochi', 'Tamil Nadu': 'Chennai' };
/** Which token is sent, counting from this device's newest. */
const shown = fc.oneof(
  { weight: 5, arbitrary: fc.constant('own' as const) },
  fc.constantFrom('none', 'forged', 'any'),
);
type Shown = 'own' | 'none' | 'forged' | 'any';

const anyShown = fc.constantFrom<Shown[]>('own', 'any', 'none', 'forged');
/** Mostly yes. */
const often = fc.nat(3).map((one) => one > 0);

const forged = 'forged-token-that-nobody-was-given-at-all-00';
export function tokenOf(
  model: Readonly<Model>,
  at: number,
  which: Shown,
  pick: number,
): Token | undefined {
  const all = model.tokens;
  if (which === 'none') return undefined;
  if (which === 'forged') {
    const stranger = { mobile: '', participant: undefined, device: at, expiresAt: 0 };
    return { ...stranger, isRevoked: true, text: forged };
  }
  if (which === 'any') return all[pick % Math.max(1, all.length)];
  return all.findLast((token) => token.device === at && model.isAlive(token));
}

export function consenting(who: Who, answer: fc.Arbitrary<'YES' | 'NO'>): fc.Arbitrary<Action> {
  return fc.tuple(who, answer).map(([at, agree]) => ({
    name: `${at} says ${agree}`,
    can: (model) => agree === 'NO' || model.device(at).consent.answer !== 'YES',
    run: (model, system) => consent(model, system, at, agree),
  }));
}

export async function consent(
  model: Model,
  system: System,
  at: number,
  agree: 'YES' | 'NO',
  t?: number,
): Promise<void> {
  const answer = (same: Model, t: number) => same.consent(at, agree, t);
  await system.call(model, at, 'recordConsent', { fields: { agree }, t, expect: answer });
}

export function registering(
  who: Who,
  mobiles: readonly string[],
  isNeeded: boolean,
): fc.Arbitrary<Action> {
  const registrations = fc.record({
    mobile: fc.constantFrom(...mobiles),
    state: fc.constantFrom(...states),
    name: fc.constantFrom(...names),
    pack: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...packs) },
    ),
  });
  return fc.tuple(who, registrations).map(([at, registration]) => ({
    name: `${at} registers ${registration.mobile} of ${registration.state} with ${registration.pack ?? 'its'} pack`,
    can: (model) => {
      const code = model.device(at).newest?.code;
      return !isNeeded || !code || code.usedAt !== undefined || model.now >= code.expiresAt;
    },
    run: (model, system) => register(model, system, at, registration),
  }));
}

type Asked = { mobile: string; state: string; name: string; pack?: Pack | undefined };

export async function register(
  model: Model,
  system: System,
  at: number,
  { pack: typed, ...person }: Asked,
): Promise<void> {
  const pack = typed ?? model.packs?.usualOf(person.mobile) ?? 'none';
  const code = system.packs?.codeOf(pack);
  const fields = { ...person, mobile: system.mobile(person.mobile), agree1: true, limit: '' };
  await system.call(model, at, 'register', {
    fields: { ...fields, ...(code !== undefined && { pack: code }) },
    expect: (same, t) => same.register(at, { ...person, pack }, t),
  });
  await system.codeOf(model, at);
}

/** SES-6: verifies a number again with other personal data; some edit their profile first. */
export function verifyingAnew(): fc.Arbitrary<Action> {
  const words = { state: fc.constantFrom(...states), name: fc.constantFrom(...names) };
  const edited = fc.option(fc.record(words));
  return fc.tuple(some, fc.record(words), edited).map(([at, asked, edit]) => ({
    name: `${at} ${edit ? `moves to ${edit.state} and ` : ''}verifies anew as ${asked.name} of ${asked.state}`,
    can: (model) => tokenOf(model, at, 'own', 0) !== undefined,
    run: async (model, system) => {
      const token = tokenOf(model, at, 'own', 0);
      // It may have expired in the last millisecond.
      if (!token) return;
      if (edit) await move(model, system, at, token, edit);
      passTime(model, system, model.pause(token.mobile, false));
      await register(model, system, at, { ...asked, mobile: token.mobile });
      await verify(model, system, at, 'right');
      await look(model, system, at, tokenOf(model, at, 'own', 0));
    },
  }));
}

/** With another pack each time, until it may not, and on another day. */
export function takingPartAgain(): fc.Arbitrary<Action> {
  return fc.tuple(some, fc.constantFrom(0, 12 * hour, day)).map(([at, restMs]) => ({
    name: `${at} takes part again and again, and ${restMs} ms later`,
    can: (model) => model.packs !== undefined && tokenOf(model, at, 'own', 0) !== undefined,
    run: async (model, system) => {
      const { mobile = '' } = tokenOf(model, at, 'own', 0) ?? {};
      for (const pauseMs of [0, 0, restMs]) {
        passTime(model, system, pauseMs + model.pause(mobile, false) + 1);
        await register(model, system, at, { mobile, state: 'Kerala', name: 'Asha Rao' });
        await verify(model, system, at, 'right');
        const token = tokenOf(model, at, 'own', 0);
        const expect = (same: Model) => same.reward(at, token);
        await system.call(model, at, 'getReward', { token, expect });
      }
    },
  }));
}

export function resending(): fc.Arbitrary<Action> {
  return fc.tuple(some, fc.constantFrom(0, 1, 5)).map(([at, times]) => ({
    name: `${at} asks for the code again${times > 0 ? ` when it may, ${times} times` : ''}`,
    run: async (model, system) => {
      if (times === 0) await resend(model, system, at);
      for (let time = 0; time < times; time += 1) await resendPatiently(model, system, at);
    },
  }));
}

export async function resendPatiently(model: Model, system: System, at: number): Promise<void> {
  const { newest } = model.device(at);
  if (newest) passTime(model, system, model.pause(newest.mobile, model.isOwner(newest)) + 1);
  await resend(model, system, at);
}

async function resend(model: Model, system: System, at: number): Promise<void> {
  await system.call(model, at, 'resendOtp', { expect: (same, t) => same.resend(at, t) });
  await system.codeOf(model, at);
}

export function spinning(who: Who, isNeeded: boolean): fc.Arbitrary<Action> {
  return fc
    .tuple(who, isNeeded ? fc.constant('own' as const) : shown, fc.nat(9))
    .map(([at, which, pick]) => ({
      name: `${at} spins with ${which} token`,
      can: (model) => {
        const own = tokenOf(model, at, 'own', 0);
        return !isNeeded || (own !== undefined && model.participantOf(own)?.reward === undefined);
      },
      run: async (model, system) => {
        const token = tokenOf(model, at, which, pick);
        await system.call(model, at, 'getReward', {
          token,
          expect: (same) => same.reward(at, token),
        });
      },
    }));
}

/** All tokens at once, each from the device that received it. */
export const spinningAtOnce: Action = {
  name: 'all spin at once',
  can: (model) => model.tokens.length > 1,
  run: async (model, system) => {
    const { tokens } = model;
    const answers = await Promise.all(
      tokens.map((token) =>
        system.shopper(token.device).call('getReward', {}, { token: token.text, t: model.now }),
      ),
    );
    for (const [at, token] of tokens.entries()) {
      const answer = answers[at];
      if (!answer) continue;
      system.compare(model.reward(token.device, token), answer);
      if (answer.status === 200) model.won(token, Number(answer.resp['winType']));
    }
  },
};

export function looking(): fc.Arbitrary<Action> {
  return fc.tuple(some, shown, fc.nat(9)).map(([at, which, pick]) => ({
    name: `${at} looks at the details with ${which} token`,
    run: (model, system) => look(model, system, at, tokenOf(model, at, which, pick)),
  }));
}

export async function look(model: Model, system: System, at: number, token: Token | undefined) {
  const shopper = system.shopper(at);
  shopper.accessToken = token?.text;
  system.compare(model.details(at, token), await shopper.read('getDetails'));
}

type Place = { name: string; state: (typeof states)[number] };

export function editing(): fc.Arbitrary<Action> {
  const to = fc.record({ name: fc.constantFrom(...names), state: fc.constantFrom(...states) });
  return fc.tuple(some, shown, fc.nat(9), to).map(([at, which, pick, place]) => ({
    name: `${at} moves to ${place.state} with ${which} token`,
    run: (model, system) => move(model, system, at, tokenOf(model, at, which, pick), place),
  }));
}

export async function move(
  model: Model,
  system: System,
  at: number,
  token: Token | undefined,
  { name, state }: Place,
): Promise<void> {
  const fields = { name, state, city: cities[state], email: '', gender: 'others', age: '34' };
  const answer = (same: Model, t: number) => same.edit(at, token, { name, state }, t);
  await system.call(model, at, 'editDetails', { fields, token, expect: answer });
}

export function comingAgain(): fc.Arbitrary<Action> {
  return fc.tuple(some, anyShown, fc.nat(9), often).map(([at, which, pick, isQr]) => ({
    name: `${at} comes again with ${which} token${isQr ? '' : ', without the QR code'}`,
    run: async (model, system) => {
      const token = tokenOf(model, at, which, pick);
      const shopper = system.shopper(at);
      const { userKey, dataKey } = shopper;
      shopper.accessToken = token?.text;
      const answer = await shopper.start({ utm_source: isQr ? 'qrcode' : 'QRCODE' });
      Object.assign(shopper, { userKey, dataKey });
      system.compare(model.session(at, token, isQr), answer);
      if (!isQr) return;
      const isHeld = token !== undefined && model.isAlive(token);
      const from = isHeld ? token.device : at;
      system.compare(
        {
          status: 200,
          holds: {
            token: {
              userKey: system.shopper(from).userKey,
              accessToken: isHeld ? token.text : null,
            },
          },
        },
        answer,
      );
    },
  }));
}

/** A device's next step, not always up to the reward. */
export function goingOn(mobiles: readonly string[]): fc.Arbitrary<Action[]> {
  return fc.tuple(some, fc.boolean()).chain(([at, isSpinning]) => {
    const who = fc.constant(at);
    const spin = isSpinning ? [spinning(who, true)] : [];
    return fc.tuple(
      consenting(who, fc.constant('YES')),
      verifying(who, fc.constant('right'), true),
      ...spin,
      registering(who, mobiles, true),
      waiting(),
    );
  });
}
