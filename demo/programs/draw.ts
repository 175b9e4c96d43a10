// The draw of the demonstration: the same code as in production, asked over HTTP in the same way,
// but in this process. So, unlike in production, one process has every secret.
import { randomBytes } from 'node:crypto';
import { buildDrawApp } from '@inaam/server/draw/cards/draw-app.ts';
import { openDraw } from '@inaam/server/draw/cards/open-draw.ts';
import { remoteCards } from '@inaam/server/draw/cards/remote-cards.ts';
import type { Shutdown } from '@inaam/server/platform/shutdown.ts';
import type { DrawParts } from '@inaam/server/draw/commitment.rules.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import type { ReadCards } from '@inaam/server/draw/read-cards.sql.ts';
import { consoleLog } from '../console.ts';

/** On a laptop that is busy with something else, PLAY waits instead of failing. */
const patientLimitsMs = { call: 10_000, check: 10_000 } as const;

type DemoDraw = { url: string; campaign: string; parts: DrawParts };

export async function startDraw(
  { url, campaign, parts }: DemoDraw,
  shutdown: Shutdown,
): Promise<ReadCards> {
  const database = openDatabase(url, 2, 'keyLookups', 'inaam_draw');
  shutdown.add("the draw's connections", () => database.end());
  const log = consoleLog;
  // Remembers nothing, because the demonstration's database may be deleted at any time.
  const draw = await openDraw({ database, campaign, parts, headFile: undefined, log });
  shutdown.add('the reading of the ledger', draw.close);
  const token = randomBytes(32);
  const app = buildDrawApp({ draws: draw.draws, campaign, token, log });
  shutdown.add('the draw', () => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return remoteCards({ origin, token, campaign, log, limitsMs: patientLimitsMs }).readCards;
}
