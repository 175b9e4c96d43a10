import type * as z from 'zod';
import { programsOption } from '../checks/doctor.command.ts';
import { publication } from '../checks/launch-facts.ts';
import {
  isLaunched,
  launchLines,
  type LaunchFacts,
  type LaunchLine,
} from '../checks/launch.rules.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { runningPrograms } from '../../database/processes.ts';
import { migrateDatabase } from '../../database/schema/migrate.ts';
import { commitToDraw } from '../../draw/draw.command.ts';
import { commandOf, textOption } from '../../operator/add-command.ts';
import { changeShape, operatorOf } from '../../operator/options.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
} from '../../operator/command-context.ts';
import { readProgram } from '../checks/settings-checks.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { readFacts, readOutside, type Outside } from './launch-sources.ts';

const shape = {
  ...changeShape,
  of: programsOption(runningPrograms),
  published: textOption(
    '--published <where>',
    'confirm where the commitment’s hash is published and head.json is saved',
  ),
};
type Options = z.infer<z.ZodObject<typeof shape>>;

export const addLaunch = commandOf({
  detail:
    'Each step is done, waiting (for whom, and for which command), at fault (with its remedy), or later. It updates the schema by itself. The commitment cannot be undone: it needs --why and a yes. It can be run again at any time, by several people. The exit code is 0 when all is done, 1 while something waits or is at fault.',
  examples: [
    'launch',
    'launch --dry-run --json',
    'launch --why "launch of May, approved by the brand"',
    'launch --published "the brand\'s news page of 2 May; head.json goes to the archive"',
  ],
  shape,
  run: (options, { context }) => launch(context, options),
});

async function launch(context: CommandContext, options: Options): Promise<CommandResult> {
  const outside = await readOutside(context, options.of);
  let facts = await readFacts(context, outside);
  if (!options.dryRun) {
    const actions = [migrateStep, commitStep, publishStep];
    for (const act of actions) {
      const done = await act(context, { options, outside, facts });
      if (done === undefined) continue;
      context.errors.write(`${done}\n`);
      facts = await readFacts(context, outside);
    }
  }
  return reportOf(outside.loaded?.id ?? null, launchLines(facts));
}

type State = { options: Options; outside: Outside; facts: LaunchFacts };
type Action = (context: CommandContext, state: State) => Promise<string | undefined>;

const stateOf = (facts: LaunchFacts, step: LaunchLine['step']) =>
  launchLines(facts).find((line) => line.step === step)?.state;

/** Safe while programs run, and many may do it at once. */
const migrateStep: Action = async (context, { facts }) => {
  const { config } = readProgram('migrate', context.variables);
  if (facts.database?.state !== 'behind' || !config) return undefined;
  const wait = () => void context.errors.write('A lock is not free: trying again.\n');
  return migrateDatabase(config, { onWait: wait });
};

/** Without a reason, or without somebody to ask, the list says what to run. */
const commitStep: Action = async (context, { options, facts }) => {
  const { why = '', yes } = options;
  const isAsked = why.trim() !== '' && (yes || context.input.isTTY === true);
  const isHere = facts.drawParts !== 'elsewhere' && facts.drawParts.missing.length === 0;
  if (!isAsked || !isHere || stateOf(facts, 'commitment') !== 'waiting') return undefined;
  if (!yes) {
    const { text } = await commitToDraw(context, { ...options, dryRun: true });
    context.errors.write(`${text}\n`);
  }
  return (await commitToDraw(context, options)).text;
};

const publishStep: Action = async (context, { options: { published, by }, facts }) => {
  if (published === undefined) return undefined;
  if (published.trim() === '') throw new UsageError('Say where: --published "the place".');
  const { commitment } = facts;
  if (commitment === undefined || commitment === 'none' || !('hash' in commitment)) {
    throw new RefusedError('There is no commitment to publish: nothing was recorded.');
  }
  await withDatabase(context, ({ database, clocks, id }) =>
    recordAudit(database, {
      campaign: id,
      command: publication,
      operator: operatorOf({ by, why: published }, clocks.wall()),
      details: { commitment: commitment.hash },
    }),
  );
  return 'Recorded: the commitment is published.';
};

function reportOf(campaign: string | null, lines: readonly LaunchLine[]): CommandResult {
  const count = (state: LaunchLine['state']) => lines.filter((line) => line.state === state).length;
  const isDone = isLaunched(lines);
  const counts = { waiting: count('waiting'), faults: count('fault'), later: count('later') };
  const last = isDone
    ? 'Everything that can be checked here is done.'
    : `Waiting: ${counts.waiting}, at fault: ${counts.faults}, later: ${counts.later}.`;
  return {
    text: [...lines.flatMap(textOf), last].join('\n'),
    json: { campaign, done: isDone, ...counts, steps: lines },
    failed: !isDone,
  };
}

function textOf({ step, state, found, who, todo }: LaunchLine, index: number): string[] {
  const name = state === 'unseen' ? 'not here' : state;
  const first = `${String(index + 1).padStart(2)}  ${name.padEnd(8)}  ${step.padEnd(14)}  ${found}`;
  const second = todo === undefined ? [] : [`${' '.repeat(14)}${who ? `${who}: ` : ''}${todo}`];
  return [first, ...second];
}
