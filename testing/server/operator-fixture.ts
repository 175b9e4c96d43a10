// A durable PostgreSQL, which the operator's commands require, with a migrated database for each
// test.
import { openTestDatabase } from '../setup/open-test-database.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { withDatabase } from '../setup/database-template.ts';
import { defaultHabits } from '@inaam/server/simulation/visitors.ts';
import { simulateCampaign, secretsOf } from '@inaam/server/simulation/simulate-campaign.ts';
import type { Database } from '@inaam/server/storage/database.ts';
import { migrate } from '@inaam/server/storage/migrate.ts';

export type OperatorFixture = {
  /** The server's own database. */
  url: string;
  /** A new migrated database, and an open pool on it. */
  newDatabase: () => Promise<{ url: string; database: Database }>;
  end: () => Promise<void>;
};

export async function operatorFixture(): Promise<OperatorFixture> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-operator-'));
  const postgres = await startPostgres({ dataFolder });
  const opened: Database[] = [];
  const fresh = async () => {
    const name = `own_${opened.length}`;
    await withDatabase(postgres.url, (admin) => admin.query(`create database ${name}`));
    const url = postgres.urlOf(name);
    const database = openTestDatabase(url, 4);
    opened.push(database);
    await migrate(database);
    return { url, database };
  };
  const end = async () => {
    await Promise.all(opened.map((database) => database.end()));
    await postgres.discard();
  };
  return { url: postgres.url, newDatabase: fresh, end };
}

const threeDays = { from: '2025-05-06', to: '2025-05-08' };

/**
 * Simulates three days of the biscuit campaign with a one-block deck, which some hundred shoppers
 * use up.
 * @returns the environment for commands on it
 */
export async function simulateThreeDays(
  { url, database }: { url: string; database: Database },
  shoppers: number,
): Promise<{ DATABASE_URL: string; DRAW_SECRET: string }> {
  const scale = 20_000;
  const seed = 'a small one';
  const plan = { seed, shoppers: shoppers * scale, days: undefined, scale } as const;
  await simulateCampaign(
    database,
    { ...(await loadCampaign('biscuit-2025')), programme: threeDays },
    { ...plan, states: 'equal', habits: defaultHabits },
    new AbortController().signal,
  );
  const DRAW_SECRET = Buffer.from(secretsOf(seed).draw).toString('base64');
  return { DATABASE_URL: url, DRAW_SECRET };
}
