// Makes a call of the console for a system user who has the operator's database.
import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { consoleHandlerOf, type ConsoleContext, type SignedIn } from '../console/context.ts';
import { consoleHandlers } from './console-handlers.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { readBudgetConfig } from '../operator/settings/operator-config.ts';
import { numberKeysOf } from '../platform/keys.ts';
import { indianDay } from '../platform/period.rules.ts';
import { readLastDay } from '../draw/ledger.sql.ts';
import { answerText } from '../operator/answer.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
  type Session,
} from '../operator/command-context.ts';
import type { Offered, Typed } from './console-calls.command.ts';
import { operatorOf } from '../operator/options.ts';
import { withDatabase, type DatabaseContext } from '../operator/with-database.ts';

export const runCall = (session: Session, call: Offered, typed: Typed): Promise<CommandResult> =>
  withDatabase(session.context, (open) => answerOf(session, call, typed, open));

async function answerOf(
  { context: terminal, command }: Session,
  call: Offered,
  typed: Typed,
  open: DatabaseContext,
): Promise<CommandResult> {
  const { id: campaign } = open;
  const { name, fields, isChange } = call;
  const context = await consoleContextOf(terminal, open);
  const given = fields(typed, { today: indianDay(open.clocks.campaign()), campaign });
  const { by, reason } = isChange
    ? operatorOf({ by: typed.by ?? '', why: typed.why }, 0)
    : { by: '', reason: undefined };
  const all = isChange ? { ...given, reason } : given;
  const answer = await ask(name, context, all, systemUser(by, command.name));
  return {
    text: answerText(answer),
    json: { campaign, ...answer },
    failed: call.isFailed?.(consoleCalls[name].answer.parse(answer)) ?? false,
  };
}

const ignore = () => undefined;
const noSecret = new Uint8Array(32);

async function consoleContextOf(
  { variables, campaign: own }: CommandContext,
  { database, clocks, id }: DatabaseContext,
): Promise<ConsoleContext> {
  const campaign = own ?? (await loadLaunched(id));
  // These calls are about nobody: they open and index nothing.
  const keys = numberKeysOf({ index: noSecret, seal: [{ id: 1, key: noSecret }] }, id);
  return {
    database,
    clocks,
    campaign,
    campaigns: [{ campaign, keys }],
    readLastDay: readLastDay(database, id),
    keys,
    variables,
    // Read only where it is used: a wrong price must not stop the other commands.
    get smsPaise() {
      return readBudgetConfig(variables).smsPaise;
    },
    log: { info: ignore, warn: ignore, error: ignore },
    origin: '',
    takesPasskeys: false,
  };
}

/** @param by for the audit log, as the command */
const systemUser = (by: string, command: string): SignedIn => ({
  id: '',
  name: by,
  role: 'manager',
  roles: [],
  session: Buffer.alloc(0),
  command,
});

const visitor = {
  address: '',
  session: undefined,
  keepSession: ignore,
  forgetSession: ignore,
  flow: undefined,
  keepFlow: ignore,
  forgetFlow: ignore,
};

/**
 * @returns what the contract lists, and nothing else
 * @throws UsageError that names the wrong options; RefusedError
 */
async function ask(
  name: ConsoleCallName,
  context: ConsoleContext,
  given: Readonly<Record<string, unknown>>,
  user: SignedIn,
): Promise<object> {
  const { success, data, error } = consoleCalls[name].fields.safeParse(given);
  if (!success) {
    const options = error.issues.map(({ path: [field = ''] }) => String(field));
    const wrong = new Set(options.map((one) => (one === 'reason' ? '--why' : `--${one}`)));
    throw new UsageError(`Check ${[...wrong].join(', ')}: it is missing or not valid.`);
  }
  try {
    const answer = await consoleHandlerOf(consoleHandlers, name)(context, data, user, visitor);
    return z.looseObject({}).parse(consoleCalls[name].answer.parse(answer));
  } catch (error) {
    if (!(error instanceof ConsoleRefusal)) throw error;
    const Refused = error.code === 'invalid' ? UsageError : RefusedError;
    throw new Refused(error.message);
  }
}
