// Journeys on the filled database, alternately with and without open consoles.
import path from 'node:path';
import { measureBesideConsoles } from '../journeys/beside-consoles.ts';
import { startChild } from '../journeys/product/child-program.ts';
import type { DatabaseStatistics } from '../journeys/instruments/database-statistics.ts';
import { printRatios } from '../journeys/print.ts';
import { startPrograms, type Prepared } from '../journeys/product/product.ts';
import { ratiosOf } from '../journeys/ratios.ts';
import { gatewayOf, reportsOf } from '../journeys/stage.ts';
import { startConsole } from '../journeys/product/start-console.ts';

type Options = {
  prepared: Prepared;
  folder: string;
  databaseUrl: string;
  statistics: DatabaseStatistics;
  turns: { consoles: number; rounds: number; seconds: number };
};

const atOnce = 32;

export async function measureJourneys({
  prepared,
  folder,
  databaseUrl,
  statistics,
  turns: { seconds, ...turns },
}: Options) {
  const generator = await startChild({
    file: 'bench/journeys/generator.ts',
    logFile: path.join(folder, 'generator.log'),
    hasChannel: true,
  });
  const instruments = { generator, statistics, next: reportsOf(generator) };
  const gateway = await gatewayOf(instruments.next);
  const product = await startPrograms(prepared, {
    databaseUrl,
    folder,
    serves: 1,
    gateway,
    profile: false,
  });
  const { aheadMs, origins, serves, deliver, draw } = product;
  const program = await startConsole({ ...prepared, folder, aheadMs });
  const measurable = {
    contender: 'journey' as const,
    addresses: origins,
    database: 'inaam',
    programs: {
      serve: serves.map(({ pid }) => pid),
      deliver: [deliver.pid],
      draw: [draw.pid],
    },
  };
  const window = { atOnce, rampMs: 2500, windowMs: seconds * 1000 };
  const beside = await measureBesideConsoles(
    instruments,
    measurable,
    { program, aheadMs },
    { ...turns, windows: [window] },
  );
  await program.stop();
  await product.stop();
  generator.child.disconnect();
  const ratios = ratiosOf(
    beside.stages.map(({ order, circumstance, perSecond, processor }) => ({
      order: { contender: `${order.contender}, ${circumstance}`, atOnce: order.atOnce },
      perSecond,
      processor,
    })),
  );
  printRatios(ratios);
  return {
    journeys: beside.stages.map(
      ({ order, circumstance, perSecond, recorded, processor, database }) => ({
        circumstance,
        atOnce: order.atOnce,
        perSecond,
        steps: recorded.steps,
        errors: recorded.errors,
        processor,
        database,
      }),
    ),
    consoleCalls: beside.calls,
    ratios,
  };
}
