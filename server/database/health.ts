import packageJson from '../package.json' with { type: 'json' };
import type { Database, Queryable } from './database.ts';
import { schemaCheck } from './schema/applied-migrations.ts';
import type { Log } from '../platform/log.ts';
import { withTimeout, memoizeFor } from '../platform/timing.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** `ledger`, for `draw` only: it has stopped because the ledger was changed. */
type Readiness = 'ready' | 'database' | 'schema' | 'stopping' | 'ledger';

/**
 * Reported by `serve`: while the draw is down, only PLAY has to wait. `refused`: its token or
 * campaign differs; `stopped`: ledger entry `entry` breaks the rules.
 */
export type DrawHealth = { state: 'up' | 'down' | 'refused' } | { state: 'stopped'; entry: number };

export type CheckDraw = () => Promise<DrawHealth>;

export type Health = {
  /** `ready`, or the reason if not. Never throws; settles within about a second. */
  readiness(): Promise<Readiness>;
  /** Never throws. */
  draw(): Promise<DrawHealth>;
  stop(): void;
  isStopping(): boolean;
};

const timeoutMs = 1000;
const cacheMs = 250;

/**
 * @param serving the pool of calls or jobs, which may be cut off although the database answers
 * @param aside a separate pool, so that the query does not wait behind shoppers
 */
export function createHealth(
  { serving, aside }: { serving: Database; aside: Database },
  log: Pick<Log, 'info' | 'warn'>,
  checkDraw: CheckDraw = async () => ({ state: 'up' }),
): Health {
  let stopping = false;
  let last: Readiness = 'ready';
  const isSchemaFit = schemaCheck(aside);
  const isServing = poolCheck(serving);
  const check = memoizeFor(cacheMs, async (): Promise<Readiness> => {
    const [isFit, isAnswered] = await Promise.all([
      withTimeout(isSchemaFit(), timeoutMs, undefined).catch(() => undefined),
      isServing(timeoutMs),
    ]);
    const isReached = isAnswered && isFit !== undefined;
    const state = !isReached ? 'database' : isFit ? 'ready' : 'schema';
    if (state !== last) logReadiness(log, state);
    last = state;
    return state;
  });
  return {
    readiness: async () => (stopping ? 'stopping' : check()),
    draw: memoizeFor(cacheMs, checkDraw),
    stop: () => {
      stopping = true;
    },
    isStopping: () => stopping,
  };
}

async function readyAnswer(health: Health): Promise<{ status: number; body: object }> {
  const [state, draw] = await Promise.all([health.readiness(), health.draw()]);
  const entry = draw.state === 'stopped' ? { entry: draw.entry } : {};
  if (state !== 'ready') return { status: 503, body: { ready: false, reason: state, ...entry } };
  const body = draw.state === 'up' ? { ready: true } : { ready: true, draw: draw.state, ...entry };
  return { status: 200, body };
}

function logReadiness(log: Pick<Log, 'info' | 'warn'>, state: Readiness): void {
  if (state === 'ready') log.info({ state }, 'Ready again.');
  else if (state === 'schema') {
    log.warn(
      { state },
      'Not ready: this version cannot use the database schema. Run `npx inaam migrate`, or start a newer version.',
    );
  } else log.warn({ state }, 'Not ready: the database does not answer in time.');
}

// Overload changes neither answer: a busy process must be neither killed nor drained.

const retryAfterSeconds = 2;

export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/live', { config: { call: 'live' } }, (_request, reply) =>
    send(reply, 200, { live: true }),
  );
  app.get('/ready', { config: { call: 'ready' } }, async (_request, reply) => {
    const { status, body } = await readyAnswer(health);
    if (status !== 200) void reply.header('retry-after', String(retryAfterSeconds));
    return send(reply, status, body);
  });
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/**
 * Whether the database answers on the pool's connections. A busy pool counts as answering, because
 * other queries are answered while the check waits for its turn. Never rejects; runs one check at a
 * time.
 */
