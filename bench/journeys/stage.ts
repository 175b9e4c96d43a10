// One stage: so many shoppers at once for so many seconds, and what that cost each process.
import type { ChildProgram } from './child-program.ts';
import type { DatabaseStatistics } from './database-statistics.ts';
import { report, type Report, type StageOrder } from './generator-messages.ts';
import { processorTimeOf, processorTimeOfFamily } from './processor-time.ts';

type Finished = Extract<Report, { kind: 'finished' }>;

export type Stage = {
  order: StageOrder;
  perSecond: number;
  recorded: Finished['recorded'];
  outcomes: Finished['outcomes'];
  repeatedSms: number;
  unclaimedSms: number;
  /** Microseconds per journey, by program. */
  processor: Record<string, number>;
  statements: number;
  transactions: number;
};

export type Measured = {
  generator: ChildProgram;
  statistics: DatabaseStatistics;
  /** Whose processor time is measured, by name. */
  programs: Readonly<Record<string, readonly number[]>>;
};

/** The reports of the generator, one after another. */
export function reportsOf({ child }: ChildProgram): () => Promise<Report> {
  const come: Report[] = [];
  let waiting: ((next: Report) => void) | undefined;
  child.on('message', (message) => {
    const next = report.parse(message);
    if (waiting) waiting(next);
    else come.push(next);
    waiting = undefined;
  });
  return () => {
    const first = come.shift();
    return first
      ? Promise.resolve(first)
      : new Promise((resolve, reject) => {
          waiting = resolve;
          child.once('exit', () => reject(new Error('The generator ended.')));
        });
  };
}

export async function measureStage(
  { generator, statistics, programs }: Measured,
  next: () => Promise<Report>,
  order: StageOrder,
): Promise<Stage> {
  const read = async () => ({
    counts: await statistics.counts(),
    processor: await processorTimes(programs, generator.pid, statistics.pid),
  });
  generator.child.send(order);
  await expectReport(next, 'opened');
  const before = await read();
  const { windowMs } = await expectReport(next, 'closed');
  const after = await read();
  const finished = await expectReport(next, 'finished');
  const { recorded } = finished;
  const each = (value: number) => Math.round(value / Math.max(1, recorded.journeys));
  return {
    order,
    ...finished,
    perSecond: Math.round((recorded.journeys / windowMs) * 10_000) / 10,
    processor: Object.fromEntries(
      Object.entries(after.processor).map(([name, used]) => [
        name,
        each(used - (before.processor[name] ?? 0)),
      ]),
    ),
    statements:
      Math.round(((after.counts.statements - before.counts.statements) / recorded.journeys) * 10) /
      10,
    transactions:
      Math.round(
        ((after.counts.transactions - before.counts.transactions) / recorded.journeys) * 10,
      ) / 10,
  };
}

async function processorTimes(
  programs: Measured['programs'],
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

/** The first report, with the address of the gateway. */
export async function gatewayOf(next: () => Promise<Report>): Promise<string> {
  return (await expectReport(next, 'ready')).gateway;
}
