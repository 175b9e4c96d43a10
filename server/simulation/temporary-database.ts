// Creates a database on a server that may have other users.
import { randomBytes } from 'node:crypto';
import { InaamError } from '../platform/errors.ts';
import { assertSuitable, openDatabase, transaction, type Database } from '../database/database.ts';
import { migrate } from '../database/schema/migrate.ts';

class NoTemporaryDatabase extends InaamError {
  override name = 'NoTemporaryDatabase';
}

/** @param url of a user who may create databases */
export async function withTemporaryDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const name = `inaam_throw_away_${randomBytes(6).toString('hex')}`;
  const server = openDatabase(url, 1);
  try {
    await assertSuitable(server, false);
    await make(server, name);
    try {
      return await withMigratedDatabase(addressOf(url, name), work);
    } finally {
      await server.query(`drop database ${name} with (force)`);
    }
  } finally {
    await server.end();
  }
}

export async function withMigratedDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url, 4);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Also discards plans made for empty tables. Autovacuum would be too late. */
export function refreshStatistics(database: Database): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query('set local statement_timeout = 0');
    await connection.query('analyze');
  });
}

async function make(server: Database, name: string): Promise<void> {
  try {
    await server.query('set statement_timeout = 0');
    await server.query(`create database ${name} template template0 encoding 'UTF8'`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new NoTemporaryDatabase(
      `No temporary database could be created on the server of DATABASE_URL (${code}). Let its user create databases, or leave DATABASE_URL out.`,
    );
  }
}

function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
