import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../platform/errors.ts';
import { isConnectionLost } from '../connection-problems.ts';
import { gather, type Mutex, type Settled } from './gather.ts';
import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import { onConnection, type Connection, type Database } from '../database.ts';

/** The keys within a batch are distinct. */
export type RunBatch<In, Out> = (batch: readonly In[]) => Promise<ReadonlyMap<string, Out>>;

/** Returns one settled result per item, in order. */
export type Batched<In, Out> = {
  (items: readonly In[]): Promise<PromiseSettledResult<Out>[]>;
  /** Calls that arrive while a batch is in flight share the next one. */
  one(item: In): Promise<Out>;
};

/**
 * - Items that share a conflict key are never in the same batch: the later one runs afterwards and
 *   sees the effect of the first (32 wrong tries in one UPDATE … FROM unnest would count as one).
 * - A batch is sorted by key, so that all transactions lock rows in the same order.
 * - A batch that fails is retried in halves, so that one bad item fails alone. If the connection is
 *   lost, all items fail: their outcome is unknown, and every write can be repeated safely.
 * - Items whose rows somebody else has locked leave the batch after one lock timeout. They run when
 *   the rows are free, and fail if that takes long.
 * @param conflictKeysOf for example device and mobile; the key by default
 * @param mutex shared with other work that locks the same row
 * @param findHeld says of each item whether somebody else has locked its rows
 */
export function batched<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
  conflictKeysOf: (item: In) => readonly string[] = (item) => [keyOf(item)],
  mutex?: Mutex,
  findHeld?: FindHeld<In>,
): Batched<In, Out> {
  const one = gather(
    async (items: readonly In[]) => {
      // Pass only the item: `map` would pass its index as a second argument.
      const keys = items.map((item) => keyOf(item));
      const byKeys = new Map(items.map((item, place) => [keys[place] ?? '', item]));
      const keyed = [...byKeys].map(([key, item]) => ({ key, item }));
      const results = await settle(keyed.toSorted(byKey), run, findHeld);
      return keys.map((key) => results.get(key) ?? unanswered);
    },
    conflictKeysOf,
    mutex,
  );
  const all = (items: readonly In[]) => Promise.allSettled(items.map((item) => one(item)));
  return Object.assign(all, { one });
}

/**
 * For queries that change nothing: simultaneous calls with the same key share one answer. With
 * separate batches, one device that sends many calls would delay everybody.
 */
export function batchedReads<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
): Batched<In, Out> {
  return batched(keyOf, run, () => []);
}

export type FindHeld<In> = (items: readonly In[]) => Promise<readonly boolean[]>;
type Keyed<In> = { key: string; item: In };

const unanswered: PromiseRejectedResult = {
  status: 'rejected',
  reason: new Error(
    'The storage returned no answer for this key. Make the query return every key that it was given.',
  ),
};

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

async function settle<In, Out>(
  batch: readonly Keyed<In>[],
  run: RunBatch<In, Out>,
  findHeld?: FindHeld<In>,
): Promise<Map<string, Settled<Out> | Promise<Settled<Out>>>> {
  try {
    const answers = await run(batch.map(({ item }) => item));
    return new Map(
      batch.map(({ key }) => {
        const value = answers.get(key);
        return [key, value === undefined ? unanswered : { status: 'fulfilled', value }];
      }),
    );
  } catch (reason) {
    const isLocked = errorCode(reason) === lockTimedOut;
    const held = isLocked ? await findHeld?.(batch.map(({ item }) => item)) : undefined;
    if (findHeld && held?.includes(true)) {
      const free = batch.filter((_, index) => held[index] === false);
      const results = free.length > 0 ? await settle(free, run, findHeld) : new Map();
      for (const [index, one] of batch.entries()) {
        if (held[index]) results.set(one.key, settleOnceFree(one, run, findHeld, reason));
      }
      return results;
    }
    if (batch.length === 1 || isConnectionLost(reason)) {
      return new Map(batch.map(({ key }) => [key, { status: 'rejected', reason }]));
    }
    const middle = batch.length >> 1;
    const first = await settle(batch.slice(0, middle), run, findHeld);
    const second = await settle(batch.slice(middle), run, findHeld);
    return new Map([...first, ...second]);
  }
}

const lockTimedOut = '55P03';
/** As long as a transaction of ours may idle; a shopper's page waits longer. */
const heldMs = 5000;
const probeMs = 50;

