// One stage: a number of simultaneous shoppers for some seconds, and what that cost each process.
import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseStatistics } from './instruments/database-statistics.ts';
import { report, type Contender, type Report, type StageOrder } from './generator-messages.ts';
import { processorTimeOf, processorTimeOfFamily } from './instruments/processor-time.ts';

type Finished = Extract<Report, { kind: 'finished' }>;

type Figures = Readonly<Record<string, number>>;

/** Microseconds by program; what PostgreSQL counts; what goes over the network, if there is one. */
type Reading = { processor: Figures; database: Figures; network: Figures };

/** Per journey, without what is done when nobody comes. */
export type Stage = Reading & {
  order: StageOrder;
  /** What was different from the other stages. */
  circumstance: string | undefined;
  perSecond: number;
  recorded: Finished['recorded'];
  outcomes: Finished['outcomes'];
  repeatedSms: number;
  askedAgain: number;
};

/** What is measured, and where it runs. */
export type Measurable = {
  contender: Contender;
  address: string;
  /** Whose statements are counted. */
  database: string;
  /** Whose processor time is measured, by name. */
  programs: Readonly<Record<string, readonly number[]>>;
  traffic: () => Figures;
  /** Per millisecond, when nobody comes. */
  idle?: Reading;
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

const combine = (
  one: Reading,
  other: Reading | undefined,
  change: (value: number, of: number) => number,
): Reading => {
  const figures = (name: keyof Reading) =>
    Object.fromEntries(
      Object.entries(one[name]).map(([figure, value]) => [
        figure,
        change(value, other?.[name][figure] ?? 0),
      ]),
    );
  return {
    processor: figures('processor'),
    database: figures('database'),
    network: figures('network'),
  };
};

async function read(
  { generator, statistics }: Instruments,
  { database, programs, traffic }: Measurable,
): Promise<Reading> {
  return {
    processor: await processorTimes(programs, generator.pid ?? -1, statistics.pid),
    database: await statistics.counts(database),
    network: { ...traffic() },
  };
}

/** The same, with what is done when nobody comes: all programs run, and no shopper. */
export async function withIdle(
  instruments: Instruments,
  measurable: Measurable,
  windowMs: number,
): Promise<Measurable> {
  const from = performance.now();
  const before = await read(instruments, measurable);
  await pause(windowMs);
  const after = await read(instruments, measurable);
  const elapsedMs = performance.now() - from;
  return { ...measurable, idle: combine(after, before, (now, then) => (now - then) / elapsedMs) };
}

export async function measureStage(
  instruments: Instruments,
  measurable: Measurable,
  window: Pick<StageOrder, 'atOnce' | 'arrivals' | 'rampMs' | 'windowMs'>,
  circumstance?: string,
): Promise<Stage> {
  const { generator, next } = instruments;
  const { contender, address, idle } = measurable;
  const order = { contender, address, ...window };
  generator.send(order);
  await expectReport(next, 'opened');
  const before = await read(instruments, measurable);
  const { windowMs } = await expectReport(next, 'closed');
  const after = await read(instruments, measurable);
  const finished = await expectReport(next, 'finished');
  const { recorded } = finished;
  if (recorded.journeys === 0) {
    throw new Error(
      `Failed to measure: no ${contender} ended in the window. Errors: ${JSON.stringify(recorded.errors)}.`,
    );
  }
  const used = combine(after, before, (now, then) => now - then);
  return {
    order,
    circumstance,
    ...finished,
    perSecond: Math.round((recorded.journeys / windowMs) * 10_000) / 10,
    ...combine(used, idle, (value, perMs) =>
      rounded((value - perMs * windowMs) / recorded.journeys),
    ),
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

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
