import { openDatabase, type Database } from '@inaam/server/database/database.ts';

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be an interface.
  export interface ProvidedContext {
    /** The server's own database: tests use a clone of the template, from `testDatabase()`. */
    postgresUrl: string;
    /** The same with production's durability, in the project `api`. */
    durablePostgresUrl: string;
  }
}

export const template = 'inaam_template';
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
