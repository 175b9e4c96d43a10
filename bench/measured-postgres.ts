import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '@inaam/runtime/postgres.ts';

export type MeasuredPostgres = {
  postgres: EmbeddedPostgres;
  /** For logs and files of the measurement. */
  folder: string;
  discard: () => Promise<void>;
};

/** A durable PostgreSQL that counts its statements. */
export async function startMeasuredPostgres(): Promise<MeasuredPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inaam-bench-'));
  const postgres = await startPostgres({
    dataFolder: path.join(folder, 'postgresql'),
    settings: statementCounts,
  });
  return {
    postgres,
    folder,
    discard: async () => {
      await postgres.discard();
      await rm(folder, { recursive: true });
    },
  };
}

const statementCounts = { shared_preload_libraries: 'pg_stat_statements' };
