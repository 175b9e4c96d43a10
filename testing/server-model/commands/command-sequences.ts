// Command sequences, weighted so that runs get far and cover everything.
import fc from 'fast-check';
import * as actions from './commands.ts';
import { FirstPossibleAction, type Command, type Action } from './command.ts';
import { arrivingStock, delivering, losingACommit } from './delivery-commands.ts';
import * as meddling from './hostile-commands.ts';
import * as packs from './pack-commands.ts';
import * as questions from './question-commands.ts';
import * as time from './time-commands.ts';
import { verifying } from './typing.ts';

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
