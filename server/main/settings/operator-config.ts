// Reads what each kind of operator command needs from the environment.
import * as z from 'zod';
import type { CommittedSecrets } from '../../draw/campaign-commitment.ts';
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
import type { Secrets, VoucherSecrets } from '../../platform/keys.ts';
import type { OwnSecrets } from '../../platform/secret-checks.ts';
import { drawSecretOf } from '../../draw/commitment.rules.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import type { Receiver } from '../../messages/webhooks/post.ts';
import type { SendBudget } from '../../codes/send-budget.rules.ts';

export type OperatorConfig = DatabaseConfig & { campaign: string };

export const operatorEnvironments = {
  operator: z.object({ ...database, ...campaign, ...budgetVariables }),
  /** For `draw reveal`, and for `ledger verify` before the reveal. */
  reveal: z.object({ ...database, ...campaign, ...drawParts }),
  /** For `draw commit`. */
  commit: z.object({
    ...database,
    ...campaign,
    ...drawParts,
    PSEUDONYM_SECRET: fields.secret,
  }),
  /** For `number`. */
  number: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: fields.secret,
    SEAL_KEYS: fields.sealKeys,
  }),
  /** For `number pseudonym`. */
  pseudonym: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: fields.secret,
    PSEUDONYM_SECRET: fields.secret,
  }),
  /** For `keys reseal`. */
  keys: z.object({
    ...database,
    ...campaign,
    SEAL_KEYS: fields.sealKeys,
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
  /** For `sms check` and `sms try`. */
  sms: z.object({ ...database, ...campaign, PUBLIC_ORIGIN: fields.origin, ...smsVariables }),
  /** For `webhooks try`. */
  webhook: z.object({ ...database, ...campaign, ...webhookVariables }),
  /** For `console invite`. */
  invite: z.object({ ...database, ...campaign, CONSOLE_ORIGIN: consoleOrigin }),
  /** For `vouchers load`. */
  vouchers: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: fields.secret,
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
} as const;

/** @throws ConfigError if the database is not named */
export function readOperatorConfig(variables: Variables): OperatorConfig {
  return operatorOf(read(operatorEnvironments.operator, variables));
}

function operatorOf(data: { DATABASE_URL: string; CAMPAIGN: string }): OperatorConfig {
  return { databaseUrl: data.DATABASE_URL, campaign: data.CAMPAIGN };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readRevealConfig(
  variables: Variables,
): OperatorConfig & { drawSecret: Uint8Array } {
  const data = read(operatorEnvironments.reveal, variables, equalDrawPartsProblems);
  return {
    ...operatorOf(data),
    drawSecret: drawSecretOf([data.DRAW_PART_ONE, data.DRAW_PART_TWO]),
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readCommitConfig(
  variables: Variables,
): OperatorConfig & { secrets: CommittedSecrets } {
  const data = read(operatorEnvironments.commit, variables, equalDrawPartsProblems);
  return {
    ...operatorOf(data),
    secrets: {
      drawParts: [data.DRAW_PART_ONE, data.DRAW_PART_TWO],
      pseudonym: data.PSEUDONYM_SECRET,
    },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readVouchersConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'index'> & VoucherSecrets } {
  const data = read(operatorEnvironments.vouchers, variables);
  return {
    ...operatorOf(data),
    secrets: { index: data.INDEX_SECRET, voucherSeal: data.VOUCHER_SEAL_KEYS },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readNumberConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'index' | 'seal'> } {
  const data = read(operatorEnvironments.number, variables);
  return {
    ...operatorOf(data),
    secrets: { index: data.INDEX_SECRET, seal: data.SEAL_KEYS },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readPseudonymConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'index' | 'pseudonym'> } {
  const data = read(operatorEnvironments.pseudonym, variables);
  return {
    ...operatorOf(data),
    secrets: { index: data.INDEX_SECRET, pseudonym: data.PSEUDONYM_SECRET },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readKeysConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'seal'> & VoucherSecrets } {
  const data = read(operatorEnvironments.keys, variables);
  return {
    ...operatorOf(data),
    secrets: { seal: data.SEAL_KEYS, voucherSeal: data.VOUCHER_SEAL_KEYS },
  };
}

/**
 * Secrets that can be replaced during a campaign, because nothing permanent is derived from them.
 */
export const replaceableSecrets = ['IDENTITY_SECRET', 'CODE_SECRET'] as const;

/** For `keys replace`. @throws ConfigError naming every variable that is missing or wrong */
export function readReplacedSecret(
  variables: Variables,
  name: (typeof replaceableSecrets)[number],
): OperatorConfig & { replaced: OwnSecrets } {
  const shape = { ...database, ...campaign };
  if (name === 'CODE_SECRET') {
    const data = read(z.object({ ...shape, CODE_SECRET: fields.secret }), variables);
    return { ...operatorOf(data), replaced: { code: data.CODE_SECRET } };
  }
  const data = read(z.object({ ...shape, IDENTITY_SECRET: fields.secret }), variables);
  return { ...operatorOf(data), replaced: { identity: data.IDENTITY_SECRET } };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readInviteConfig(variables: Variables): OperatorConfig & { origin: string } {
  const data = read(operatorEnvironments.invite, variables);
  return { ...operatorOf(data), origin: data.CONSOLE_ORIGIN };
}

export type SmsCommandConfig = OperatorConfig & {
  publicOrigin: string;
  paths: readonly SmsPathConfig[];
};

/** @throws ConfigError naming every problem; also if no path is configured */
export function readSmsConfig(variables: Variables): SmsCommandConfig {
  const { sms, problems } = readSms(variables);
  const isMailbox = sms.kind === 'mailbox' && (variables['SMS_PROVIDER'] ?? '') !== '';
  const data = read(operatorEnvironments.sms, variables, undefined, [
    ...problems,
    ...(isMailbox ? ['SMS_PROVIDER is mailbox: nothing reaches a real phone. Write paths.'] : []),
  ]);
  return {
    ...operatorOf(data),
    publicOrigin: data.PUBLIC_ORIGIN,
    paths: sms.kind === 'paths' ? sms.paths : [],
  };
}

/** @throws ConfigError naming every problem; also without a receiver */
export function readWebhookConfig(variables: Variables): OperatorConfig & { receiver: Receiver } {
  const { receiver, problems } = readWebhook(variables);
  const missing = receiver || problems.length > 0 ? [] : ['WEBHOOK_URL is missing.'];
  const data = read(operatorEnvironments.webhook, variables, undefined, [...problems, ...missing]);
  if (!receiver) throw new ConfigError(missing);
  return { ...operatorOf(data), receiver };
}

/** @throws ConfigError if a number is wrong; needs no database */
export function readBudgetConfig(variables: Variables): SendBudget {
  return budgetOf(read(z.object(budgetVariables), variables, budgetProblems));
}

/** DATABASE_URL is optional, but must be valid. */
export function readCampaignConfig(
  variables: Variables,
): Omit<OperatorConfig, 'databaseUrl'> & { databaseUrl: string | undefined } {
  const data = read(
    z.object({ DATABASE_URL: fields.databaseUrl.optional(), ...campaign }),
    variables,
  );
  return { databaseUrl: data.DATABASE_URL, campaign: data.CAMPAIGN };
}
