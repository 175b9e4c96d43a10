// Events of the messages: workers take their jobs and die, the provider responds like real ones,
// stock arrives.
import fc from 'fast-check';
import type { Action } from './command.ts';
import type { Death } from '../system/deliveries.ts';
import { providerAnswers } from '../system/phones.ts';

const deaths: readonly Death[] = [
  { at: 1, isDone: true },
  { at: 2, isDone: false },
  { at: 2, isDone: true },
];

const answers = fc.oneof(
  { weight: 2, arbitrary: fc.constant('accepted' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...providerAnswers) },
);
const someDie = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...deaths) },
);

/** Of the kind, if there is one. */
export function delivering(kind: 'otp' | 'voucher'): fc.Arbitrary<Action> {
  return fc.tuple(fc.nat(9), answers, someDie).map(([pick, answer, death]) => ({
    name: `job ${pick} is taken, the provider's answer is ${answer}${death ? `, the worker dies ${death.isDone ? 'after' : 'before'} its statement ${death.at}` : ''}`,
    run: async (model, { deliveries }) => {
      const all = await deliveries.jobs();
      const some = all.filter((job) => job.kind === kind);
      const jobs = some.length > 0 ? some : all;
      const job = jobs[pick % Math.max(1, jobs.length)];
      if (job) await deliveries.work(model, job, answer, death);
    },
  }));
}

export function arrivingStock(): fc.Arbitrary<Action> {
  return fc
    .tuple(fc.constantFrom(3, 5, 10), fc.integer({ min: 1, max: 2 }))
    .map(([amount, count]): Action => ({
      name: `${count} voucher codes of Rs ${amount} arrive`,
      run: (_, { deliveries }) => deliveries.addStock(amount, count),
    }));
}

/** The next call with so many commits loses the response to that commit. */
export function losingACommit(): fc.Arbitrary<Action> {
  return fc.constantFrom(1 as const, 2 as const).map((commit) => ({
    name: `the answer to commit ${commit} of the next call is lost`,
    run: async (_, system) => {
      system.losesCommit = commit;
    },
  }));
}
