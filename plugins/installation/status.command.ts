import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import type * as z from 'zod';
import { readDifference } from '@inaam/server/main/checks/launch-facts.ts';
import { productVersion } from '@inaam/server/database/health.ts';
import {
  runningPrograms,
  type RunningProcess,
  type RunningProgram,
} from '@inaam/server/database/processes.ts';
import {
  act,
  closedBecause,
  programProblems,
  readinessInWords,
  type Verdict,
} from '@inaam/server/figures/opening.rules.ts';
import { readOpening } from '@inaam/server/figures/read-opening.ts';
import { environments } from '@inaam/server/operator/settings/environments.ts';
import type { Variables } from '@inaam/server/operator/settings/program-config.ts';
import { settingsOf } from '@inaam/server/operator/settings/read-settings.ts';
import { indianTime } from '@inaam/server/platform/format.ts';
import { commandOf } from '@inaam/server/operator/add-command.ts';
import type { CommandContext, CommandResult } from '@inaam/server/operator/command-context.ts';
import { table } from '@inaam/server/operator/answer.ts';
import { withDatabase } from '@inaam/server/operator/with-database.ts';
import { databaseSentence } from '@inaam/server/main/setup/launch-sources.ts';

export const addStatus = commandOf({
  of: 'each',
  detail:
    'Reads what each process records in the database every ten seconds. If a program records nothing, it asks the port of this machine. The exit code is 1 if a program is missing, not ready or of another version.',
  examples: ['status', 'status --json'],
  shape: {},
  run: (_options, { context }) => status(context),
});

async function status(context: CommandContext): Promise<CommandResult> {
  const { campaign, running, closed, problem } = await readRunning(context);
  const { missing, others, unready } = programProblems({
    running,
    programs: runningPrograms,
    version: productVersion,
  });
  const here = await Promise.all(
    runningPrograms
      .filter((program) => missing.includes(program))
      .map(async (program) => ({ program, ...(await askHere(context, program)) })),
  );
  const answering = here.filter(({ state }) => state !== undefined);
  const absent = here.filter(({ state }) => state === undefined).map(({ program }) => program);
  const isGood =
    missing.length + others.length + unready.length === 0 &&
    problem === undefined &&
    closed.every(({ level }) => level !== 'act');
  const rows = [
    ...running.map((one) => [
      one.program,
      one.version,
      one.host,
      `${indianTime(one.startedAt)} IST`,
      one.isSilent ? `not heard since ${indianTime(one.seenAt)} IST` : readinessInWords(one.state),
    ]),
    ...answering.map(({ program, address, state }) => [program, '', address, '', state ?? '']),
    ...absent.map((program) => [program, '', '', '', 'not running']),
  ];
  const lines = [
    ...(problem === undefined ? [] : [`What runs could not be read: ${problem}`]),
    table(['program', 'version', 'where', 'since', 'state'], rows),
    ...others.map(
      ({ program, host }) =>
        `\`${program}\` at ${host} runs another version than this one, ${productVersion}. Restart it.`,
    ),
    ...(absent.length > 0
      ? [`Start what is not running: \`npx inaam up\`, or \`npx inaam ${absent[0]}\` alone.`]
      : []),
    ...closed.map(({ text, todo }) => `${text} ${todo}`.trim()),
    ...(isGood ? ['Everything runs.'] : []),
  ];
  return {
    text: lines.join('\n'),
    json: {
      campaign,
      good: isGood,
      version: productVersion,
      processes: running,
      answering,
      missing: absent,
      closed,
      problem: problem ?? null,
    },
    failed: !isGood,
  };
}

type Read = { campaign: string | null; running: RunningProcess[]; closed: Verdict[] };

async function readRunning(context: CommandContext): Promise<Read & { problem?: string }> {
  try {
    return await withDatabase(context, async ({ database, clocks, id }) => {
      const campaign = context.campaign ?? (await loadLaunched(id));
      const opening = await readOpening(database, campaign, clocks.campaign());
      const running = opening.running.map(async (one) => ({
        ...one,
        isSilent: one.isSilent || (await isGone(one, context.variables)),
      }));
      return {
        campaign: id,
        running: await Promise.all(running),
        closed: [
          ...closedBecause(opening),
          ...(await readDifference({ database, campaign })).map((problem) =>
            act('closed', problem),
          ),
        ],
      };
    });
  } catch (error) {
    return { campaign: null, running: [], closed: [], problem: databaseSentence(error) };
  }
}

/** A killed process is in the database until it is silent for long. */
async function isGone({ program, host }: RunningProcess, variables: Variables): Promise<boolean> {
  const [machine, pid] = host.split(':');
  if (machine !== hostname() || existsSync(`/proc/${pid}`)) return false;
  // A container has its own process ids, and its port answers here.
  return (await readinessHere(program, variables)).state === undefined;
}

const limitMs = 2000;

async function askHere(context: CommandContext, program: RunningProgram) {
  const { address, state } = await readinessHere(program, context.variables);
  return { address, state: state && `answers (${state}), but is not recorded in the database` };
}

/**
 * Asks the program's port of this machine; `state` is undefined if it does not answer, or belongs
 * to another campaign.
 */
export async function readinessHere(
  program: RunningProgram,
  variables: Variables,
): Promise<{ address: string; state: string | undefined }> {
  const settings = settingsOf(program, variables);
  const address = addressOf(program, settings);
  try {
    const answer = await fetch(`http://${address}/ready`, { signal: AbortSignal.timeout(limitMs) });
    const { ready, reason, campaign = settings['CAMPAIGN'] } = JSON.parse(await answer.text());
    if (campaign !== settings['CAMPAIGN']) return { address, state: undefined };
    return { address, state: ready === true ? 'ready' : readinessInWords(String(reason)) };
  } catch {
    return { address, state: undefined };
  }
}

const prefixes = {
  serve: 'METRICS',
  deliver: 'METRICS',
  draw: 'DRAW',
  console: 'CONSOLE',
} as const;
const anyAddress = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Wrong settings count as the default: `launch` and `doctor` say what is wrong with them. */
function addressOf(program: RunningProgram, variables: Variables): string {
  const fields = new Map<string, z.ZodType>(Object.entries(environments[program].shape));
  const read = (part: 'HOST' | 'PORT') => {
    const name = `${prefixes[program]}_${part}`;
    const field = fields.get(name);
    return String(field?.safeParse(variables[name] || undefined).data ?? field?.parse(undefined));
  };
  const host = anyAddress.get(read('HOST')) ?? read('HOST');
  return `${host.includes(':') ? `[${host}]` : host}:${read('PORT')}`;
}
