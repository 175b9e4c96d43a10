// Command sequences, weighted so that runs get far and cover everything.
import fc from 'fast-check';
import * as actions from './commands.ts';
import { openingDialogs, minutePassing, turningTheCalendar } from './page-commands.ts';
import { FirstPossibleAction, type Command, type Compare, type Action } from './command.ts';

const one = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({
  weight,
  arbitrary: arbitrary.map((action) => [action]),
});

/** The first command of a run. */
export function openings(compare: Compare): fc.Arbitrary<Command> {
  return actions.opening().map((action) => new FirstPossibleAction([action], compare));
}

/** Half of the commands are the next step to the reward; otherwise few runs would reach it. */
export function commandSequences(compare: Compare, replayPath: string | undefined) {
  const steps = fc.oneof(
    { weight: 16, arbitrary: actions.goingOn() },
    one(1, actions.opening()),
    one(2, actions.loading()),
    one(2, actions.leaving()),
    one(3, actions.aroundProfile()),
    one(1, actions.onTheNotice(fc.constant(false))),
    one(2, actions.registering()),
    one(3, actions.waitingForTheCode()),
    one(2, actions.playing()),
    one(1, turningTheCalendar()),
    one(2, openingDialogs()),
    one(3, fc.constant(minutePassing)),
  );
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = steps.map((list): Command => new FirstPossibleAction(list, compare));
  return fc.commands([commands], { maxCommands: 50, size: 'max', ...replay });
}
