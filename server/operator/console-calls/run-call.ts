// Makes a call of the console for a system user who has the operator's database.
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { searchPerson } from '../../participants/find-person.call.ts';
import type { ConsoleContext, SignedIn } from '../../console/context.ts';
import { handlerOf } from '../../console/handlers.ts';
import { ConsoleRefusal } from '../../console/refusal.ts';
import { readBudgetConfig, readNumberConfig } from '../../main/settings/operator-config.ts';
import { numberKeysOf } from '../../platform/keys.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { writeNewFile } from '../../platform/new-files.ts';
import { answerText } from '../answer.ts';
import { operatorOf, systemUserName } from '../options.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
  type Session,
} from '../command-context.ts';
import { confirm, mobileOf, readLine } from '../read-mobile.ts';
import { withDatabase, withOpenDatabase, type DatabaseContext } from '../with-database.ts';
import { isAboutPerson, typedFields, type Call, type CallOptions } from './call-options.ts';

type Open = DatabaseContext & { keys?: ConsoleContext['keys'] };

const noSecret = new Uint8Array(32);
/** For calls about nobody, which open and index nothing. */
const noSecrets = { index: noSecret, seal: [{ id: 1, key: noSecret }] };

const ignore = () => undefined;

async function consoleContextOf(
  { variables, campaign: own }: Pick<CommandContext, 'variables' | 'campaign'>,
  { database, clocks, id, keys = numberKeysOf(noSecrets, id) }: Open,
): Promise<ConsoleContext> {
  const campaign = own ?? (await loadCampaign(id));
  return {
    database,
    clocks,
    campaign,
    campaigns: [{ campaign, keys }],
    keys,
    // Read only where it is used: a wrong price must not stop the other commands.
    get smsPaise() {
      return readBudgetConfig(variables).smsPaise;
    },
    log: { info: ignore, warn: ignore, error: ignore },
    origin: '',
    publicOrigin: undefined,
    openIdProvider: undefined,
    takesPasskeys: false,
    signInLink: undefined,
  };
}

/** @param by name of the system user, or who does it. @param command for the audit log */
const systemUser = (by: string, command: string): SignedIn => ({
  id: '',
  name: by,
  role: 'manager',
  roles: [],
  session: Buffer.alloc(0),
  expiresAt: Number.MAX_SAFE_INTEGER,
  command,
});

const visitor = {
  address: '',
  session: undefined,
  keepSession: () => undefined,
  forgetSession: () => undefined,
  flow: undefined,
  keepFlow: () => undefined,
  forgetFlow: () => undefined,
};

/**
 * @returns what the contract lists, and nothing else
 * @throws UsageError that names the wrong options; RefusedError
 */
async function runCall(
  name: ConsoleCallName,
  context: ConsoleContext,
  given: Readonly<Record<string, unknown>>,
  user: SignedIn,
): Promise<object> {
  const { success, data, error } = consoleCalls[name].fields.safeParse(given);
  if (!success) {
    const wrong = new Set(error.issues.map(({ path: [field = ''] }) => optionOf(String(field))));
    throw new UsageError(`Check ${[...wrong].join(', ')}: it is missing, or not as it must be.`);
  }
  const answer = await refusing(() => handlerOf(name)(context, data, user, visitor));
  return z.looseObject({}).parse(consoleCalls[name].answer.parse(answer));
}

const optionOf = (field: string): string =>
  `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConsoleRefusal)) throw error;
    throw error.code === 'invalid'
      ? new UsageError(error.message)
      : new RefusedError(error.message);
  }
}

type Person = { by: 'number' | 'pseudonym' | 'voucher'; text: string };

/** What is secret is typed or piped in, because an argument would stay in the shell's history. */
async function askForPerson(
  terminal: Pick<CommandContext, 'input' | 'errors'>,
  { pseudonym, voucher }: { pseudonym?: string | undefined; voucher: boolean },
): Promise<Person> {
  if (voucher && pseudonym !== undefined) {
    throw new UsageError('Give --voucher or --pseudonym, not both.');
  }
  if (pseudonym !== undefined) return { by: 'pseudonym', text: pseudonym };
  if (!voucher) return { by: 'number', text: mobileOf(await readLine(terminal, 'Mobile number')) };
  const text = (await readLine(terminal, 'Last six characters of the voucher code')).trim();
  if (text.length >= 4 && text.length <= 64) return { by: 'voucher', text };
  throw new UsageError('Type the last six characters of the voucher code, or all of it.');
}

/** @returns the index of the number, hex */
async function findIndex(context: ConsoleContext, { by, text }: Person): Promise<string> {
  const found = await refusing(() => searchPerson(context, by, text));
  if ('mobileIndex' in found) return found.mobileIndex.toString('hex');
  throw new RefusedError(found.notFound);
}

export async function runOffered(
  { context }: Session,
  call: Call,
  options: CallOptions,
): Promise<CommandResult> {
  const work = (open: Open) => answerOf(context, call, options, open);
  if (!isAboutPerson(call.fields)) return withDatabase(context, work);
  const config = readNumberConfig(context.variables);
  const keys = numberKeysOf(config.secrets, config.campaign);
  return withOpenDatabase(context, config, (open) => work({ ...open, keys }));
}

async function answerOf(
  terminal: CommandContext,
  { name, offered, fields }: Call,
  options: CallOptions,
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