export function poolCheck(pool: Database): (limitMs: number) => Promise<boolean> {
  let answers = 0;
  let asking: Promise<boolean> | undefined;
  pool.on('release', (error) => {
    if (!error) answers += 1;
  });
  const ask = async () => {
    try {
      await pool.query('select');
      return true;
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  };
  return async (limitMs) => {
    const before = answers;
    const isAnswered = await withTimeout((asking ??= ask()), limitMs, false);
    return isAnswered || answers > before;
  };
}

// Which processes serve the site. Uses the database's time, because their clocks may differ.

/**
 * The draw's state as last seen by a process of the site; `entry`: the ledger entry that stopped
 * it.
 */
type DrawHeard = { state: DrawHealth['state']; entry?: number };

/** By then another process has taken its place. */
const goneMinutes = 10;

type Process = { campaign: string; id: string };

/** Deletes processes that have been silent for long. */
export async function recordSiteProcess(
  database: Queryable,
  { campaign, id, draw }: Process & { draw: DrawHeard },
): Promise<void> {
  await database.query(
    `with gone as (
       delete from inaam.site_process
       where campaign = $1 and id <> $2
         and beat_at < clock_timestamp() - interval '${goneMinutes} minutes')
     insert into inaam.site_process (campaign, id, beat_at, draw, draw_entry)
     values ($1, $2, clock_timestamp(), $3, $4)
     on conflict (campaign, id) do update set beat_at = excluded.beat_at, draw = excluded.draw,
       draw_entry = excluded.draw_entry`,
    [campaign, id, draw.state, draw.entry],
  );
}

export async function removeSiteProcess(
  database: Queryable,
  { campaign, id }: Process,
): Promise<void> {
  await database.query('delete from inaam.site_process where campaign = $1 and id = $2', [
    campaign,
    id,
  ]);
}

/** `seenAt`: wall time, ms. */
export type SiteProcess = { id: string; seenAt: number; isWell: boolean; draw: DrawHeard };

/** @param silentMs from when a process counts as silent */
export async function readSiteProcesses(
  connection: Queryable,
  campaign: string,
  silentMs: number,
): Promise<SiteProcess[]> {
  const { rows } = await connection.query<{
    id: string;
    beat_at: Date;
    is_well: boolean;
    draw: DrawHealth['state'];
    draw_entry: string | null;
  }>(
    `select id, beat_at, draw, draw_entry, beat_at > statement_timestamp() - $2 * interval '1 ms' as is_well
     from inaam.site_process
     where campaign = $1 and (beat_at > statement_timestamp() - $2 * interval '1 ms'
       or not ${isReplaced('serve', 'site_process.beat_at')})
     order by id`,
    [campaign, silentMs],
  );
  return rows.map(({ id, beat_at: seenAt, is_well: isWell, draw: state, draw_entry: entry }) => ({
    id,
    seenAt: seenAt.getTime(),
    isWell,
    draw: entry === null ? { state } : { state, entry: Number(entry) },
  }));
}

/** Whether a process of the program started after another one was last heard of, at `seenAt`. */
export const isReplaced = (program: 'serve' | 'deliver', seenAt: string): string => `exists (
  select from inaam.process as younger
  where younger.program = '${program}' and younger.started_at > ${seenAt}
    and younger.beat_at > statement_timestamp() - interval '${goneMinutes} minutes')`;

// Which processes of all programs run, for `status` and `launch`.

export const productVersion = packageJson.version;

export const runningPrograms = ['draw', 'deliver', 'serve', 'console'] as const;
export type RunningProgram = (typeof runningPrograms)[number];

/** Deletes processes of the same program that have been silent for long. */
export async function recordProcess(
  database: Queryable,
  { campaign, id, program, host, state }: Process & Record<'program' | 'host' | 'state', string>,
): Promise<void> {
  await database.query(
    `with gone as (
       delete from inaam.process
       where campaign = $1 and program = $3 and id <> $2
         and beat_at < clock_timestamp() - interval '${goneMinutes} minutes')
     insert into inaam.process (campaign, id, program, version, host, started_at, beat_at, state)
     values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp(), $6)
     on conflict (campaign, id) do update set beat_at = excluded.beat_at, state = excluded.state`,
    [campaign, id, program, productVersion, host, state],
  );
}

export async function removeProcess(database: Queryable, { campaign, id }: Process): Promise<void> {
  await database.query('delete from inaam.process where campaign = $1 and id = $2', [campaign, id]);
}

/**
 * Times are wall time, ms. `host`: the machine and the process's id. `state`: `ready`, or why it is
 * not.
 */
export type RunningProcess = {
  program: RunningProgram;
  version: string;
  host: string;
  startedAt: number;
  seenAt: number;
  isSilent: boolean;
  state: string;
};

/** In the order of `runningPrograms`. @param silentMs from when a process counts as silent */
export async function readProcesses(
  connection: Queryable,
  campaign: string,
  silentMs: number,
): Promise<RunningProcess[]> {
  const { rows } = await connection.query<
    Omit<RunningProcess, 'startedAt' | 'seenAt'> & { startedAt: Date; seenAt: Date }
  >(
    `select program, version, host, started_at as "startedAt", beat_at as "seenAt", state,
       beat_at <= statement_timestamp() - $2 * interval '1 ms' as "isSilent"
     from inaam.process where campaign = $1
     order by array_position($3, program), started_at, id`,
    [campaign, silentMs, runningPrograms],
  );
  return rows.map(({ startedAt, seenAt, ...row }) => ({
    ...row,
    startedAt: startedAt.getTime(),
    seenAt: seenAt.getTime(),
  }));
}
