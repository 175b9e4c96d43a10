import fc from 'fast-check';
import { day, hour, minute, second } from '../model/limits.ts';
import { type Model } from '../model/model.ts';
import { passTime, type Action } from './command.ts';

const shortWaits = [second, 30 * second, minute, 2 * minute, 5 * minute];
const longWaits = [hour, 2 * hour, 12 * hour, day, 40 * day];

export function waiting(): fc.Arbitrary<Action> {
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...shortWaits) },
    { weight: 1, arbitrary: fc.constantFrom(...longWaits) },
  );
  return some.map((ms) => ({
    name: `${ms} ms pass`,
    run: async (model, system) => passTime(model, system, ms),
  }));
}

/** Every moment at which something starts or ends for a device. */
function limitsOf(model: Readonly<Model>, at: number): number[] {
  const { newest } = model.device(at);
  const code = newest?.code;
  const tokens = model.tokens.filter((token) => token.device === at);
  return [
    newest && model.now + model.pause(newest.mobile, model.isOwner(newest)),
    newest && newest.requestedT + 5 * minute,
    code?.expiresAt,
    code && code.expiresAt - 2 * minute,
    code?.usedAt && code.usedAt + 2 * minute,
    ...tokens.map((token) => token.expiresAt),
  ].flatMap((limit) => (limit !== undefined && limit > model.now + 2 ? [limit] : []));
}

/** Moves the clock to a limit, or a millisecond before or after it. */
export function waitingForALimit(who: fc.Arbitrary<number>): fc.Arbitrary<Action> {
  return fc.tuple(who, fc.nat(9), fc.constantFrom(-1, 0, 1)).map(([at, pick, by]) => ({
    name: `${at} waits for limit ${pick}, and ${by} ms`,
    can: (model) => limitsOf(model, at).length > 0,
    run: async (model, system) => {
      const limits = limitsOf(model, at);
      const limit = limits[pick % limits.length] ?? model.now;
      passTime(model, system, limit + by - 1 - model.now);
    },
  }));
}

/** Moves to the last ms of the programme, the first after it, or a day later. */
export function turningTheCalendar(): fc.Arbitrary<Action> {
  return fc.constantFrom(-1, 0, day - 1, day).map((ms) => ({
    name: `the programme will be over for ${ms} ms`,
    can: (model) => model.campaign < model.period.to + ms - 1,
    run: async (model, system) => {
      model.campaign = model.period.to + ms - 1;
      system.follow(model);
    },
  }));
}

/** Sets back the database's clock, which all programs follow. */
export const turningBack: Action = {
  name: 'the clock goes back by an hour',
  run: async (model, system) => passTime(model, system, -hour),
};
