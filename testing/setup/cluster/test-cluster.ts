// A temporary PostgreSQL for a run, with the migrated schema as a template.
import { chown, mkdir, mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { chooseRunAs } from '@inaam/runtime/run-as.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { beforeSignalExit } from '../before-signal-exit.ts';
import { addTwins, twinTemplate } from './twins.ts';
import { clonePrefix, template, withDatabase } from './test-database.ts';

export type TestCluster = {
  readonly url: string;
  /** @throws Error if test databases are left; the cluster is discarded anyway */
  readonly discard: () => Promise<void>;
};

const settings = {
  // A few dozen per worker.
  max_connections: '200',
  // Same as runtime/postgres-server.ts sets for tests without durability.
  file_copy_method: 'clone',
  autovacuum_naptime: '1d',
};

/** @param durable as production requires, and slower */
export async function startTestCluster(durable: boolean): Promise<TestCluster> {
  const server = await startPostgres({
    dataFolder: await clusterFolder(),
    durable,
    settings,
  });
  const takeBack = beforeSignalExit(() => server.discard());
  try {
    await makeTemplate(server);
  } catch (error) {
    await server.discard();
    throw error;
  }
  const discard = async () => {
    takeBack();
    try {
      const left = await withDatabase(server.url, leftClones);
      if (left.length === 0) return;
      // Vitest only prints what a teardown throws.
      process.exitCode = 1;
      throw new Error(
        `Failed to end clean: test databases were never dropped: ${left.join(', ')}. Call drop() in afterAll.`,
      );
    } finally {
      await server.discard();
    }
  };
  return { url: server.url, discard };
}

async function makeTemplate(running: Pick<EmbeddedPostgres, 'url' | 'urlOf'>): Promise<void> {
  const { url } = running;
  await withDatabase(url, (admin) => admin.query(`create database ${template}`));
  const database = openDatabase(running.urlOf(template), 2);
  try {
    await migrate(database);
  } finally {
    await database.end();
  }
  // The first connection after the migrations writes caches that later ones read on start, and each
  // clone gets a copy.
  await withDatabase(running.urlOf(template), (migrated) =>
    // A clone is no copy.
    migrated.query('delete from inaam.identity'),
  );
  await withDatabase(url, (admin) =>
    admin.query(`create database ${twinTemplate} template ${template} strategy file_copy`),
  );
  await withDatabase(running.urlOf(twinTemplate), addTwins);
  // A template can be cloned only while nothing is connected to it.
  for (const name of [template, twinTemplate]) {
    await withDatabase(url, (admin) =>
      admin.query(`alter database ${name} is_template true allow_connections false`),
    );
  }
}

async function leftClones(admin: Database): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [clonePrefix],
  );
  return rows.map((row) => row.datname);
}

/** Largest size of a run's clones, with their log. */
const neededBytes = 3 * 1024 ** 3;
const memory = '/dev/shm';

/**
 * A new folder, in memory if there is enough: on a disk, creating and removing the thousand files
 * of each clone is half of PostgreSQL's work in the API tests.
 */
async function clusterFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(await roomiest(), 'inaam-tests-'));
  const { uid, gid, other } = await chooseRunAs();
  // Of root's clusters, only those created by another user stay here.
  if (other) {
    const cluster = path.join(folder, 'cluster');
    await mkdir(cluster, { mode: 0o700 });
    for (const own of [folder, cluster]) await chown(own, uid, gid);
  }
  return folder;
}

async function roomiest(): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, freemem()),
    () => 0,
  );
  return free >= neededBytes ? memory : tmpdir();
}
