// The steps of `launch`, and every line of the command `doctor`, that the console can check. It has
// neither the settings of the other programs nor the operator's privileges.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { factsOfError } from '../platform/log-line.ts';
import { campaignAheadMs } from '../platform/period.rules.ts';
import { readOnly } from '../database/read-only.ts';
import { checkStock } from './checks/delivery-checks.ts';
import { examineDatabase, type Examined, type OwnChecks } from './checks/examine-database.ts';
import { checkOf, type Finding } from './checks/finding.ts';
import { doctorFaults, readLaunchFacts } from './checks/launch-facts.ts';
import { launchLines, type LaunchLine } from './checks/launch.rules.ts';
import { checkTemplates, exampleHost } from './checks/sms-checks.ts';
import { productVersion, runningPrograms } from '../database/health.ts';
import { readAmounts } from '../figures/stock-now.sql.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Clocks } from '../database/clocks.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../platform/log.ts';

/** `at`: wall time, ms. */
export type Checked = {
  at: number;
  by: string;
  launch: readonly LaunchLine[];
  findings: readonly Finding[];
};

export type Checklist = {
  /** @returns false: a check is already running */
  start: (by: string) => boolean;
  isRunning: () => boolean;
  last: () => Checked | undefined;
  /** Waits for a running check. */
  stop: () => Promise<void>;
};

type Options = {
  database: Database;
  campaign: ServerCampaign;
  clocks: Clocks;
  log: Log;
  isDemonstration: boolean;
  publicOrigin?: string | undefined;
};

const limitMs = 10_000;

export function createChecklist(options: Options): Checklist {
  let last: Checked | undefined;
  let running: Promise<void> | undefined;
  const run = async (by: string): Promise<void> => {
    try {
      const findings = await examineHere(options);
      const launch = await launchHere(options, findings);
      last = { at: options.clocks.wall(), by, launch, findings };
    } catch (error) {
      options.log.error(factsOfError(error), 'The checklist failed.');
    } finally {
      running = undefined;
    }
  };
  return {
    start: (by) => {
      if (running !== undefined) return false;
      running = run(by);
      return true;
    },
    isRunning: () => running !== undefined,
    last: () => last,
    stop: async () => running,
  };
}

const command = '`npx inaam doctor`';

/** For what only the operator's commands can look at. */
const elsewhere = (check: string, reason: string): Finding =>
  checkOf(check).skipped(reason, `Whoever has the servers checks it by ${command}.`);

const settingsOf = (program: string): Finding =>
  elsewhere(`settings of ${program}`, `The console does not know the settings of \`${program}\`.`);

async function examineHere({
  database,
  campaign,
  clocks,
  isDemonstration,
}: Options): Promise<Finding[]> {
  const found = await examineDatabase({
    database,
    // From the folder, as the programs read it when they start.
    loadCampaign: () => loadCampaign(campaign.id),
    openClocks: () => Promise.resolve(clocks),
    pseudonymSecret: undefined,
    isDemonstration,
    ownChecks,
    limitMs,
  });
  return [...['serve', 'deliver', 'draw'].map(settingsOf), ...found];
}

/** The steps of the command `launch`. What only it can look at is with the servers. */
async function launchHere(
  { database, campaign, clocks, isDemonstration, publicOrigin = exampleHost }: Options,
  findings: readonly Finding[],
): Promise<LaunchLine[]> {
  const now = { wall: clocks.wall(), aheadMs: campaignAheadMs(clocks) };
  const found = (check: string) => findings.find((finding) => finding.check === check);
  const faults = ['campaign', ...(isDemonstration ? [] : ['launch'])].flatMap((check) => {
    const finding = found(check);
    return finding?.state === 'fault' ? [finding.found] : [];
  });
  // Its other parts need the settings of `deliver`. A demonstration may have example ids.
  const templateFaults = isDemonstration
    ? []
    : checkTemplates(campaign, publicOrigin).filter(({ state }) => state === 'fault');
  const unfit = ['database', 'migrations'].map(found).find((finding) => finding?.state === 'fault');
  const facts = {
    version: productVersion,
    programs: runningPrograms,
    campaign: { faults },
    settings: {},
    drawParts: 'elsewhere' as const,
    sms: templateFaults.length > 0 ? templateFaults : ('elsewhere' as const),
    doctor: doctorFaults(findings),
  };
  if (unfit) {
    const database = { state: 'fault', problem: unfit.found } as const;
    return launchLines({ ...facts, database });
  }
  const stored = await readLaunchFacts({
    database,
    campaign,
    readStock: () => readOnly(database, (connection) => readAmounts(connection, campaign, now)),
  });
  return launchLines({ ...facts, ...stored, database: { state: 'ready' } });
}

function ownChecks({ database, campaign, clocks }: Examined): OwnChecks {
  const ofServe = 'It needs the settings of `serve`, which the console does not know.';
  const ofDeliver = 'It needs the settings of `deliver`, which the console does not know.';
  return {
    draw: () => elsewhere('draw', ofServe),
    limits: () => elsewhere('limits', ofServe),
    smsPath: () => elsewhere('SMS path', ofDeliver),
    webhooks: () => elsewhere('web hooks', ofDeliver),
    keys: () => elsewhere('keys', 'It reads what the console may not read.'),
    retention: () => elsewhere('retention', 'It reads what the console may not read.'),
    stock: () =>
      readOnly(database, async (connection) => {
        const now = { wall: clocks.wall(), aheadMs: campaignAheadMs(clocks) };
        return checkStock(await readAmounts(connection, campaign, now));
      }),
  };
}
