// Every check of `doctor`, in the order in which faults cause one another.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { readOperatorConfig } from '../../config-operator.ts';
import { InaamError } from '../../errors.ts';
import { openDatabase, type Database } from '../../storage/database.ts';
import { promisedUntil } from '../../rules/voucher-validity.ts';
import { readDrawInForce } from '../../storage/draw/head.ts';
import type { Clocks } from '../../time/clocks.ts';
import type { CommandContext } from '../command-context.ts';
import { readStock } from '../read-stock.ts';
import {
  checkBudget,
  checkCampaign,
  checkLanguages,
  checkCommitment,
  checkPause,
  checkDrawProgram,
  checkLimits,
} from './campaign-checks.ts';
import { checkClock, checkDatabase, checkMigrations, checkRoles } from './database-checks.ts';
import {
  checkBacklog,
  checkLate,
  checkFailed,
  checkRetention,
  checkSmsPath,
  checkStock,
  checkWorkers,
} from './delivery-checks.ts';
import { checkOf, type Finding } from './finding.ts';
import { checkKeys } from './key-check.ts';
import { checkSettings, type CheckedProgram, type Settings } from './settings-checks.ts';

const connections = 2;

/** @throws ConfigError where DATABASE_URL or CAMPAIGN cannot be read at all */
export async function examine(
  context: CommandContext,
  programs: readonly CheckedProgram[],
): Promise<{ campaign: string; findings: Finding[] }> {
  const config = readOperatorConfig(context.variables);
  const { findings, settings } = checkSettings(context.variables, programs);
  const database = openDatabase(config.databaseUrl, connections, 'general', 'inaam_operator');
  try {
    findings.push(await guarded('database', () => checkDatabase(database)));
    findings.push(
      ...(findings.at(-1)?.state === 'ok'
        ? await examineDatabase(context, database, config.campaign, settings)
        : [checkOf('everything else').skipped('It needs the database.')]),
    );
    return { campaign: config.campaign, findings };
  } finally {
    await database.end();
  }
}

async function examineDatabase(
  context: CommandContext,
  database: Database,
  id: string,
  settings: Settings,
): Promise<Finding[]> {
  const findings = [
    await guarded('migrations', () => checkMigrations(database)),
    await guarded('clock', () => checkClock(database, Date.now)),
  ];
  if (findings[0]?.state !== 'ok') {
    return [...findings, checkOf('everything else').skipped('It needs the schema.')];
  }
  findings.push(await guarded('roles', () => checkRoles(database)));
  const clocks = await context.clocksOf(database);
  try {
    const campaign = await loadCampaign(id).catch(fromLoading);
    if (!('sms' in campaign)) return [...findings, campaign];
    return [...findings, ...(await examineCampaign({ database, campaign, clocks }, settings))];
  } finally {
    clocks.stop();
  }
}

function fromLoading(error: unknown): Finding {
  if (error instanceof InaamError) {
    return checkOf('campaign').fault(oneLine(error.message));
  }
  throw error;
}

const needs = (program: string) => `It needs the settings of \`${program}\`.`;

type Examined = { database: Database; campaign: ServerCampaign; clocks: Clocks };

async function examineCampaign(
  { database, campaign, clocks }: Examined,
  { serve, deliver }: Settings,
): Promise<Finding[]> {
  const { id } = campaign;
  const until = promisedUntil(clocks.campaign());
  return [
    checkCampaign(campaign, clocks, (await readDrawInForce(database, campaign.id))?.lastDay),
    checkLanguages(campaign),
    await guarded('pause', () => checkPause(database, id)),
    await guarded('commitment', () => checkCommitment(database, campaign, serve)),
    serve
      ? await guarded('draw', () => checkDrawProgram(serve))
      : checkOf('draw').skipped(needs('serve')),
    await guarded('budget', () => checkBudget(database, id)),
    serve
      ? await guarded('limits', () => checkLimits(database, serve, clocks.wall()))
      : checkOf('limits').skipped(needs('serve')),
    deliver ? checkSmsPath(deliver) : checkOf('SMS path').skipped(needs('deliver')),
    await guarded('delivery', () => checkWorkers(database)),
    await guarded('backlog', () => checkBacklog(database, id, until)),
    await guarded('failed', () => checkFailed(database, id)),
    await guarded('late vouchers', () => checkLate(database, id, clocks.wall())),
    await guarded('stock', async () => checkStock(await readStock(database, campaign, clocks))),
    deliver
      ? await guarded('keys', () => checkKeys(database, deliver))
      : checkOf('keys').skipped(needs('deliver')),
    await guarded('retention', () => checkRetention(database, id, clocks.wall())),
  ];
}

/** The message of an InaamError has its remedy in it. */
const oneLine = (message: string) => message.replaceAll(/\s*\n\s*/g, ' ');

/** A check that fails is a fault, and the others go on. */
async function guarded(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InaamError) {
      return checkOf(check).fault(oneLine(error.message));
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return checkOf(check).fault(
      `It could not be checked (${code}).`,
      'Run it again; if it stays, look at the log of PostgreSQL.',
    );
  }
}
