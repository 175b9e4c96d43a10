// Checks that need the settings of the programs, or rights that only the operator has.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  missingRings,
  type DeliverConfig,
  type ServeConfig,
} from '../../operator/settings/program-config.ts';
import { capital, drawOf } from '../../figures/opening.rules.ts';
import { remoteCards } from '../../draw/cards/remote-cards.ts';
import { codesPaid } from '../../sms/send-budget.rules.ts';
import { readCampaignCounts } from '../../codes/send-counters.sql.ts';
import { readOverdueTables } from '../../participants/cleanup.sql.ts';
import type { OwnSecrets } from '../../platform/secret-checks.ts';
import type { Database } from '../../database/database.ts';
import { countKeyUse } from '../setup/reseal.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';
import { examineSecrets } from '../../database/own-secrets.ts';
import { dayMs } from '../../platform/period.rules.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Asks `draw` as `serve` would. */
export async function checkDrawProgram({ draw, campaign }: ServeConfig): Promise<Finding> {
  const program = checkOf('draw');
  const health = await remoteCards({ ...draw, campaign, log: silent }).check();
  const [found] = drawOf(health);
  return found
    ? program.fault(`${found.text} It asks ${draw.origin}.`, found.todo)
    : program.ok('It answers.');
}

const limitWarningShare = 0.8;

/** How much of the rupees for codes has been spent. */
export async function checkLimits(
  database: Database,
  { campaign, budget }: ServeConfig,
  now: number,
): Promise<Finding> {
  const limits = checkOf('limits');
  const sent = await readCampaignCounts(database, campaign, now);
  const spent = (['hour', 'day'] as const).map((span) => ({
    span,
    share: sent[span] / codesPaid(budget, span),
  }));
  const highest = Math.max(...spent.map(({ share }) => share));
  const spelled = spent.map(({ span, share }) => `${Math.round(share * 100)} % of the ${span}`);
  const found = `codes have used ${spelled.join(' and ')}'s rupees.`;
  const raise =
    'See "A flood of codes" in docs/run/when-something-is-wrong.md; SMS_RUPEES_PER_HOUR and SMS_RUPEES_PER_DAY raise it.';
  if (highest < limitWarningShare) return limits.ok(capital(found));
  return highest < 1
    ? limits.warning(capital(found), raise)
    : limits.fault(`Nobody can take part, because ${found}`, raise);
}

export function checkSmsPath({ sms }: DeliverConfig): Finding {
  const path = checkOf('SMS path');
  return sms.kind === 'mailbox'
    ? path.warning(
        'SMS_PROVIDER is mailbox: nothing reaches a real phone.',
        'Choose a provider (docs/make/sms.md) before shoppers come.',
      )
    : path.ok(`SMS go through ${sms.paths.map(({ name }) => name).join(', then ')}.`);
}

export async function checkRetention(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('retention');
  const overdue = await readOverdueTables(database, campaign, now, dayMs);
  return overdue.length === 0
    ? check.ok('Nothing is kept longer than it may be.')
    : check.fault(
        `More than a day overdue in ${overdue.join(', ')}.`,
        '`npx inaam deliver` deletes it every minute: see that it runs, and what it logs.',
      );
}

/** Whether stored values can be decrypted and found again with the secrets of the programs. */
export async function checkKeys(
  database: Database,
  folder: ServerCampaign,
  secrets: OwnSecrets,
): Promise<Finding> {
  const check = checkOf('keys');
  const { id: campaign } = folder;
  // Of the programs only `serve` has IDENTITY_SECRET.
  const [unset] = secrets.identity ? missingRings(folder, secrets) : [];
  if (unset) {
    const init = 'Put back the original one; `npx inaam init` makes the first one.';
    return check.fault(`${unset.name} is missing, and ${unset.because}.`, init);
  }
  const { seal = [], voucherSeal = [] } = secrets;
  const rings = { SEAL_KEYS: seal, VOUCHER_SEAL_KEYS: voucherSeal };
  const uses = (await countKeyUse({ database, campaign, rings })).filter(
    ({ ring, values }) => values > 0 && rings[ring].length > 0,
  );
  const unknown = uses.filter(({ ring, key }) => !rings[ring].some(({ id }) => id === key));
  if (unknown.length > 0) {
    return check.fault(
      unknown.map(({ ring, key }) => `Key ${key} of ${ring} is missing but still used.`).join(' '),
      'Put the old key back at the end of its variable, then run `keys reseal`.',
    );
  }
  const { wrong, missing } = await examineSecrets(database, campaign, secrets);
  if (wrong.length > 0) {
    return check.fault(
      `The stored data was written with another ${wrong.join(', ')}.`,
      'Set the one that this campaign began with.',
    );
  }
  if (missing.length > 0) {
    return check.fault(
      missing.map(({ variable, key }) => `Key ${key} of ${variable} is missing.`).join(' '),
      'Put it back at the end of its variable: another program may seal with it.',
    );
  }
  const old = uses.filter(({ ring, key }) => key !== rings[ring][0]?.id);
  return old.length === 0
    ? check.ok('They open what is stored, and nothing is sealed with an old key.')
    : check.warning(
        old.map(({ ring, key }) => `Key ${key} of ${ring} is old but still used.`).join(' '),
        'Run `keys reseal`.',
      );
}
