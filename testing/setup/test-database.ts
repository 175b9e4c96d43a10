// A database of its own for a test file: a clone of the migrated template, made in tens of milliseconds. It never
// shares rows with another file, and says so when a file leaves connections open.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';
import { clonePrefix, template, withDatabase } from './database-template.ts';

export type TestDatabase = {
  readonly url: string;
  /**
   * Drops it; call it in afterAll, after the pools have ended.
   * @throws Error when connections were left open, after it was dropped all the same
   */
  readonly drop: () => Promise<void>;
};

const patienceMs = 1000;
const undropped = new Set<string>();

// Registered before the file's own hooks, so it runs after them.
afterAll(() => {
  if (undropped.size === 0) return;
  throw new Error(
    `Failed to end clean: ${undropped.size} test databases were never dropped. Call drop() in afterAll.`,
  );
});

/** Clones the template. Only in the projects `api` and `walks`, which start the PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `${clonePrefix}${process.pid}_${randomBytes(6).toString('hex')}`;
  await withDatabase(server, (admin) =>
    admin.query(`create database ${name} template ${template}`),
  );
  undropped.add(name);
  const drop = async () => {
    undropped.delete(name);
    const open = await leftOpen(server, name);
    await withDatabase(server, (admin) => admin.query(`drop database ${name} with (force)`));
    if (open.length === 0) return;
    throw new Error(
      `Failed to drop the test database clean: ${open.length} connections were open (${open.join('; ')}). End the pools in afterAll, before drop().`,
    );
  };
  return { url: urlOf(server, name), drop };
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** What the connections that are still there did last. A closed one takes PostgreSQL a moment to notice. */
async function leftOpen(server: string, name: string): Promise<string[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await withDatabase(server, (admin) =>
      admin.query<{ last: string }>(
        `select concat_ws(' ', application_name, state, left(query, 80)) as last
         from pg_stat_activity where datname = $1`,
        [name],
      ),
    );
    if (rows.length === 0 || Date.now() > deadline) return rows.map((row) => row.last);
    await wait(10);
  }
}
