import { revealSecret } from '@inaam/server/draw/draw-reveal.sql.ts';
import { revealFrom } from '@inaam/server/platform/period.rules.ts';
import { testSecrets } from '../app/server-on-database.ts';
import type { TestServer } from '../app/test-server.ts';

/** As soon as no reward can be claimed. */
export async function revealDraw({ database, campaign, time }: TestServer): Promise<void> {
  const operator = { by: 'asha', reason: 'the end', at: time.wall };
  await revealSecret(
    database,
    campaign.id,
    testSecrets.draw,
    operator,
    revealFrom(campaign.programme),
  );
}
