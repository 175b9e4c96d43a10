// Migrated databases on the durable PostgreSQL that the operator's commands require.
import { openTestDatabase } from '../../setup/cluster/open-test-database.ts';
import { durableTestDatabase } from '../../setup/cluster/test-database.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { simulateDays } from './simulated-days.ts';

export type OperatorFixture = {
  /** A new migrated database, and an open pool on it. */
  newDatabase: () => Promise<{ url: string; database: Database }>;
  end: () => Promise<void>;
};

export function operatorFixture(): OperatorFixture {
  const opened: (() => Promise<void>)[] = [];
  const newDatabase = async () => {
    const { url, drop } = await durableTestDatabase();
    const database = openTestDatabase(url, 4);
    opened.push(async () => {
      await database.end();
      await drop();
    });
    return { url, database };
  };
  const end = async () => {
    await Promise.all(opened.map((close) => close()));
  };
  return { newDatabase, end };
}

const text = (secret: Uint8Array) => Buffer.from(secret).toString('base64');

/**
 * Simulates three days of the biscuit campaign with a one-block deck, which some hundred shoppers
 * use up.
 * @returns the environment for commands on it
 */
export async function simulateThreeDays(
  { url, database }: { url: string; database: Database },
  shoppers: number,
): Promise<
  Record<'DATABASE_URL' | 'DRAW_PART_ONE' | 'DRAW_PART_TWO' | 'PSEUDONYM_SECRET', string>
> {
  const { drawParts, pseudonym } = await simulateDays(database, shoppers);
  return {
    DATABASE_URL: url,
    DRAW_PART_ONE: text(drawParts[0]),
    DRAW_PART_TWO: text(drawParts[1]),
    PSEUDONYM_SECRET: text(pseudonym),
  };
}
