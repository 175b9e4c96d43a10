import packageJson from '../package.json' with { type: 'json' };
import type { Database } from './database.ts';
import { schemaCheck } from './schema/applied-migrations.ts';
import type { Log } from '../platform/log.ts';
import { withTimeout, memoizeFor } from '../platform/timing.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

export const productVersion = packageJson.version;

/**
 * `ledger`, for `draw` only: it has stopped because the ledger was changed. `mailbox`, for
 * `deliver` only: it records that it has no SMS path. `proxy`, for `serve` only: it records that
 * its clients share an address.
 */
export type Readiness =
  | 'ready'
  | 'database'
  | 'schema'
  | 'stopping'
  | 'ledger'
  | 'mailbox'
  | 'proxy';

/**
 * Reported by `serve`: while the draw is down, only PLAY has to wait. `refused`: its token or
 * campaign differs; `stopped`: ledger entry `entry` breaks the rules.
 */
export type DrawHealth = { state: 'up' | 'down' | 'refused' } | { state: 'stopped'; entry: number };

export type CheckDraw = () => Promise<DrawHealth>;

export type Health = {
  /** Undefined: of several. */
  campaign?: string | undefined;
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
  { serving, aside, campaign }: { serving: Database; aside: Database; campaign?: string },
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
    campaign,
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
  const said = { ready: state === 'ready', version: productVersion, campaign: health.campaign };
  const entry = draw.state === 'stopped' ? { entry: draw.entry } : {};
  if (state !== 'ready') return { status: 503, body: { ...said, reason: state, ...entry } };
  const ofDraw = draw.state === 'up' ? {} : { draw: draw.state, ...entry };
  return { status: 200, body: { ...said, ...ofDraw } };
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
