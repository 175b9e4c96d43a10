// Makes the console's calls commands.
import type { Command } from 'commander';
import * as z from 'zod';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { writeNewFile } from '../../draw/published/audit-files.ts';
import { addCommand } from '../add-command.ts';
import type { CommandContext, CommandResult, Session } from '../command-context.ts';
import { withDatabase, withNumberKeys } from '../with-database.ts';
import { addWhoAndWhy, operatorOf } from '../change-options.ts';
import { systemUserName } from '../system-user-name.ts';
import { answerText } from '../answer.ts';
import { confirm } from '../confirm.ts';
import { addField, fieldsOf, isAboutPerson, pseudonymOption, typedFields } from './call-options.ts';
import { offeredCalls, type Offered } from './offered-calls.ts';
import {
  askForPerson,
  consoleContextOf,
  findIndex,
  runCall,
  systemUser,
  type Open,
} from './run-call.ts';

const isCallName = (name: string): name is ConsoleCallName => Object.hasOwn(consoleCalls, name);

/** @param group its name; undefined: the program, for commands of one word */
export function addCalls(parent: Command, session: Session, group?: string): void {
  for (const [name, offered] of Object.entries(offeredCalls)) {
    if (typeof offered === 'string' || !isCallName(name)) continue;
    const [first, second] = offered.name.split(' ');
    if ((second === undefined ? undefined : first) === group)
      addCall(parent, session, name, offered);
  }
}

type Call = { name: ConsoleCallName; offered: Offered; fields: ReturnType<typeof fieldsOf> };

function addCall(parent: Command, session: Session, name: ConsoleCallName, offered: Offered): void {
  const call: Call = { name, offered, fields: fieldsOf(name) };
  addCommand(parent, session, {
    ...offered,
    examples: offered.examples.map((words) => `${offered.name} ${words}`.trimEnd()),
    add: (command) => addOptions(command, call),
    shape: {
      ...ownOptions,
      ...Object.fromEntries(
        typedFields(call.fields).map(([field]) => [field, z.unknown().optional()]),
      ),
    },
    run: (options) => run(session, call, options),
  });
}

/** Beside those of the fields. */
const ownOptions = {
  why: z.string().optional(),
  argument: z.unknown().optional(),
  by: z.unknown().optional(),
  pseudonym: z.string().optional(),
  voucher: z.boolean().default(false),
  out: z.string().optional(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
};
type OwnOptions = z.infer<z.ZodObject<typeof ownOptions>>;
type Options = OwnOptions & Readonly<Record<string, unknown>>;

function addOptions(command: Command, { offered, fields }: Call): void {
  for (const [name, field] of typedFields(fields)) {
    addField(command, name, field, name === offered.argument);
  }
  if (isAboutPerson(fields)) {
    command
      .option('--voucher', 'who got the voucher code that ends so')
      .option('--pseudonym <hex>', 'who has this pseudonym in the ledger', pseudonymOption);
  }
  if (offered.isFile) command.option('--out <file>', 'a file that is not there yet');
  if (fields.has('reason')) addWhoAndWhy(command);
  if (offered.preview) {
    command
      .option('--dry-run', 'show what would be done without changing anything')
      .option('--yes', 'do not ask: it was confirmed elsewhere');
  }
}

async function run(session: Session, call: Call, options: Options): Promise<CommandResult> {
  const { context } = session;
  return isAboutPerson(call.fields)
    ? withNumberKeys(context, (open) => answerOf(context, call, options, open))
    : withDatabase(context, (open) => answerOf(context, call, options, open));
}

async function answerOf(
  terminal: CommandContext,
  { name, offered, fields }: Call,
  options: Options,
  open: Open,
): Promise<CommandResult> {
  const { id: campaign } = open;
  const context = await consoleContextOf(terminal, open);
  const given: Record<string, unknown> =
    offered.defaults?.(indianDay(open.clocks.campaign())) ?? {};
  for (const [field, { isNullable }] of typedFields(fields)) {
    const typed = field === offered.argument ? options.argument : options[field];
    given[field] = typed ?? given[field] ?? (isNullable ? null : undefined);
  }
  if (fields.has('campaign')) given['campaign'] = campaign;
  const preview = offered.preview && {
    ...(await runCall(offered.preview, context, given, systemUser('', ''))),
  };
  if (preview && options.dryRun) {
    const text = `Dry run: nothing was changed. It would do:\n${answerText(preview)}`;
    return { text, json: { campaign, ...preview } };
  }
  let by = systemUserName();
  if (fields.has('reason')) {
    ({ by, reason: given['reason'] } = operatorOf({ by: String(options.by), why: options.why }, 0));
  }
  if (preview) {
    await confirm(terminal, {
      warning: `It will do:\n${answerText(preview)}\n`,
      campaign,
      yes: options.yes,
    });
    for (const [field, value] of Object.entries(preview)) given[field] ??= value;
  }
  if (isAboutPerson(fields)) {
    const person = await askForPerson(terminal, options);
    if (fields.has('text')) Object.assign(given, person);
    else given['person'] = await findIndex(context, person);
  }
  const answer = await runCall(name, context, given, systemUser(by, offered.name));
  if (offered.isFile)
    return fileOf(campaign, z.object({ json: z.string() }).parse(answer).json, options.out);
  return {
    text: answerText(answer),
    json: { campaign, ...answer },
    failed: offered.isFailed?.(consoleCalls[name].answer.parse(answer)) ?? false,
  };
}

async function fileOf(campaign: string, json: string, out?: string): Promise<CommandResult> {
  if (out === undefined)
    return { text: json.trimEnd(), json: z.looseObject({}).parse(JSON.parse(json)) };
  await writeNewFile(out, [json]);
  return { text: `Written to ${out}.`, json: { campaign, file: out } };
}
