// Command sequences, weighted so that runs get far and cover everything.
import fc from 'fast-check';
import * as doings from './commands.ts';
import * as meddling from './hostile-commands.ts';
import { FirstPossibleAction, type Command, type Action } from './command.ts';
import * as time from './time-commands.ts';

const one = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({
  weight,
  arbitrary: arbitrary.map((doing) => [doing]),
});

/** Half of the commands are the next step to the reward, or few runs would reach it. */
export function commandSequences(mobiles: readonly string[], replayPath: string | undefined) {
  const { some } = doings;
  const steps = fc.oneof(
    { weight: 60, arbitrary: doings.goingOn(mobiles) },
    one(3, doings.consenting(some, fc.constant('NO'))),
    one(9, doings.registering(some, mobiles, false)),
    one(9, doings.resending()),
    one(9, doings.verifyingAnew()),
    one(15, doings.verifying(some, fc.constantFrom('right', 'wrong', 'wrong', 'short'), false, 5)),
    one(9, doings.spinning(some, false)),
    one(6, fc.constant(doings.spinningAtOnce)),
    one(6, doings.looking()),
    one(9, doings.editing()),
    one(6, doings.comingAgain()),
    one(6, meddling.meddling()),
    one(9, meddling.replaying()),
    one(4, meddling.guessing()),
    one(4, meddling.outdating()),
    one(2, meddling.undoing(mobiles[0] ?? '')),
    one(6, time.waiting()),
    one(12, time.waitingForALimit(some)),
    one(1, time.turningTheCalendar()),
  );
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = steps.map((list): Command => new FirstPossibleAction(list));
  return fc.commands([commands], { maxCommands: 60, size: 'max', ...replay });
}
