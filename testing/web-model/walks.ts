// How a walk begins and what follows, each thing as often as it takes to get far and to meet everything.
import fc from 'fast-check';
import * as doings from './doings.ts';
import { Step, type Command, type Compare, type Doing } from './step.ts';

const one = (weight: number, arbitrary: fc.Arbitrary<Doing>) => ({
  weight,
  arbitrary: arbitrary.map((doing) => [doing]),
});

/** How a walk begins. */
export function openings(compare: Compare): fc.Arbitrary<Command> {
  return doings.opening().map((doing) => new Step([doing], compare));
}

/** What follows: every other step goes on with the road, or few would get far. */
export function walks(compare: Compare, replayPath: string | undefined) {
  const steps = fc.oneof(
    { weight: 16, arbitrary: doings.goingOn() },
    one(1, doings.opening()),
    one(2, doings.loading()),
    one(2, doings.leaving()),
    one(3, doings.aroundProfile()),
    one(1, doings.onTheNotice(fc.constant(false))),
    one(2, doings.registering()),
    one(3, doings.waitingForTheCode()),
    one(2, doings.playing()),
    one(1, doings.turningTheCalendar()),
  );
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = steps.map((list): Command => new Step(list, compare));
  return fc.commands([commands], { maxCommands: 25, size: 'max', ...replay });
}
