// The operator's command line on the demo's database, whether or not the demo is running.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runningPostgres, startPostgres } from '@inaam/runtime/postgres.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import type { CommandContext } from '@inaam/server/operator/command-context.ts';
import { createProgress } from '@inaam/server/operator/progress.ts';
import { runOperator } from '@inaam/server/main/run-operator.ts';
import { dayStart } from '@inaam/server/platform/period.rules.ts';
import { fillDemo, fillUsage, readFillOptions } from './fill/fill.ts';
import { needsDatabase, type Settings } from './settings.ts';
import { storedClockOffset, storedSecrets, variablesOf } from './stored-state.ts';

export type Terminal = Pick<CommandContext, 'input' | 'output' | 'errors'>;

/**
 * @param typed the words after the program's name
 * @returns the exit code
 * @throws Error with a remedy
 */
export async function runDemoOperator(
  settings: Settings,
  typed: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (typed[0] === 'fill') return fill(settings, typed.slice(1), terminal);
  const { words: given, day } = withoutDay(typed);
  // The demonstration's programs take no settings from the environment.
  const words = given[0] === 'doctor' ? [...given, '--no-settings'] : given;
  if (!needsDatabase(words)) return run(settings, words, { terminal, variables: {}, offset: 0 });
  const { dataFolder } = settings;
  if (!existsSync(path.join(dataFolder, 'secrets.json'))) {
    throw new Error('There is no demonstration yet. Start it once with `npm start`.');
  }
  const campaign = await loadCampaign(settings.campaign);
  const now = Date.now();
  const offset =
    day === undefined ? await storedClockOffset(dataFolder, campaign, now) : dayStart(day) - now;
  const secrets = await storedSecrets(dataFolder);
  const found = await databaseOf(settings);
  try {
    const variables = {
      DATABASE_URL: found.url,
      PUBLIC_ORIGIN: `http://localhost:${settings.port}`,
      CONSOLE_ORIGIN: `http://localhost:${settings.port + 1}`,
      ...variablesOf(secrets),
    };
    return await run(settings, words, { terminal, variables, offset });
  } finally {
    await found.stop();
  }
}

/** Works before the first start, too. */
async function fill(
  settings: Settings,
  words: readonly string[],
  { output, errors }: Terminal,
): Promise<number> {
  const options = readFillOptions(words);
  if (options === undefined) {
    output.write(fillUsage);
    return 0;
  }
  const found = await databaseOf(settings);
  try {
    const { report } = await fillDemo(settings, found.url, options, createProgress({ errors }));
    output.write(report);
    return 0;
  } finally {
    await found.stop();
  }
}

function run(
  { campaign }: Settings,
  words: readonly string[],
  {
    terminal,
    variables,
    offset,
  }: { terminal: Terminal; variables: Readonly<Record<string, string>>; offset: number },
): Promise<number> {
  return runOperator(words, {
    name: 'npx inaam --demo',
    readVariables: () => ({ CAMPAIGN: campaign, ...variables }),
    clocksOf: (database) => databaseClocks(database, offset),
    isDemonstration: true,
    ...terminal,
  });
}

/** Removes a leading `--day 2025-09-17`, the day of the campaign clock. */
function withoutDay(typed: readonly string[]): { words: readonly string[]; day?: string } {
  const [option, day = '', ...words] = typed;
  if (option !== '--day') return { words: typed };
  if (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) return { words, day };
  throw new Error('--day requires a date, such as --day 2025-09-17');
}

/** The running demo's PostgreSQL, or one started on its data for this command. */
async function databaseOf({ databaseUrl, dataFolder }: Settings) {
  const leave = { stop: () => Promise.resolve() };
  if (databaseUrl !== undefined) return { url: databaseUrl, ...leave };
  const folder = path.join(dataFolder, 'postgres');
  const url = await runningPostgres(folder);
  return url === undefined ? startPostgres({ dataFolder: folder }) : { url, ...leave };
}
