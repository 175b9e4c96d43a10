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
  checkPacks,
  checkRoles,
} from './campaign-checks.ts';
import { checkAnswers, checkReceipts } from './delivery-checks.ts';
import { checkOf, oneLine, type Finding } from '../../platform/finding.ts';

export type Examined = { database: Database; campaign: ServerCampaign; clocks: Clocks };

type Check = () => Promise<Finding> | Finding;

/** Checks that need the settings of programs, or rights that only the operator has. */
export type OwnChecks = {
  draw: Check;
  limits: Check;
  smsPath: Check;
  plugins: readonly { name: string; run: Check }[];
  /** Undefined: no mail server is set up. */
  mail?: Check | undefined;
  keys: Check;
  retention: Check;
};

type Circumstances = {
  database: Database;
  /** @throws CampaignError */
  loadCampaign: () => Promise<ServerCampaign>;
  /** The caller closes them. */
  openClocks: () => Promise<Clocks>;
  /** The pseudonym secret of `serve`; undefined: not known here. */
  pseudonymSecret: Uint8Array | undefined;
  ownChecks: (examined: Examined) => OwnChecks;
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
  const { loadCampaign, openClocks, ownChecks } = rest;
  const campaign = await loadCampaign().catch(fromLoading);
  if (!('sms' in campaign)) return [...findings, campaign];
  const clocks = await openClocks();
  const examined = { database, campaign, clocks };
  return [...findings, ...(await examineCampaign(examined, rest, ownChecks(examined)))];
}

function fromLoading(error: unknown): Finding {
  if (error instanceof InaamError || error instanceof CampaignError) {
    return checkOf('campaign').fault(oneLine(error.message));
  }
  throw error;
}

async function examineCampaign(
  { database, campaign, clocks }: Examined,
  { pseudonymSecret, isDemonstration }: Pick<Circumstances, 'pseudonymSecret' | 'isDemonstration'>,
  { draw, limits, smsPath, plugins, mail, keys, retention }: OwnChecks,
): Promise<Finding[]> {
  const { id } = campaign;
  const ofPlugins: Finding[] = [];
  for (const { name, run } of plugins) ofPlugins.push(await guarded(name, run));
  return [
    await guarded('launch', async () => {
      const isCommitted = (await readDrawInForce(database, id)) !== undefined;
      return checkLaunch(campaign, { isDemonstration, isCommitted });
    }),
    await guarded('campaign', async () =>
      checkCampaign(campaign, clocks.campaign(), (await readDrawInForce(database, id))?.lastDay),
    ),
    await guarded('commitment', () => checkCommitment(database, campaign, pseudonymSecret)),
    await guarded('draw', draw),
    await guarded('limits', limits),
    await guarded('SMS path', smsPath),
    ...(campaign.packs ? [await guarded('packs', () => checkPacks(database, id))] : []),
    ...ofPlugins,
    ...(mail ? [await guarded('mail', mail)] : []),
    await guarded('answers', () => checkAnswers(database, id, clocks.wall())),
    await guarded('receipts', () => checkReceipts(database, id, clocks.wall())),
    await guarded('keys', keys),
    await guarded('retention', retention),
    ...(await readVerdicts({ database, campaign, clocks })),
  ];
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
