import type { Database } from '@inaam/server/database/database.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { watchVouchers } from './server/review-vouchers.job.ts';
import { writeSetting } from './server/settings.sql.ts';

export const review = { watchVouchers, demonstrate: setDemoRules } satisfies ServerPlugin;

/** What a manager would have set before the first day. */
async function setDemoRules(owner: Database, campaign: string, at: number): Promise<void> {
  const set = (rule: 'device' | 'guesses', mode: 'watch' | 'hold') => {
    const setting = { mode, threshold: 4, windowHours: 24 } as const;
    return writeSetting(owner, campaign, rule, setting, {
      campaign,
      command: 'console review rule',
      operator: { by: 'Demo', reason: 'the demonstration', at },
      details: { rule, ...setting },
    });
  };
  await set('device', 'hold');
  await set('guesses', 'watch');
}
