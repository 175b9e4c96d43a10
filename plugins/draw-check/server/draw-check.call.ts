import { auditOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import * as storage from './draw-check.sql.ts';

const shownMax = 400;

export const readDrawChecks: ConsoleHandler<'readDrawChecks'> = async ({
  database,
  campaign,
  clocks,
}) => {
  const aheadMs = campaignAheadMs(clocks);
  const now = clocks.wall();
  const checks = await storage.readChecks(database, campaign.id, shownMax);
  const { until, wantedAt } = await storage.readTurn(database, campaign.id);
  return {
    isRunning: (until ?? 0) > now || (wantedAt ?? 0) > (checks[0]?.at ?? 0),
    checks: checks.map(({ at, tookMs, ...check }) => ({
      ...check,
      at: at + aheadMs,
      seconds: tookMs / 1000,
    })),
  };
};

export const verifyDraw: ConsoleHandler<'verifyDraw'> = async (context, _fields, signedIn) => {
  const audit = auditOf(context, signedIn, {
    reason: 'Verify now',
    command: 'console draw verify',
    details: {},
  });
  await storage.askForCheck(context.database, context.campaign.id, audit);
  return { message: 'The verification begins within seconds.' };
};
