import { readOnly } from '../database/read-only.sql.ts';
import { previewRule as countPreview } from './figures.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { assertThreshold } from './assert-threshold.call.ts';

const dayMs = 86_400_000;
const previewDays = 30;
/** People whom a rule has noticed; more are not looked at. */
const seenMost = 5000;

export const previewRule: ConsoleHandler<'previewRule'> = async (
  { database, clocks, campaign },
  { rule, threshold, windowHours },
) => {
  assertThreshold(rule, threshold);
  const since = clocks.wall() - previewDays * dayMs;
  const asked = { rule, threshold, windowHours, since, most: seenMost };
  const found = await readOnly(database, (connection) =>
    countPreview(connection, campaign.id, asked),
  );
  return { days: previewDays, ...found };
};
