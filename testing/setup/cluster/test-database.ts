// A clone of the migrated template.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeLiteral } from 'pg';
import { expect, inject } from 'vitest';
import { hideTwins, twinTemplate } from './twins.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import type { Role } from '@inaam/server/database/session.ts';

export type TestDatabase = {
  readonly url: string;
  /**
   * Call it in afterAll, after the pools have ended.
   * @param closingMs how long PostgreSQL may take to notice closed connections
   * @throws Error if connections are open; the database is dropped anyway
   */
  readonly drop: (closingMs?: number) => Promise<void>;
};

export const template = 'inaam_template';

/** In memory, copying the files takes a quarter of the work of logging them. */
const cloneOf = (name: string) => `template ${name} strategy file_copy`;

/**
 * Only in the projects `api` and `e2e`, which start PostgreSQL.
 * @param content `migrated`: without the second campaign of twins.ts
 */
export function testDatabase(content: 'twins' | 'migrated' = 'twins'): Promise<TestDatabase> {
  return databaseOn(inject('postgresUrl'), cloneOf(content === 'twins' ? twinTemplate : template));
}

/**
 * A clone of a database that whoever needs it first in a run has filled.
 * @param fill returns what its users have to know
 */
export async function filledTestDatabase(name: string, fill: (url: string) => Promise<string>) {
  const server = inject('postgresUrl');
  const filled = `${twinTemplate}_${name}`;
  const known = await withDatabase(server, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [filled]);
    const { rows } = await admin.query<{ known?: string }>(
      `select shobj_description(oid, 'pg_database') as known from pg_database where datname = $1`,
      [filled],
    );
    if (rows[0]?.known) return rows[0].known;
    // Of a filling that failed.
    await admin.query(`drop database if exists ${filled} with (force)`);
    await admin.query(`create database ${filled} ${cloneOf(twinTemplate)}`);
    const text = await fill(addressOf(server, filled));
    await admin.query(`comment on database ${filled} is ${escapeLiteral(text)}`);
    return text;
  });
  return { known, ...(await databaseOn(server, cloneOf(filled))) };
}

/** As production requires. Only in the project `api`. */
export function durableTestDatabase(content: 'migrated' | 'empty' = 'migrated') {
  return databaseOn(inject('durablePostgresUrl'), content === 'migrated' ? cloneOf(template) : '');
}

async function databaseOn(server: string, options: string): Promise<TestDatabase> {
  const name = `${clonePrefix}${options.includes(twinTemplate) ? 'twins_' : ''}${currentFile()}_${randomBytes(6).toString('hex')}`;
  const admin = adminOf(server);
  await admin.query(`create database ${name} ${options}`);
  const drop = async (closingMs = databaseLimitMs) => {
    const open = await openConnections(admin, name, closingMs);
    await admin.query(`drop database ${name} with (force)`);
    if (open.length === 0) return;
    throw new Error(
      `Failed to drop the test database clean: ${open.length} connections were open (${open.join('; ')}). End the pools in afterAll, before drop().`,
    );
  };
  return { url: addressOf(server, name), drop };
}

/** With its folder: `demo_start`. */
function currentFile(): string {
  const { testPath = '' } = expect.getState();
  const file = path.basename(testPath, '.test.ts');
  return `${path.basename(path.dirname(testPath))}_${file}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 30);
}

export function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  for (const limit of ['statement', 'lock', 'idle_in_transaction_session', 'query']) {
    url.searchParams.set(`${limit}_timeout`, String(databaseLimitMs));
  }
  return url.href;
}

const admins = new Map<string, Database>();

/** One connection for all databases of a worker, because opening one costs more than a step. */
function adminOf(server: string): Database {
  const known = admins.get(server);
  if (known !== undefined) return known;
  const url = new URL(server);
  for (const limit of ['statement', 'lock']) url.searchParams.set(`${limit}_timeout`, '0');
  const admin = openDatabase(url.href, 1);
  admin.options.connectionTimeoutMillis = databaseLimitMs;
  // Kept for the next file. The worker may end while it is open.
  admin.options.idleTimeoutMillis = 0;
  admin.options.allowExitOnIdle = true;
  admins.set(server, admin);
  return admin;
}

async function openConnections(
  admin: Database,
  name: string,
  closingMs: number,
): Promise<string[]> {
  const deadline = Date.now() + closingMs;
  for (;;) {
    const { rows } = await admin.query<{ last: string }>(
      `select concat_ws(' ', application_name, state, left(query, 80)) as last
       from pg_stat_activity where datname = $1`,
      [name],
    );
    if (rows.length === 0 || Date.now() > deadline) return rows.map((row) => row.last);
    await delay(10);
  }
}

/** Production's limits are too short on a busy machine. These only end blocked statements. */
export const databaseLimitMs = 60_000;

/**
 * @param url from `testDatabase()`; contains the limits of statements and locks
 * @param role undefined: the owner of everything
 */
export function openTestDatabase(url: string, connections: number, role?: Role): Database {
  const pool = openDatabase(url, connections, 'keyLookups', role);
  pool.options.connectionTimeoutMillis = databaseLimitMs;
  // On a busy machine tests outlast the idle limit of a connection, and a new one costs more.
  pool.options.idleTimeoutMillis = 0;
  if (role === undefined && url.includes('_twins_')) hideTwins(pool);
  return pool;
}

/** The address of a test database without the tests' long limits. */
export function productionLimits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const limits = Array.from(url.searchParams.keys()).filter((name) => name.endsWith('_timeout'));
  for (const name of limits) url.searchParams.delete(name);
  return url.href;
}

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be an interface.
  export interface ProvidedContext {
    /** The server's own database: tests use a clone of the template, from `testDatabase()`. */
    postgresUrl: string;
    /** The same with production's durability, in the project `api`. */
    durablePostgresUrl: string;
  }
}
export const clonePrefix = 'inaam_test_';

export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url, 1);
  try {
    // The connection's limits are the product's for a shopper's statement, too short here.
    await database.query('set statement_timeout = 0; set lock_timeout = 0');
    return await work(database);
  } finally {
    await database.end();
  }
}
