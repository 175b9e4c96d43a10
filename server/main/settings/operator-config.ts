// Reads what each kind of operator command needs from the environment.
import * as z from 'zod';
import {
  campaign,
  ConfigError,
  database,
  drawParts,
  equalDrawPartsProblems,
  read,
  type DatabaseConfig,
  type Variables,
} from './program-config.ts';
import {
  budgetOf,
  budgetProblems,
  budgetVariables,
  readSms,
  smsVariables,
} from './sms-variables.ts';
import { consoleOrigin } from './console-config.ts';
import { readWebhook, webhookVariables } from './webhook-variables.ts';
import { fields } from './fields.ts';
import { drawSecretOf, type DrawParts } from '../../draw/commitment.rules.ts';
import type { SendBudget } from '../../codes/send-budget.rules.ts';

export type OperatorConfig = DatabaseConfig & { campaign: string };

const base = { ...database, ...campaign };

export const operatorEnvironments = {
  operator: z.object({ ...base, ...budgetVariables }),
  /** For `draw reveal`, and for `ledger verify` before the reveal. */
  reveal: z.object({ ...base, ...drawParts }),
  /** For `draw commit`. */
  commit: z.object({
    ...base,
    ...drawParts,
    PSEUDONYM_SECRET: fields.secret,
  }),
  /** For `number`. */
  number: z.object({
    ...base,
    INDEX_SECRET: fields.secret,
    SEAL_KEYS: fields.sealKeys,
  }),
  /** For `number pseudonym`. */
  pseudonym: z.object({
    ...base,
    INDEX_SECRET: fields.secret,
    PSEUDONYM_SECRET: fields.secret,
  }),
  /** For `keys reseal`. */
  keys: z.object({
    ...base,
    SEAL_KEYS: fields.sealKeys,
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
  /** For `sms check` and `sms try`. */
  sms: z.object({ ...base, PUBLIC_ORIGIN: fields.origin, ...smsVariables }),
  /** For `webhooks try`. */
  webhook: z.object({ ...base, ...webhookVariables }),
  /** For `console invite`. */
  invite: z.object({ ...base, CONSOLE_ORIGIN: consoleOrigin }),
  /** For `vouchers load`. */
  vouchers: z.object({
    ...base,
    INDEX_SECRET: fields.secret,
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
} as const;

// Each throws a ConfigError that names every variable that is missing or wrong.

export const readOperatorConfig = (variables: Variables) =>
  read(operatorEnvironments.operator, variables);
export const readVouchersConfig = (variables: Variables) =>
  read(operatorEnvironments.vouchers, variables);
export const readNumberConfig = (variables: Variables) =>
  read(operatorEnvironments.number, variables);
export const readPseudonymConfig = (variables: Variables) =>
  read(operatorEnvironments.pseudonym, variables);
export const readKeysConfig = (variables: Variables) => read(operatorEnvironments.keys, variables);

export function readRevealConfig(variables: Variables) {
  const config = read(operatorEnvironments.reveal, variables, equalDrawPartsProblems);
  return { ...config, drawSecret: drawSecretOf([config.drawPartOne, config.drawPartTwo]) };
}

export function readCommitConfig(variables: Variables) {
  const { drawPartOne, drawPartTwo, secrets, ...config } = read(
    operatorEnvironments.commit,
    variables,
    equalDrawPartsProblems,
  );
  const parts: DrawParts = [drawPartOne, drawPartTwo];
  return { ...config, secrets: { ...secrets, drawParts: parts } };
}

/**
 * Secrets that can be replaced during a campaign, because nothing permanent is derived from them.
 */
export const replaceableSecrets = ['IDENTITY_SECRET', 'CODE_SECRET'] as const;

/** For `keys replace`. */
export function readReplacedSecret(
  variables: Variables,
  name: (typeof replaceableSecrets)[number],
) {
  const { secrets: replaced, ...config } =
    name === 'CODE_SECRET'
      ? read(z.object({ ...base, CODE_SECRET: fields.secret }), variables)
      : read(z.object({ ...base, IDENTITY_SECRET: fields.secret }), variables);
  return { ...config, replaced };
}

export function readInviteConfig(variables: Variables) {
  const config = read(operatorEnvironments.invite, variables);
  return { ...config, origin: config.consoleOrigin };
}

export type SmsCommandConfig = ReturnType<typeof readSmsConfig>;

/** Also refuses where nothing is sent. */
export function readSmsConfig(variables: Variables) {
  const { sms, problems } = readSms(variables);
  const isMailbox = sms.kind === 'mailbox' && (variables['SMS_PROVIDER'] ?? '') !== '';
  const config = read(operatorEnvironments.sms, variables, undefined, [
    ...problems,
    ...(isMailbox ? ['SMS_PROVIDER is mailbox: nothing reaches a real phone. Write paths.'] : []),
  ]);
  return { ...config, paths: sms.kind === 'paths' ? sms.paths : [] };
}

/** Also refuses without a receiver. */
export function readWebhookConfig(variables: Variables) {
  const { receiver, problems } = readWebhook(variables);
  const missing = receiver || problems.length > 0 ? [] : ['WEBHOOK_URL is missing.'];
  const config = read(operatorEnvironments.webhook, variables, undefined, [
    ...problems,
    ...missing,
  ]);
  if (!receiver) throw new ConfigError(missing);
  return { ...config, receiver };
}

/** Needs no database. */
export function readBudgetConfig(variables: Variables): SendBudget {
  return budgetOf(read(z.object(budgetVariables), variables, budgetProblems));
}

/** DATABASE_URL is optional, but must be valid. */
export const readCampaignConfig = (variables: Variables) =>
  read(z.object({ ...base, DATABASE_URL: fields.databaseUrl.optional() }), variables);
