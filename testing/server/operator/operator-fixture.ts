// Migrated databases on the durable PostgreSQL that the operator's commands require.
import { openTestDatabase } from '../../setup/cluster/open-test-database.ts';
import { biscuitCampaign } from '../campaign/biscuit-campaign.ts';
import { durableTestDatabase } from '../../setup/cluster/test-database.ts';
import { defaultHabits } from '@inaam/server/simulation/visitors.ts';
import { simulateCampaign, secretsOf } from '@inaam/server/simulation/simulate-campaign.ts';
import type { Database } from '@inaam/server/database/database.ts';

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
const threeDays = { from: '2025-05-06', to: '2025-05-08' };

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
  const scale = 20_000;
  const seed = 'a small one';
  const plan = { seed, shoppers: shoppers * scale, days: undefined, scale } as const;
  await simulateCampaign(
    database,
    { ...(await biscuitCampaign()), programme: threeDays },
    { ...plan, states: 'equal', habits: defaultHabits },
    new AbortController().signal,
  );
  const { drawParts, pseudonym } = secretsOf(seed);
  return {
    DATABASE_URL: url,
    DRAW_PART_ONE: text(drawParts[0]),
    DRAW_PART_TWO: text(drawParts[1]),
    PSEUDONYM_SECRET: text(pseudonym),
  };
}
