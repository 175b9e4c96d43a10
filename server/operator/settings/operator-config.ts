// Reads what each kind of operator command needs.
import * as z from 'zod';
import { environments, operatorEnvironments } from './environments.ts';
import {
  equalDrawPartsProblems,
  read,
  type DatabaseConfig,
  type Variables,
} from './program-config.ts';
import { readSettings } from './read-settings.ts';
import { budgetOf, budgetProblems, budgetVariables, readSms } from './variables.ts';
import type { SendBudget } from '../../sms/send-budget.rules.ts';

export type OperatorConfig = DatabaseConfig & { campaign: string };

const { shape } = environments.serve;
const base = { DATABASE_URL: shape.DATABASE_URL, CAMPAIGN: shape.CAMPAIGN };

const own = (environment: z.ZodObject, variables: Variables): Variables =>
  readSettings('operator', Object.keys(environment.shape), variables).variables;

/** With `variables` of the process, by which the settings file is found. */
const readOwn: typeof read = (environment, variables, ...more) =>
  read(environment, own(environment, variables), ...more);

// Each throws a ConfigError that names every variable that is missing or wrong.

export const readOperatorConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.operator, variables);
/** @public Of the owner of everything, as `migrate`. */
export function readBackupConfig(environment: Variables) {
  const { backup } = operatorEnvironments;
  return read(backup, readSettings('migrate', Object.keys(backup.shape), environment).variables);
}
export const readVouchersConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.vouchers, variables);
/** @public For plugins. */
export const readRingsConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.rings, variables);
export const readNumberConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.number, variables);
export const readPseudonymConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.pseudonym, variables);
export const readKeysConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.keys, variables);

export function readRevealConfig(variables: Variables) {
  const { reveal } = operatorEnvironments;
  const { drawPartOne, drawPartTwo, ...config } = readOwn(
    reveal,
    variables,
    equalDrawPartsProblems,
  );
  return { ...config, drawParts: [drawPartOne, drawPartTwo] as const };
}

export function readCommitConfig(variables: Variables) {
  const { drawPartOne, drawPartTwo, secrets, ...config } = readOwn(
    operatorEnvironments.commit,
    variables,
    equalDrawPartsProblems,
  );
  const drawParts = [drawPartOne, drawPartTwo] as const;
  return { ...config, committed: { ...secrets, drawParts } };
}

/**
 * Secrets that can be replaced during a campaign, because nothing permanent is derived from them.
 */
export const replaceableSecrets = ['IDENTITY_SECRET', 'CODE_SECRET'] as const;

export function readReplacedSecret(
  variables: Variables,
  name: (typeof replaceableSecrets)[number],
) {
  const { secrets: replaced, ...config } =
    name === 'CODE_SECRET'
      ? readOwn(z.object({ ...base, CODE_SECRET: shape.CODE_SECRET }), variables)
      : readOwn(z.object({ ...base, IDENTITY_SECRET: shape.IDENTITY_SECRET }), variables);
  return { ...config, replaced };
}

export const readInviteConfig = (variables: Variables) =>
  readOwn(operatorEnvironments.invite, variables);

export type SmsCommandConfig = ReturnType<typeof readSmsConfig>;

/** Also refuses where nothing is sent. */
export function readSmsConfig(environment: Variables) {
  const variables = own(operatorEnvironments.sms, environment);
  const { sms, problems } = readSms(variables);
  const isMailbox = sms.kind === 'mailbox' && (variables['SMS_PROVIDER'] ?? '') !== '';
  const config = read(operatorEnvironments.sms, variables, undefined, [
    ...problems,
    ...(isMailbox ? ['SMS_PROVIDER is mailbox: nothing reaches a real phone. Write paths.'] : []),
  ]);
  return { ...config, paths: sms.kind === 'paths' ? sms.paths : [] };
}

/** @public For a command of a plugin, which reads its own from the variables. */
export function readPluginConfig(
  environment: Variables,
  problemsOf: (variables: Variables) => string[],
) {
  const variables = own(operatorEnvironments.plugins, environment);
  const others = problemsOf(variables);
  return { ...read(operatorEnvironments.plugins, variables, undefined, others), variables };
}

/** Needs no database. */
export function readBudgetConfig(variables: Variables): SendBudget {
  return budgetOf(readOwn(z.object(budgetVariables), variables, budgetProblems));
}

/** DATABASE_URL is optional, but must be valid. */
export const readCampaignConfig = (variables: Variables) =>
  readOwn(z.object({ ...base, DATABASE_URL: shape.DATABASE_URL.optional() }), variables);
