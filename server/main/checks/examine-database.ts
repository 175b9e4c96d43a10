// All checks of `doctor` except those of the settings, ordered so that causes come before effects.
// How the campaign goes is said by the verdicts of the overview.
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendBudget } from '../../sms/send-budget.rules.ts';
import { readOverview } from '../../figures/read-overview.call.ts';
import { errorCode, InaamError } from '../../platform/errors.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { connectionProblem } from '../../database/connection-problems.ts';
import type { Database } from '../../database/database.ts';
import { readDrawInForce } from '../../draw/ledger.sql.ts';
import type { Clocks } from '../../database/clocks.ts';
import {
  checkCampaign,
  checkCollation,
  checkCommitment,
  checkLaunch,
  checkClock,
  checkDatabase,
  checkMigrations,
  checkNotifications,
  checkRoles,
} from './campaign-checks.ts';
import { checkOf, oneLine, type Finding } from '../../platform/finding.ts';

export type Examined = { database: Database; campaign: ServerCampaign; clocks: Clocks };

type Check = () => Promise<Finding> | Finding;

export type NamedCheck = readonly [name: string, run: Check];

type Circumstances = {
  database: Database;
  /** @throws CampaignError */
  loadCampaign: () => Promise<ServerCampaign>;
  /** The caller closes them. */
  openClocks: () => Promise<Clocks>;
  /** The pseudonym secret of `serve`; undefined: not known here. */
  pseudonymSecret: Uint8Array | undefined;
  /** Run after those of the campaign. */
  ownChecks: (examined: Examined) => readonly NamedCheck[];
  isDemonstration: boolean;
};

export async function examineDatabase({ database, ...rest }: Circumstances): Promise<Finding[]> {
  const first = await guarded('database', () => checkDatabase(database));
  if (first.state !== 'ok') {
    return [first, checkOf('everything else').skipped('It needs the database.')];
  }
  const migrations = await guarded('migrations', () => checkMigrations(database));
  const findings = [
    first,
    migrations,
    await guarded('clock', () => checkClock(database, Date.now)),
  ];
  if (migrations.state !== 'ok') {
    return [...findings, checkOf('everything else').skipped('It needs the schema.')];
  }
  const rare = [
    await guarded('collation', () => checkCollation(database)),
    await guarded('notifications', () => checkNotifications(database)),
  ];
  findings.push(...rare.filter(({ state }) => state !== 'ok'));
  findings.push(await guarded('roles', () => checkRoles(database)));
  const { loadCampaign, openClocks } = rest;
  const campaign = await loadCampaign().catch(fromLoading);
  if (!('sms' in campaign)) return [...findings, campaign];
  const examined = { database, campaign, clocks: await openClocks() };
  return [...findings, ...(await examineCampaign(examined, rest))];
}

function fromLoading(error: unknown): Finding {
  if (error instanceof InaamError || error instanceof CampaignError) {
    return checkOf('campaign').fault(oneLine(error.message));
  }
  throw error;
}

async function examineCampaign(
  examined: Examined,
  {
    pseudonymSecret,
    isDemonstration,
    ownChecks,
  }: Pick<Circumstances, 'pseudonymSecret' | 'isDemonstration' | 'ownChecks'>,
): Promise<Finding[]> {
  const { database, campaign, clocks } = examined;
  const inForce = () => readDrawInForce(database, campaign.id);
  const checks: NamedCheck[] = [
    [
      'launch',
      async () =>
        checkLaunch(campaign, { isDemonstration, isCommitted: (await inForce()) !== undefined }),
    ],
    [
      'campaign',
      async () => checkCampaign(campaign, clocks.campaign(), (await inForce())?.lastDay),
    ],
    ['commitment', () => checkCommitment(database, campaign, pseudonymSecret)],
    ...ownChecks(examined),
  ];
  const findings: Finding[] = [];
  for (const [name, run] of checks) findings.push(await guarded(name, run));
  return [...findings, ...(await readVerdicts(examined))];
}

const states = { well: 'ok', look: 'warning', act: 'fault' } as const;

async function readVerdicts(examined: Examined): Promise<Finding[]> {
  const today = indianDay(examined.clocks.campaign());
  const { smsPaise } = sendBudget;
  const { verdicts } = await readOverview({ ...examined, smsPaise }, { from: today, until: today });
  return verdicts.map(({ level, text, todo }) => ({
    check: 'overview',
    state: states[level],
    found: text,
    ...(todo !== '' && { mend: todo }),
  }));
}

/** A check that throws counts as a fault, and the others continue. */
async function guarded(check: string, run: Check): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    const problem = connectionProblem(error);
    if (problem !== undefined) return checkOf(check).fault(oneLine(problem));
    return checkOf(check).fault(
      `It could not be checked (${errorCode(error)}).`,
      'Run it again. If it fails again, read the log of PostgreSQL.',
    );
  }
}
