import { defaultSettings, type ReviewSetting, type ReviewSettings } from './review.rules.ts';
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';
import { reviewModes, reviewWindows, type ReviewRule } from '../contract.ts';

export type StoredSetting = { rule: string; mode: string; threshold: number; window_hours: number };

/** A rule without a row has its default. */
export function settingsOf(rows: readonly StoredSetting[]): ReviewSettings {
  const settingOf = (rule: ReviewRule): ReviewSetting => {
    const row = rows.find((one) => one.rule === rule);
    const mode = reviewModes.find((one) => one === row?.mode);
    const windowHours = reviewWindows.find((one) => one === row?.window_hours);
    if (!row || !mode || !windowHours) return defaultSettings[rule];
    return { mode, threshold: row.threshold, windowHours };
  };
  return {
    device: settingOf('device'),
    network: settingOf('network'),
    block: settingOf('block'),
    guesses: settingOf('guesses'),
  };
}

export async function readSettings(database: Queryable, campaign: string): Promise<ReviewSettings> {
  const { rows } = await database.query<StoredSetting>(
    'select rule, mode, threshold, window_hours from inaam.review_rule where campaign = $1',
    [campaign],
  );
  return settingsOf(rows);
}

/** Takes effect within two seconds: see `review-vouchers.job.ts`. */
export function writeSetting(
  database: Database,
  campaign: string,
  rule: ReviewRule,
  { mode, threshold, windowHours }: ReviewSetting,
  audit: Audit,
): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query(
      `insert into inaam.review_rule (campaign, rule, mode, threshold, window_hours)
       values ($1, $2, $3, $4, $5)
       on conflict (campaign, rule) do update set mode = excluded.mode,
         threshold = excluded.threshold, window_hours = excluded.window_hours`,
      [campaign, rule, mode, threshold, windowHours],
    );
    await recordAudit(connection, audit);
  });
}
