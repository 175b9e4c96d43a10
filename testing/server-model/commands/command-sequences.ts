// Command sequences, weighted so that runs get far and cover everything.
import { providerAnswers } from '../system/phones.ts';
import type { Death } from '../system/deliveries.ts';
import fc from 'fast-check';
import * as actions from './commands.ts';
import { FirstPossibleAction, type Command, type Action } from './command.ts';
import * as meddling from './hostile-commands.ts';
import * as packs from './pack-commands.ts';
import * as questions from './question-commands.ts';
import * as time from './time-commands.ts';
import { verifying } from './typing.ts';

// Events of the messages: workers take their jobs and die, the provider responds like real ones,
// stock arrives.

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
function delivering(kind: 'otp' | 'voucher'): fc.Arbitrary<Action> {
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

function arrivingStock(): fc.Arbitrary<Action> {
  return fc
    .tuple(fc.constantFrom(3, 5, 10), fc.integer({ min: 1, max: 2 }))
    .map(([amount, count]): Action => ({
      name: `${count} voucher codes of Rs ${amount} arrive`,
      run: (_, { deliveries }) => deliveries.addStock(amount, count),
    }));
}

/** The next call with so many commits loses the response to that commit. */
function losingACommit(): fc.Arbitrary<Action> {
  return fc.constantFrom(1 as const, 2 as const).map((commit) => ({
    name: `the answer to commit ${commit} of the next call is lost`,
    run: async (_, system) => {
      system.losesCommit = commit;
    },
  }));
}

const one = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({
  weight,
  arbitrary: arbitrary.map((doing) => [doing]),
});

/** Half of the commands are the next step to the reward; otherwise few runs would reach it. */
export function commandSequences(mobiles: readonly string[], replayPath: string | undefined) {
  const { some } = actions;
  const steps = fc.oneof(
    { weight: 110, arbitrary: actions.goingOn(mobiles) },
    one(3, actions.consenting(some, fc.constant('NO'))),
    one(9, actions.registering(some, mobiles, false)),
    one(9, actions.resending()),
    one(9, actions.verifyingAnew()),
    one(6, actions.takingPartAgain()),
    one(24, questions.answering()),
    one(6, questions.answeringAtOnce()),
    one(15, verifying(some, fc.constantFrom('right', 'wrong', 'wrong', 'short'), false, 5)),
    one(9, actions.spinning(some, false)),
    one(6, fc.constant(actions.spinningAtOnce)),
    one(6, actions.looking()),
    one(9, actions.editing()),
    one(6, actions.comingAgain()),
    one(6, meddling.meddling()),
    one(9, meddling.replaying()),
    one(4, meddling.guessing()),
    one(4, meddling.outdating()),
    one(2, meddling.undoing(mobiles[0] ?? '')),
    one(6, time.waiting()),
    one(12, time.waitingForALimit(some)),
    one(1, time.turningTheCalendar()),
    one(1, fc.constant(time.turningBack)),
    one(4, packs.guessingPacks()),
    one(4, fc.constant(packs.changingTheBatch)),
    one(4, packs.racingForAPack()),
    one(12, delivering('otp')),
    one(30, delivering('voucher')),
    one(9, arrivingStock()),
    one(9, losingACommit()),
  );
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = steps.map((list): Command => new FirstPossibleAction(list));
  return fc.commands([commands], { maxCommands: 60, size: 'max', ...replay });
}
