// Which processes run, by the database's time, because their clocks may differ.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ms, type Database, type Queryable } from './database.ts';
import { productVersion, type DrawHealth, type Health, type Readiness } from './health.ts';
import { errorCode } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { repeat, withoutRepeats } from '../platform/timing.ts';
import type { Shutdown } from './run-program.ts';

export const runningPrograms = ['draw', 'deliver', 'serve', 'console'] as const;
export type RunningProgram = (typeof runningPrograms)[number];

/** Four missed records of ten seconds each. */
const silentSeconds = 45;
/** By then another process has taken its place. */
const goneMinutes = 10;

type Process = { campaign: string; id: string };
type Recorded = Process & {
  program: RunningProgram;
  host: string;
  state: string;
  /** As `serve` finds it. */
  draw?: DrawHealth | undefined;
};

/**
 * Deletes processes of the same program that have been silent for long, or are ahead because the
 * database's clock was set back: those that run record themselves again soon.
 */
export async function recordProcess(
  database: Queryable,
  { campaign, id, program, host, state, draw }: Recorded,
): Promise<void> {
  await database.query(
    `with gone as (
       delete from inaam.process
       where campaign = $1 and program = $3 and id <> $2 and beat_at not between
         clock_timestamp() - interval '${goneMinutes} minutes' and clock_timestamp() + interval '1 second')
     insert into inaam.process
       (campaign, id, program, version, host, started_at, beat_at, state, draw, draw_entry)
     values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp(), $6, $7, $8)
     on conflict (campaign, id) do update set beat_at = excluded.beat_at, state = excluded.state,
       draw = excluded.draw, draw_entry = excluded.draw_entry`,
    [
      campaign,
      id,
      program,
      productVersion,
      host,
      state,
      draw?.state,
      draw?.state === 'stopped' ? draw.entry : null,
    ],
  );
}

export async function removeProcess(database: Queryable, { campaign, id }: Process): Promise<void> {
  await database.query('delete from inaam.process where campaign = $1 and id = $2', [campaign, id]);
}

/**
 * Times are wall time, ms. `host`: the machine and the process's id. `state`: `ready`, or why it is
 * not. `draw`: as `serve` finds it.
 */
export type RunningProcess = {
  id: string;
  program: RunningProgram;
  version: string;
  host: string;
  startedAt: number;
  seenAt: number;
  isSilent: boolean;
  state: string;
  draw: DrawHealth | null;
};

/**
 * In the order of `runningPrograms`. Without silent ones whose place a process of the same program
 * has taken, which started after they were last heard of.
 */
export async function readProcesses(
  connection: Queryable,
  campaign: string,
): Promise<RunningProcess[]> {
  const { rows } = await connection.query<RunningProcess>(
    `select id, program, version, host, ${ms('started_at')} as "startedAt",
       ${ms('beat_at')} as "seenAt", state,
       case when draw is not null
         then json_strip_nulls(json_build_object('state', draw, 'entry', draw_entry)) end as draw,
       "isSilent"
     from inaam.process cross join lateral (
       select beat_at <= statement_timestamp() - interval '${silentSeconds} seconds' as "isSilent") as heard
     where campaign = $1 and not ("isSilent" and exists (
       select from inaam.process as younger
       where younger.campaign = $1 and younger.program = process.program
         and younger.started_at > process.beat_at
         and younger.beat_at > statement_timestamp() - interval '${goneMinutes} minutes'))
     order by array_position($2, program), started_at, id`,
    [campaign, runningPrograms],
  );
  return rows;
}

const beatMs = 10_000;

type Beating = {
  /** A pool that nobody waits for. */
  database: Database;
  campaign: string;
  program: RunningProgram;
  health: Pick<Health, 'readiness' | 'draw'>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** What is recorded of a process that is ready. */
  flaw?: () => Readiness;
};

/** Records every few seconds that this process runs, and whether it is ready. */
export function recordRunning(
  shutdown: Pick<Shutdown, 'add'>,
  { database, campaign, program, health, log, flaw = () => 'ready' }: Beating,
  everyMs = beatMs,
): void {
  const own = { campaign, id: randomUUID() };
  const host = `${hostname()}:${process.pid}`;
  const problems = withoutRepeats(log);
  const beat = async () => {
    const readiness = await health.readiness();
    const state = readiness === 'ready' ? flaw() : readiness;
    const draw = program === 'serve' ? await health.draw() : undefined;
    await recordProcess(database, { ...own, program, host, state, draw });
  };
  const onError = (error: unknown) =>
    problems.warn(
      { code: errorCode(error) },
      'Failed to record that this process runs. It will retry; if this continues, check the database.',
    );
  const first = beat().catch(onError);
  const beats = repeat(everyMs, beat, onError);
  shutdown.add('the record of this process', async () => {
    await Promise.all([first, beats.stop()]);
    await removeProcess(database, own).catch(onError);
  });
}
