// One stage: a number of simultaneous shoppers for some seconds, and what that cost each process.
import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import path from 'node:path';
import {
  countsOf,
  type DatabaseCounts,
  type DatabaseStatistics,
} from './instruments/database-statistics.ts';
import { report, type Report, type StageOrder } from './generator-messages.ts';
import { processorTimeOf, processorTimeOfFamily } from './instruments/processor-time.ts';

type Finished = Extract<Report, { kind: 'finished' }>;

export type Stage = {
  order: StageOrder;
  /** What was different from the other stages. */
  circumstance: string | undefined;
  perSecond: number;
  recorded: Finished['recorded'];
  outcomes: Finished['outcomes'];
  repeatedSms: number;
  askedAgain: number;
  /** Microseconds per journey, by program. */
  processor: Record<string, number>;
  /** Per journey. */
  database: DatabaseCounts;
};

/** What is measured, and where it runs. */
export type Measurable = {
  address: string;
  /** Whose statements are counted. */
  database: string;
  /** Whose processor time is measured, by name. */
  programs: Readonly<Record<string, readonly number[]>>;
};

export type Instruments = {
  generator: ChildProcess;
  /** The reports of the generator, one after another. */
  next: () => Promise<Report>;
  statistics: DatabaseStatistics;
};

/** @returns also the address of the gateway at which it receives SMS */
export async function startInstruments(
  statistics: DatabaseStatistics,
): Promise<{ instruments: Instruments; gateway: string }> {
  const generator = fork(path.join(import.meta.dirname, 'generator.ts'));
  const messages = on(generator, 'message', { close: ['exit'] });
  const next = async () => {
    const got = await messages.next();
    if (got.done) throw new Error('Failed to measure: the generator ended.');
    const [message]: unknown[] = got.value;
    return report.parse(message);
  };
  const { gateway } = await expectReport(next, 'ready');
  return { instruments: { generator, next, statistics }, gateway };
}

export async function measureStage(
  { generator, next, statistics }: Instruments,
  { address, database, programs }: Measurable,
  window: Pick<StageOrder, 'atOnce' | 'arrivals' | 'rampMs' | 'windowMs'>,
  circumstance?: string,
): Promise<Stage> {
  const order = { address, ...window };
  const read = async () => ({
    counts: await statistics.counts(database),
    processor: await processorTimes(programs, generator.pid ?? -1, statistics.pid),
  });
  generator.send(order);
  await expectReport(next, 'opened');
  const before = await read();
  const { windowMs } = await expectReport(next, 'closed');
  const after = await read();
  const finished = await expectReport(next, 'finished');
  const { recorded } = finished;
  if (recorded.journeys === 0) {
    throw new Error(
      `Failed to measure: no journey ended in the window. Errors: ${JSON.stringify(recorded.errors)}.`,
    );
  }
  const each = (value: number) => Math.round((value / Math.max(1, recorded.journeys)) * 10) / 10;
  return {
    order,
    circumstance,
    ...finished,
    perSecond: Math.round((recorded.journeys / windowMs) * 10_000) / 10,
    processor: Object.fromEntries(
      Object.entries(after.processor).map(([name, used]) => [
        name,
        Math.round(each(used - (before.processor[name] ?? 0))),
      ]),
    ),
    database: countsOf((count) => each(after.counts[count] - before.counts[count])),
  };
}

async function processorTimes(
  programs: Measurable['programs'],
  generator: number,
  postmaster: number,
): Promise<Record<string, number>> {
  const all = { ...programs, generator: [generator] };
  const entries = await Promise.all(
    Object.entries(all).map(async ([name, pids]) => [name, await processorTimeOf(pids)] as const),
  );
  return { ...Object.fromEntries(entries), postgresql: await processorTimeOfFamily(postmaster) };
}

async function expectReport<Kind extends Report['kind']>(
  next: () => Promise<Report>,
  kind: Kind,
): Promise<Extract<Report, { kind: Kind }>> {
  const got = await next();
  if (isKind(got, kind)) return got;
  throw new Error(`Failed to measure: the generator said ${got.kind} instead of ${kind}.`);
}

const isKind = <Kind extends Report['kind']>(
  got: Report,
  kind: Kind,
): got is Extract<Report, { kind: Kind }> => got.kind === kind;
