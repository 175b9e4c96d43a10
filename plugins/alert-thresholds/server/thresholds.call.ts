import { auditOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { faultsOf, names, ranges } from '../thresholds.rules.ts';
import { defaults } from './limits.rules.ts';
import { readStored, writeThresholds } from './thresholds.sql.ts';

export const readThresholds: ConsoleHandler<'readThresholds'> = async ({ database, campaign }) => ({
  ...(await readStored(database, campaign.id)),
  defaults,
});

const changed =
  'Somebody has changed the thresholds in the meantime. Reload the page, and change them again.';

export const saveThresholds: ConsoleHandler<'saveThresholds'> = async (
  context,
  fields,
  signedIn,
) => {
  const { version, thresholds, reason } = fields;
  const faults = faultsOf(thresholds);
  const wrong = names.find((name) => faults[name]);
  if (wrong) throw new ConsoleRefusal('invalid', `${ranges[wrong][0]}: ${faults[wrong]}`);
  const isDefault = names.every((name) => thresholds[name] === defaults[name]);
  const audit = auditOf(context, signedIn, {
    reason,
    command: 'console alerts thresholds',
    details: isDefault ? { asByDefault: true } : thresholds,
  });
  const wanted = { version, thresholds: isDefault ? null : thresholds };
  if (!(await writeThresholds(context.database, wanted, audit))) {
    throw new ConsoleRefusal('refused', changed);
  }
  return { message: 'The thresholds are saved. Open alerts follow within a minute.' };
};
