// Journeys alternately with and without open consoles.
import { openConsoles, type CallsOfConsoles } from './shoppers/open-consoles.ts';
import { printStage } from './print.ts';
import type { Product } from './product/product.ts';
import { measureStage, type Instruments, type Measurable, type Stage } from './stage.ts';
import type { ConsoleProgram } from './product/start-console.ts';

export type Beside = {
  stages: Stage[];
  /** One for each stage with open consoles. */
  calls: CallsOfConsoles[];
};

type Turns = {
  consoles: number;
  rounds: number;
  windows: readonly { atOnce: number; rampMs: number; windowMs: number }[];
};

/** @param measurable of the journeys */
export async function measureBesideConsoles(
  instruments: Instruments,
  measurable: Measurable,
  { program, aheadMs }: { program: ConsoleProgram } & Pick<Product, 'aheadMs'>,
  { consoles, rounds, windows }: Turns,
): Promise<Beside> {
  const programs = { ...measurable.programs, console: [program.child.pid] };
  const measured = { ...measurable, programs };
  const beside: Beside = { stages: [], calls: [] };
  const measure = async (window: Turns['windows'][number], circumstance: string) => {
    const stage = await measureStage(instruments, measured, window, circumstance);
    printStage(stage);
    beside.stages.push(stage);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const window of windows) {
      const turns = round % 2 === 0 ? [false, true] : [true, false];
      for (const isOpen of turns) {
        if (!isOpen) {
          await measure(window, 'consoles closed');
          continue;
        }
        const open = await openConsoles(program, consoles, Date.now() + aheadMs);
        await measure(window, 'consoles open');
        beside.calls.push(await open.close());
      }
    }
  }
  return beside;
}