/** Probes instead of waiting with `run`, which may hold locks that others wait for. */
async function settleOnceFree<In, Out>(
  one: Keyed<In>,
  run: RunBatch<In, Out>,
  findHeld: FindHeld<In>,
  reason: unknown,
): Promise<Settled<Out>> {
  try {
    for (const end = performance.now() + heldMs; performance.now() < end; await pause(probeMs)) {
      const [isHeld] = await findHeld([one.item]);
      if (!isHeld) return (await settle([one], run)).get(one.key) ?? unanswered;
    }
    return { status: 'rejected', reason };
  } catch (error) {
    return { status: 'rejected', reason: error };
  }
}

/**
 * @param rows tables, each with the condition of an item's rows
 * @param items SQL: the items, with a column `place`
 */
export function findHeldRows<In>(
  database: Database,
  rows: readonly string[],
  items: string,
  valuesOf: (items: readonly In[]) => unknown[],
): FindHeld<In> {
  const held = rows.map(
    (one) => `cardinality(array(select 1 from inaam.${one}))
      > cardinality(array(select 1 from inaam.${one} for no key update skip locked))`,
  );
  const text = `select ${held.join(' or ')} as held from ${items} order by place`;
  return async (asked) => {
    const found = await database.query<{ held: boolean }>(prepared(text, valuesOf(asked)));
    return found.rows.map((row) => row.held);
  };
}

const names = new Map<string, string>();

/**
 * A query that each connection parses and plans only once.
 * @param text must be constant, because every different text stays prepared as long as its
 *   connection lives
 */
export function prepared(text: string, values: unknown[]): QueryConfig {
  return { name: nameOf(text), text, values };
}

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
  }
  return name;
}

/** A row's key as one string; no part may contain `|`. */
export function rowKey(...parts: readonly (string | Uint8Array)[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('hex')))
    .join('|');
}

export function rowsByKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

type Values = Readonly<Record<string, unknown>>;

/**
 * A prepared statement with named values: `$userKeys` in the text stands for `userKeys` of the
 * values. `$1` is the campaign, as in fragments that several statements share.
 * @returns a function that throws unless text and values have the same names
 */
export function withNamedValues(text: string): (campaign: string, values: Values) => QueryConfig {
  const known = new Set(Array.from(text.matchAll(/\$([a-z]\w*)/gi), ([, name = '']) => name));
  const names = [...known];
  const numbered = text.replaceAll(
    /\$([a-z]\w*)/gi,
    (_, name: string) => `$${names.indexOf(name) + 2}`,
  );
  return (campaign, values) => {
    const wrong = [
      ...names.filter((name) => !Object.hasOwn(values, name)),
      ...Object.keys(values).filter((name) => !known.has(name)),
    ];
    if (wrong.length > 0) {
      throw new Error(
        `A statement and its values differ in ${wrong.join(', ')}. Name each value in both.`,
      );
    }
    return prepared(numbered, [campaign, ...names.map((name) => values[name])]);
  };
}

/**
 * One statement, so that it takes no further round trip. Undefined if nothing changes: then rows
 * that were created only to lock them are rolled back.
 */
type Write = { write: QueryConfig | undefined };
export type Decision<Result> = Write & { result: Result };
/** What is decided after more is locked: by a statement that is sent together with the write. */
type Postponed<Result> = Write & {
  lockMore: (connection: Connection) => Promise<Decision<Result>>;
};

/**
 * A READ COMMITTED transaction that holds its locks as briefly as possible: `lock` is sent together
 * with `begin`, and the last write together with `commit`. If a write fails, PostgreSQL rolls back
 * instead of committing. Resolves after the commit; only then may the caller answer.
 * @param lock sends one statement before it awaits anything, as `lockMore`
 */
export function lockThenWrite<Locked, Result>(
  database: Database,
  lock: (connection: Connection) => Promise<Locked>,
  decide: (locked: Locked) => Decision<Result> | Postponed<Result>,
): Promise<Result> {
  return onConnection(database, async (connection) => {
    const [, locked] = await sentTogether(connection, () =>
      Promise.all([connection.query('begin'), lock(connection)]),
    );
    const first = decide(locked);
    const send = ({ write }: Write) => write && connection.query(write);
    const last =
      'result' in first
        ? first
        : await sentTogether(connection, async () => {
            const [, decision] = await Promise.all([send(first), first.lockMore(connection)]);
            return decision;
          });
    const isChanged = first.write !== undefined || last.write !== undefined;
    await sentTogether(connection, () =>
      Promise.all([send(last), connection.query(isChanged ? 'commit' : 'rollback')]),
    );
    return last.result;
  });
}

function sentTogether<Answer>({ connection }: Connection, send: () => Answer): Answer {
  connection.stream.cork();
  try {
    return send();
  } finally {
    connection.stream.uncork();
  }
}
