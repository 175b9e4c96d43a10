// What `launch` looks at: the settings of this machine's programs, the campaign, and the database.
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { doctorFaults, readLaunchFacts } from '../checks/launch-facts.ts';
import { oneLine, type Finding } from '../../platform/finding.ts';
import type { LaunchFacts } from '../checks/launch.rules.ts';
import { programProblems } from '../../figures/opening.rules.ts';
import { connectionProblem } from '../../database/connection-problems.ts';
import { openDatabase } from '../../database/database.ts';
import { productVersion } from '../../database/health.ts';
import { runningPrograms, type RunningProgram } from '../../database/processes.ts';
import { operatorMessage } from '../../database/run-program.ts';
import { readMissingMigrations } from '../../database/schema/applied-migrations.ts';
import type { ServeConfig } from '../../operator/settings/program-config.ts';
import type { SettingsProgram } from '../../operator/settings/environments.ts';
import { settingsOf } from '../../operator/settings/read-settings.ts';
import { examineSms } from '../checks/sms.command.ts';
import { readStockAtHand } from '../../vouchers/stock-at-hand.sql.ts';
import type { CommandContext } from '../../operator/command-context.ts';
import { readProgram } from '../checks/settings-checks.ts';
import { runChecks } from '../checks/doctor.command.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { overFaults } from '../../draw/campaign-commitment.ts';

/** Does not change while the command runs. */
export type Outside = Pick<LaunchFacts, 'campaign' | 'settings' | 'drawParts' | 'sms'> & {
  of: readonly RunningProgram[];
  loaded: ServerCampaign | undefined;
  secrets: ServeConfig['secrets'] | undefined;
  paths: readonly string[] | undefined;
};

export async function readOutside(
  context: CommandContext,
  of: readonly RunningProgram[],
): Promise<Outside> {
  const { variables } = context;
  const problemsOf = (program: SettingsProgram) => readProgram(program, variables).problems;
  const found = of.map((program) => [program, problemsOf(program)] as const);
  const others = (['operator', 'migrate'] as const)
    .map((program) => [program, problemsOf(program)] as const)
    .filter(([, problems]) => problems.length > 0);
  const { campaign, loaded } = await readCampaign(context);
  const sms = of.includes('deliver') ? await readSms(context, loaded) : undefined;
  return {
    of,
    loaded,
    campaign,
    secrets: of.includes('serve') ? readProgram('serve', variables).config?.secrets : undefined,
    settings: Object.fromEntries([
      ...found.map(([program, problems]) => [program, problems.filter((one) => !isPart(one))]),
      ...others,
    ]),
    drawParts: of.includes('draw') ? partsOf(problemsOf('draw'), context) : 'elsewhere',
    sms: sms?.faults ?? 'elsewhere',
    paths: sms?.paths,
  };
}

const isPart = (problem: string) => problem.startsWith('DRAW_PART_');
const isMissing = /^DRAW_PART_(ONE|TWO) is missing/;

function partsOf(
  problems: readonly string[],
  context: CommandContext,
): Exclude<LaunchFacts['drawParts'], 'elsewhere'> {
  const { SECOND_HOLDER: holder = '' } = settingsOf('operator', context.variables);
  const parts = problems.filter(isPart);
  return {
    missing: parts.flatMap((problem) => {
      const part = isMissing.exec(problem)?.[1];
      return part === undefined ? [] : [part === 'ONE' ? 'one' : 'two'];
    }),
    problems: parts.filter((problem) => !isMissing.test(problem)),
    ...(holder.trim() === '' ? {} : { secondHolder: holder.trim() }),
  };
}

async function readCampaign({
  variables,
  isDemonstration,
}: CommandContext): Promise<Pick<Outside, 'campaign' | 'loaded'>> {
  const { config, problems } = readProgram('operator', variables);
  if (!config) return { campaign: { faults: problems, later: [] }, loaded: undefined };
  try {
    const loaded = await loadLaunched(config.campaign);
    const { faults, later } = loaded.launch;
    const over = overFaults(loaded, Date.now());
    const blocking = isDemonstration === true ? [] : faults;
    const asked = isDemonstration === true ? later : [...later, ...over];
    return { campaign: { faults: blocking, later: asked }, loaded };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    return { campaign: { faults: [oneLine(error.message)], later: [] }, loaded: undefined };
  }
}

async function readSms(context: CommandContext, loaded: ServerCampaign | undefined) {
  if (!loaded) return undefined;
  const { findings, paths } = await examineSms(context.variables);
  const faults = findings.filter(({ state }) => state === 'fault');
  const isExample = ({ check }: Finding) => context.isDemonstration === true && check === 'DLT ids';
  return { faults: faults.filter((finding) => !isExample(finding)), paths };
}

const launchPlugins = serverPlugins.flatMap(({ launch }) => launch ?? []);

/** @param outside what was read before */
export async function readFacts(context: CommandContext, outside: Outside): Promise<LaunchFacts> {
  const database = await readDatabase(context);
  const facts: LaunchFacts = {
    ...outside,
    version: productVersion,
    programs: runningPrograms,
    database,
    ofPlugins: launchPlugins.map(({ step }) => ({ step, found: undefined })),
  };
  const { loaded, secrets, paths } = outside;
  if (database?.state !== 'ready' || !loaded) return facts;
  try {
    const stored = await withDatabase(context, async (open) => ({
      ...(await readLaunchFacts({
        ...open,
        campaign: loaded,
        paths,
        pseudonymSecret: secrets?.pseudonym,
        readStock: () => readStockAtHand(open.database, loaded, open.clocks),
      })),
      ofPlugins: await Promise.all(
        launchPlugins.map(async ({ step, read }) => ({
          step,
          found: await read(open.database, loaded, secrets),
        })),
      ),
    }));
    const found = { ...facts, ...stored };
    return { ...found, doctor: await readDoctor(context, outside, found) };
  } catch (error) {
    return { ...facts, database: { state: 'fault', problem: databaseSentence(error) } };
  }
}

/** @public One line. */
export const databaseSentence = (error: unknown): string =>
  oneLine(connectionProblem(error) ?? operatorMessage(error, 'The database could not be asked'));

async function readDatabase({ variables }: CommandContext): Promise<LaunchFacts['database']> {
  const config =
    readProgram('migrate', variables).config ?? readProgram('operator', variables).config;
  if (!config) return undefined;
  const database = openDatabase(config.databaseUrl, 1);
  try {
    const { length } = await readMissingMigrations(database);
    return length === 0 ? { state: 'ready' } : { state: 'behind', migrations: length };
  } catch (error) {
    return { state: 'fault', problem: databaseSentence(error) };
  } finally {
    await database.end();
  }
}

/** Only once all programs run: before, its faults are theirs. */
async function readDoctor(context: CommandContext, { of }: Outside, facts: LaunchFacts) {
  const { missing, others, unready } = programProblems(facts);
  if (missing.length + others.length + unready.length > 0) return undefined;
  const { findings } = await runChecks(context, of);
  return doctorFaults(findings);
}
