// What the database says about the steps of a launch.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { readAuditPage } from '../../database/audit-log.ts';
import type { Database } from '../../database/database.ts';
import { readProcesses } from '../../database/processes.ts';
import { readBudget } from '../../draw/budgets.sql.ts';
import { planOf } from '../../draw/campaign-commitment.ts';
import { budgetPoolsOf } from '../../draw/commitment.rules.ts';
import { assertCommitted, CommitmentDiffers, readCommitment } from '../../draw/commitments.sql.ts';
import { dayAfter, dayStart, indianDay, dayMs } from '../../platform/period.rules.ts';
import { oneLine, type Finding } from '../../platform/finding.ts';
import type { LaunchFacts, PlannedStock } from './launch.rules.ts';

type Sources = {
  database: Database;
  campaign: ServerCampaign;
  /** Of `serve`; undefined: not known here. */
  pseudonymSecret?: Uint8Array | undefined;
  /** Codes that can be assigned, and those that winners wait for. */
  readStock: () => Promise<readonly { amount: number; free: number; owed: number }[]>;
  /** The paths of SMS; undefined: not known here. */
  paths?: readonly string[] | undefined;
};

type CommitmentSources = Pick<Sources, 'database' | 'campaign' | 'pseudonymSecret'>;
type Stored = Pick<LaunchFacts, 'commitment' | 'stock' | 'tries' | 'running' | 'published'>;

export async function readLaunchFacts(sources: Sources): Promise<Stored> {
  const { database, campaign, readStock, paths } = sources;
  const commitment = await readCommitmentFact(sources);
  const accepted = await readAccepted(database, campaign);
  return {
    commitment,
    stock: { here: await readStock(), planned: await readPlanned(database, campaign) },
    tries: { accepted, paths },
    running: await readProcesses(database, campaign.id),
    published: await readPublished(database, campaign.id, commitment),
  };
}

type Commitment = NonNullable<LaunchFacts['commitment']>;

/** @public @returns what differs from the commitment, in one sentence; nothing before it */
export async function readDifference(sources: CommitmentSources): Promise<string[]> {
  const fact = await readCommitmentFact(sources);
  return fact !== 'none' && 'problem' in fact ? [fact.problem] : [];
}

async function readCommitmentFact({
  database,
  campaign,
  pseudonymSecret,
}: CommitmentSources): Promise<Commitment> {
  if (!(await readCommitment(database, campaign.id))) return 'none';
  try {
    const { hash } = await assertCommitted(
      database,
      planOf(campaign, { pseudonym: pseudonymSecret }),
    );
    return { hash };
  } catch (error) {
    if (!(error instanceof CommitmentDiffers)) throw error;
    return { problem: oneLine(error.message) };
  }
}

/** The reserve is not in it: it is for the end. */
async function readPlanned(database: Database, campaign: ServerCampaign): Promise<PlannedStock[]> {
  const { from, to } = campaign.programme;
  const days = (dayStart(dayAfter(to)) - dayStart(from)) / dayMs;
  const stored = await readBudget(database, campaign.id);
  const budget = budgetPoolsOf(planOf(campaign)).map((pool) => ({
    ...pool,
    remaining: pool.planned,
  }));
  const pools = (stored.length > 0 ? stored : budget).filter(({ kind }) => kind !== 'reserve');
  return [...Map.groupBy(pools, ({ amount }) => amount)].map(([amount, of]) => ({
    amount,
    left: of.reduce((sum, { remaining }) => sum + remaining, 0),
    perDay: of.reduce((sum, { planned }) => sum + planned, 0) / days,
  }));
}

const rowsMax = 50;
const any = { by: null, from: null, until: null, before: null };

/** Paths that accepted the text that is registered now. */
async function readAccepted(database: Database, { id, sms }: ServerCampaign): Promise<string[]> {
  const rows = await readAuditPage(database, id, { ...any, command: 'sms try' }, rowsMax);
  const accepted = rows.filter(
    ({ details }) =>
      details['answer'] === 'accepted' && details['template'] === sms.otp.dlt.templateId,
  );
  return [...new Set(accepted.map(({ details }) => String(details['path'])))].toSorted();
}

export const publication = 'launch published';

async function readPublished(
  database: Database,
  campaign: string,
  commitment: Commitment,
): Promise<LaunchFacts['published']> {
  if (commitment === 'none' || !('hash' in commitment)) return undefined;
  const [row] = await readAuditPage(database, campaign, { ...any, command: publication }, 1);
  return row?.details['commitment'] === commitment.hash
    ? { by: row.by, on: indianDay(row.at) }
    : 'none';
}

/** What other steps say already. */
const ownSteps = new Set([
  'database',
  'migrations',
  'campaign',
  'launch',
  'commitment',
  'SMS path',
]);

export const doctorFaults = (findings: readonly Finding[]): Finding[] =>
  findings.filter(
    ({ check, state }) =>
      state === 'fault' && !ownSteps.has(check) && !check.startsWith('settings of '),
  );
