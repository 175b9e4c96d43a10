import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { overFaults, planOf } from '../../draw/campaign-commitment.ts';
import { assertCommitted } from '../../draw/commitments.sql.ts';
import {
  type Database,
  assertSuitable,
  databaseTime,
  readCollationVersions,
  readNotificationUsage,
} from '../../database/database.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';
import { firstOf } from './launch.rules.ts';
import { assertNoCopy } from '../../database/identity.ts';
import { assertMigrated } from '../../database/schema/applied-migrations.ts';
import { readLoginFacts, readPrivilegeDifferences } from '../../database/schema/grant-rights.ts';
import { readUnclearAnswers } from '../../messages/deliveries.sql.ts';
import { readReceiptFaults } from '../../messages/sms-receipts.sql.ts';

/** @param inForce the last day in force; undefined before the commitment */
export function checkCampaign(campaign: ServerCampaign, now: number, inForce?: string): Finding {
  const { from, to } = campaign.programme;
  const [over] = inForce === undefined ? overFaults(campaign, now) : [];
  if (over !== undefined) return checkOf('campaign').fault(over);
  const lastDay = inForce ?? to;
  const moved = lastDay === to ? '' : `, moved from ${to}`;
  return checkOf('campaign').ok(`The folder is valid: ${from} to ${lastDay}${moved}.`);
}

/** What `serve` and `deliver` refuse to start with, and `console` once the draw is committed to. */
export function checkLaunch(
  { launch }: ServerCampaign,
  { isDemonstration, isCommitted }: { isDemonstration: boolean; isCommitted: boolean },
): Finding {
  const check = checkOf('launch');
  const mend = '`npx inaam campaign check` lists the remedies.';
  if (launch.later.length > 0) {
    const found = firstOf(launch.later);
    return isCommitted
      ? check.warning(`It was launched before this was required: ${found}`, mend)
      : check.fault(found, mend);
  }
  if (launch.faults.length === 0) return check.ok('Nothing in the folder is an example.');
  const found = firstOf(launch.faults);
  return isDemonstration
    ? check.warning(found, 'Production refuses it; a demonstration may have it.')
    : check.fault(found, `\`serve\` and \`deliver\` do not start with it. ${mend}`);
}

/** @param pseudonymSecret of `serve`, which must be the committed one; undefined: not known here */
export async function checkCommitment(
  database: Database,
  campaign: ServerCampaign,
  pseudonymSecret: Uint8Array | undefined,
): Promise<Finding> {
  await assertCommitted(database, planOf(campaign, { pseudonym: pseudonymSecret }));
  return checkOf('commitment').ok(
    pseudonymSecret
      ? 'Deck, rules and secrets are the committed ones.'
      : 'Deck and rules are the committed ones. PSEUDONYM_SECRET was not compared: `doctor` does, with the settings of `serve`.',
  );
}

// Checks of the database, which run first, because the other checks need it.

export async function checkDatabase(database: Database): Promise<Finding> {
  await assertSuitable(database);
  return checkOf('database').ok('It answers, and a crash would lose nothing that was committed.');
}

/** After an upgrade of the system, an index of texts may be in another order than it is read in. */
export async function checkCollation(database: Database): Promise<Finding> {
  const check = checkOf('collation');
  const { recorded, actual } = await readCollationVersions(database);
  return recorded === actual
    ? check.ok('Its version is that of the database.')
    : check.fault(
        `The database was made with version ${recorded} of its collation, and this system has ${actual}: indexes may miss rows.`,
        'As its owner: reindex database <name>; alter database <name> refresh collation version.',
      );
}

/** When it is full, no transaction that notifies commits: no code and no voucher is requested. */
export async function checkNotifications(
  database: Database,
  readUsage = readNotificationUsage,
): Promise<Finding> {
  const check = checkOf('notifications');
  const usage = await readUsage(database);
  const found = `The queue of notifications is ${Math.round(usage * 100)} % full.`;
  const mend =
    'In pg_stat_activity, end the oldest transaction of a listener, and find out who notifies.';
  return usage > 0.5 ? check.warning(found, mend) : check.ok(found);
}

export async function checkMigrations(database: Database): Promise<Finding> {
  await assertMigrated(database);
  await assertNoCopy(database);
  return checkOf('migrations').ok('This version can use the schema.');
}

const shownMax = 3;

export async function checkRoles(database: Database): Promise<Finding> {
  const roles = checkOf('roles');
  const { isSuperuser, missingRoles } = await readLoginFacts(database);
  if (missingRoles.length > 0) {
    return roles.fault(`${missingRoles.join(', ')}: missing.`, 'Run `npx inaam migrate`.');
  }
  const { missing, surplus } = await readPrivilegeDifferences(database);
  const differences = [
    ...surplus.map((privilege) => `too much (${privilege})`),
    ...missing.map((privilege) => `too little (${privilege})`),
  ];
  if (differences.length > 0) {
    const more = differences.length - shownMax;
    return roles.fault(
      `${differences.slice(0, shownMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
      'Run `npx inaam migrate`, which grants exactly what each role may do, and find out who changed it.',
    );
  }
  return isSuperuser
    ? roles.warning(
        'Each role has its rights, but a program logs in as a superuser, who can leave its role.',
        'Give each program a user that is only in its role ("Roles" in docs/run/several-machines.md).',
      )
    : roles.ok('Each role has exactly its rights.');
}

const warningMs = 2000;
const faultMs = 60_000;

/**
 * The product follows the database's clock; logs, certificates and backups follow this machine's.
 */
export async function checkClock(database: Database, machine: () => number): Promise<Finding> {
  const clock = checkOf('clock');
  const before = machine();
  const time = await databaseTime(database);
  const apartMs = Math.abs(time - (before + machine()) / 2);
  const apart = `The database and this machine are ${(apartMs / 1000).toFixed(1)} seconds apart.`;
  const mend =
    'Set both by NTP: codes expire and days change by the clock of the database, and phones reject times that are minutes off.';
  if (apartMs > faultMs) return clock.fault(apart, mend);
  return apartMs > warningMs ? clock.warning(apart, mend) : clock.ok(apart);
}

/** Test SMS and erased people leave a few. */
const unmatchedFew = 10;

/** @param now wall time, ms */
export async function checkReceipts(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('receipts');
  const { unread, unmatched } = await readReceiptFaults(database, campaign, now);
  const spelled = unread.map(({ path, reason, times }) => `${path}: ${times} (${reason})`);
  const found = [
    spelled.length === 0
      ? 'All of this week were understood.'
      : `Not understood this week: ${spelled.join(', ')}.`,
    ...(unmatched === 0 ? [] : [`Fits no message: ${unmatched}.`]),
  ].join(' ');
  return spelled.length === 0 && unmatched <= unmatchedFew
    ? check.ok(found)
    : check.warning(found, 'See "Receipts of delivery" in docs/make/gateways.md.');
}

/** @param now wall time, ms */
export async function checkAnswers(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('answers');
  const unclear = await readUnclearAnswers(database, campaign, now);
  if (unclear.length === 0) return check.ok('Every path answered clearly.');
  const spelled = unclear.map(({ path, reason, times }) => `${path}: ${times} (${reason})`);
  return check.warning(
    `In the last day, no clear answer from ${spelled.join(', ')}.`,
    'See "When a path fails" in docs/make/sms.md.',
  );
}
