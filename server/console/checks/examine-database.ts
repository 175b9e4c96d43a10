// All checks of `doctor` except those of the settings, ordered so that causes come before effects.
// Used by the command and by the console's checklist.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { errorCode, InaamError } from '../../platform/errors.ts';
import { promisedUntil } from '../../vouchers/voucher-validity.rules.ts';
import { connectionProblem } from '../../database/connection-problems.ts';
import type { Database } from '../../database/database.ts';
import { readDrawInForce } from '../../draw/ledger.sql.ts';
import type { Clocks } from '../../database/clocks.ts';
import { withTimeout } from '../../platform/timing.ts';
import {
  checkBudget,
  checkCampaign,
  checkCommitment,
  checkLanguages,
  checkLaunch,
  checkPause,
  checkClock,
  checkDatabase,
  checkMigrations,
  checkRoles,
} from './campaign-checks.ts';
import {
  checkBacklog,
  checkFailed,
  checkLate,
  checkReceipts,
  checkWorkers,
  checkSendingHours,
} from './delivery-checks.ts';
import { checkOf, oneLine, type Finding } from './finding.ts';

export type Examined = { database: Database; campaign: ServerCampaign; clocks: Clocks };

type Check = () => Promise<Finding> | Finding;

/** Checks and values that differ between processes. */
export type OwnChecks = {
  draw: Check;
  limits: Check;
  smsPath: Check;
  webhooks: Check;
  /** Undefined: no mail server is set up. */
  mail?: Check | undefined;
  stock: Check;
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
  /** Time limit of each check; without it, the database's limit for statements. */
  limitMs?: number;
};

export async function examineDatabase({
  database,
  limitMs,
  ...rest
}: Circumstances): Promise<Finding[]> {
  const guarded = guardWithin(limitMs);
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
  findings.push(await guarded('roles', () => checkRoles(database)));
  const { loadCampaign, openClocks, pseudonymSecret, ownChecks, isDemonstration } = rest;
  const campaign = await loadCampaign().catch(fromLoading);
  if (!('sms' in campaign)) return [...findings, campaign];
  const clocks = await openClocks();
  const examined = { database, campaign, clocks };
  return [
    ...findings,
    checkLaunch(campaign, isDemonstration),
    ...(await examineCampaign(examined, pseudonymSecret, ownChecks(examined), guarded)),
  ];
}

function fromLoading(error: unknown): Finding {
  if (error instanceof InaamError) {
    return checkOf('campaign').fault(oneLine(error.message));
  }
  throw error;
}

async function examineCampaign(
  { database, campaign, clocks }: Examined,
  pseudonymSecret: Uint8Array | undefined,
  { draw, limits, smsPath, webhooks, mail, stock, keys, retention }: OwnChecks,
  guarded: Guard,
): Promise<Finding[]> {
  const { id } = campaign;
  const until = promisedUntil(clocks.campaign());
  return [
    await guarded('campaign', async () =>
      checkCampaign(campaign, clocks, (await readDrawInForce(database, id))?.lastDay),
    ),
    checkLanguages(campaign),
    await guarded('pause', () => checkPause(database, id)),
    await guarded('commitment', () => checkCommitment(database, campaign, pseudonymSecret)),
    await guarded('draw', draw),
    await guarded('budget', () => checkBudget(database, id)),
    await guarded('limits', limits),
    await guarded('SMS path', smsPath),
    checkSendingHours(campaign, clocks.wall()),
    await guarded('delivery', () => checkWorkers(database)),
    await guarded('backlog', () => checkBacklog(database, campaign, until)),
    await guarded('failed', () => checkFailed(database, id)),
    await guarded('web hooks', webhooks),
    ...(mail ? [await guarded('mail', mail)] : []),
    await guarded('receipts', () => checkReceipts(database, id, clocks.wall())),
    await guarded('late vouchers', () => checkLate(database, id, clocks.wall())),
    await guarded('stock', stock),
    await guarded('keys', keys),
    await guarded('retention', retention),
  ];
}

type Guard = (check: string, run: Check) => Promise<Finding>;

/** A check that throws counts as a fault, and the others continue. */
const guardWithin =
  (limitMs: number | undefined): Guard =>
  async (check, run) => {
    try {
      const work = (async () => run())();
      return limitMs === undefined ? await work : await withTimeout(work, limitMs, late(check));
    } catch (error) {
      const problem = connectionProblem(error);
      if (problem !== undefined) return checkOf(check).fault(oneLine(problem));
      return checkOf(check).fault(
        `It could not be checked (${errorCode(error)}).`,
        'Run it again. If it fails again, read the log of PostgreSQL.',
      );
    }
  };

const late = (check: string): Finding =>
  checkOf(check).skipped('It took too long here. The command `doctor` waits longer.');
