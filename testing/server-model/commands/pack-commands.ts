// Codes of packs: guessed, passed round, and of a batch that is closed.
import fc from 'fast-check';
import type { Model } from '../model/model.ts';
import type { System } from '../system/system.ts';
import { passTime, type Action } from './command.ts';
import { consent, register, some } from './commands.ts';

const hasPacks = ({ packs }: Readonly<Model>) => packs !== undefined;

/** Up to the limit of tries, and beyond. */
export function guessingPacks(): fc.Arbitrary<Action> {
  return fc.tuple(some, fc.constantFrom(1, 4, 11)).map(([at, times]) => ({
    name: `${at} guesses codes of packs, ${times} times`,
    can: hasPacks,
    run: async (model, system) => {
      for (let time = 0; time < times; time += 1) {
        passTime(model, system, 1);
        await register(model, system, at, { ...asha, mobile: 'third', pack: 'unknown' });
      }
    },
  }));
}

/** The operator closes the run's batch, or opens it again. */
export const changingTheBatch: Action = {
  name: 'the batch of packs is closed or opened',
  can: hasPacks,
  run: async ({ packs }, system) => {
    if (!packs) return;
    packs.isOpen = !packs.isOpen;
    await system.packs?.change(packs.isOpen ? 'open' : 'close');
  },
};

/** Two devices verify two numbers with one pack at once. */
export function racingForAPack(): fc.Arbitrary<Action> {
  const asked = { state: asha.state, name: asha.name, pack: 'spare' as const };
  return fc.constantFrom<[number, number][]>([0, 1], [1, 0], [0, 2]).map((racers) => ({
    name: `${racers.join(' and ')} verify with one pack at once`,
    can: (model) => hasPacks(model) && !model.packs?.usedBy.has('spare'),
    run: async (model, system) => {
      for (const [place, at] of racers.entries()) {
        await consent(model, system, at, 'YES');
        await register(model, system, at, { ...asked, mobile: place === 0 ? 'first' : 'second' });
        passTime(model, system, 1);
      }
      await verifyAtOnce(model, system, racers);
    },
  }));
}

async function verifyAtOnce(model: Model, system: System, racers: readonly number[]) {
  const typed = [];
  for (const at of racers) {
    const otp = await system.codeOf(model, at);
    if (otp !== undefined) typed.push({ at, otp });
  }
  const t = model.now;
  const answers = await Promise.all(
    typed.map(async ({ at, otp }) => ({
      at,
      otp,
      answer: await system.shopper(at).call('verifyOtp', { otp }, { t }),
    })),
  );
  // Whoever came first, the model follows.
  const isFirst = ({ answer }: (typeof answers)[number]) => (answer.status === 200 ? 0 : 1);
  for (const { at, otp, answer } of answers.toSorted((a, b) => isFirst(a) - isFirst(b))) {
    const isOwn = true;
    const guess = { otp, isShort: false, isOwn, isGuarded: () => false };
    system.compare(model.verify(at, guess, t), answer);
    system.note(model, undefined, answer);
  }
}

const asha = { state: 'Kerala', name: 'Asha Rao' } as const;
