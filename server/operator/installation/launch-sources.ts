// What `launch` looks at: the settings of this machine's programs, the campaign, and the database.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { doctorFaults, nothingStored, readLaunchFacts } from '../../console/checks/launch-facts.ts';
import type { Finding } from '../../console/checks/finding.ts';
import { programProblems, type LaunchFacts } from '../../console/checks/launch.rules.ts';
import { connectionProblem } from '../../database/connection-problems.ts';
import { openDatabase } from '../../database/database.ts';
import { productVersion, runningPrograms } from '../../database/health.ts';
import { operatorMessage } from '../../database/run-program.ts';
import { readMissingMigrations } from '../../database/schema/applied-migrations.ts';
import { readOperatorConfig } from '../../main/settings/operator-config.ts';
import { ConfigError, readMigrateConfig } from '../../main/settings/program-config.ts';
import { settingsOf } from '../../main/settings/read-settings.ts';
import { examineSms } from '../../sms/sms-check.command.ts';
import { readStock } from '../../vouchers/read-stock.ts';
import type { CommandContext } from '../command-context.ts';
import { settingsProblems, type CheckedProgram, type Settings } from '../settings-checks.ts';
import { runChecks } from '../doctor.command.ts';
import { withDatabase } from '../with-database.ts';

/** @throws ConfigError */
export const migrateConfig = ({ variables }: CommandContext) =>
  readMigrateConfig(settingsOf('migrate', variables));

/** Does not change while the command runs. */
export type Outside = Pick<LaunchFacts, 'campaign' | 'settings' | 'drawParts' | 'sms'> & {
  of: readonly CheckedProgram[];
  loaded: ServerCampaign | undefined;
  own: Settings;
  paths: readonly string[] | undefined;
};

export async function readOutside(
  context: CommandContext,
  of: readonly CheckedProgram[],
): Promise<Outside> {
  const found = of.map((program) => ({
    program,
    ...settingsProblems(program, context.variables),
  }));
  const others = {
    operator: problemsOf(() => readOperatorConfig(context.variables)),
    migrate: problemsOf(() => migrateConfig(context)),
  };
  const { campaign, loaded } = await readCampaign(context);
  const sms = of.includes('deliver') ? await readSms(context, loaded) : undefined;
  return {
    of,
    loaded,
    campaign,
    own: Object.assign({}, ...found.map(({ settings }) => settings)),
    settings: Object.fromEntries([
      ...found.map(({ program, problems }) => [program, problems.filter((one) => !isPart(one))]),
      ...Object.entries(others).filter(([, problems]) => problems.length > 0),
    ]),
    drawParts: of.includes('draw')
      ? partsOf(found.find(({ program }) => program === 'draw')?.problems ?? [], context)
      : 'elsewhere',
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

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

async function readCampaign(
  context: CommandContext,
): Promise<Pick<Outside, 'campaign' | 'loaded'>> {
  try {
    const { campaign: id } = readOperatorConfig(context.variables);
    const loaded = await loadCampaign(id);
    const faults = context.isDemonstration === true ? [] : loaded.launch.faults;
    return { campaign: { faults }, loaded };
  } catch (error) {
    const faults =
      error instanceof CampaignError
        ? [error.message.replaceAll(/\s*\n\s*/g, ' ')]
        : problemsOf(() => {
            throw error;
          });
    return { campaign: { faults }, loaded: undefined };
  }
}

async function readSms(context: CommandContext, loaded: ServerCampaign | undefined) {
  if (!loaded) return undefined;
  const { findings, paths } = await examineSms(context.variables);
  const faults = findings.filter(({ state }) => state === 'fault');
  const isExample = ({ check }: Finding) => context.isDemonstration === true && check === 'DLT ids';
  return { faults: faults.filter((finding) => !isExample(finding)), paths };
}

/** @param outside what was read before */
export async function readFacts(context: CommandContext, outside: Outside): Promise<LaunchFacts> {
  const database = await readDatabase(context);
  const facts: LaunchFacts = {
    ...outside,
    ...nothingStored,
    version: productVersion,
    programs: runningPrograms,
    doctor: undefined,
    database,
  };
  const { loaded, own, paths } = outside;
  if (database?.state !== 'ready' || !loaded) return facts;
  try {
    const stored = await withDatabase(context, (open) =>
      readLaunchFacts({
        ...open,
        campaign: loaded,
        paths,
        pseudonymSecret: own.serve?.secrets.pseudonym,
        readStock: () => readStock(open.database, loaded, open.clocks),
      }),
    );
    const found = { ...facts, ...stored };
    return { ...found, doctor: await readDoctor(context, outside, found) };
  } catch (error) {
    return { ...facts, database: { state: 'fault', problem: databaseSentence(error) } };
  }
}

/** One line. */
export const databaseSentence = (error: unknown): string =>
  (
    connectionProblem(error) ?? operatorMessage(error, 'The database could not be asked')
  ).replaceAll(/\s*\n\s*/g, ' ');

async function readDatabase(context: CommandContext): Promise<LaunchFacts['database']> {
  const config = configOr(() => migrateConfig(context));
  const { databaseUrl } = config ?? configOr(() => readOperatorConfig(context.variables)) ?? {};
  if (databaseUrl === undefined) return undefined;
  const database = openDatabase(databaseUrl, 1);
  try {
    const { length } = await readMissingMigrations(database);
    return length === 0 ? { state: 'ready' } : { state: 'behind', migrations: length };
  } catch (error) {
    return { state: 'fault', problem: databaseSentence(error) };
  } finally {
    await database.end();
  }
}

function configOr<Config>(read: () => Config): Config | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Only once all programs run: before, its faults are theirs. */
async function readDoctor(context: CommandContext, { of }: Outside, facts: LaunchFacts) {
  const { missing, others, unready } = programProblems(facts);
  if (missing.length + others.length + unready.length > 0) return undefined;
  const { findings } = await runChecks(context, of);
  return doctorFaults(findings);
}
