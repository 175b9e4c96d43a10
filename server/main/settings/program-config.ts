// Values are never printed: many are secrets (docs/environment.md).
import * as z from 'zod';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { InaamError } from '../../platform/errors.ts';
import type { Secrets, VoucherSecrets } from '../../platform/keys.ts';
import type { OwnSecrets } from '../../platform/secret-checks.ts';
import { isAddressRange } from '../../platform/addresses.ts';
import { fields, equalSecretProblems } from './fields.ts';
import type { IpLookup } from '../../platform/ip-info.ts';
import type { DrawParts } from '../../draw/commitment.rules.ts';
import type { ReceiptHook } from '../../sms/receipts/receipt-hook.ts';
import { sendBudget, type SendBudget } from '../../codes/send-budget.rules.ts';
import {
  budgetOf,
  budgetProblems,
  budgetVariables,
  codeLimitsOf,
  readHooks,
  readSms,
  smsVariables,
  type SmsConfig,
} from './sms-variables.ts';
import { readWebhook, webhookVariables } from './webhook-variables.ts';
import type { CodeLimits } from '../../messages/delivery-limits.rules.ts';
import { concurrency, type Concurrency } from '../delivery/worker-pool.ts';
import type { Receiver } from '../../messages/webhooks/post.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export type DatabaseConfig = { databaseUrl: string };

type ProductConfig = DatabaseConfig & {
  databaseConnections: number;
  campaign: string;
  /** Such as `https://win.example`. One-time codes are bound to its host. */
  publicOrigin: string;
  /** Must not be reachable by shoppers. */
  metrics: { host: string; port: number };
  stopSeconds: number;
};

export type ServeConfig = ProductConfig & {
  host: string;
  port: number;
  answerEncoding: AnswerEncoding;
  /** Whose X-Forwarded-For and X-Request-Id are trusted. */
  trustedProxies: string[];
  /** Undefined without IP_DATABASE. */
  lookUpIp: IpLookup | undefined;
  receiptHooks: readonly ReceiptHook[];
  /** How long `/ready` answers 503 before the program stops serving. */
  drainSeconds: number;
  secrets: Omit<Secrets, 'draw'>;
  budget: SendBudget;
  /** How to reach the program that alone has the draw's secret. */
  draw: { origin: string; token: Uint8Array };
};

export type DeliverConfig = ProductConfig & {
  sms: SmsConfig;
  concurrency: Concurrency;
  /** Where web hook events are sent; undefined without WEBHOOK_URL. */
  receiver: Receiver | undefined;
  webhookConcurrency: number;
  /** Codes that this process sends at most. */
  codeLimits: CodeLimits;
  secrets: Pick<Secrets, 'index' | 'seal'> & VoucherSecrets;
};

export type DrawConfig = DatabaseConfig & {
  campaign: string;
  host: string;
  port: number;
  token: Uint8Array;
  parts: DrawParts;
  headFile: string;
  stopSeconds: number;
};

export class ConfigError extends InaamError {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The environment is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

export const database = { DATABASE_URL: fields.databaseUrl };
export const campaign = { CAMPAIGN: z.string().default('biscuit-2025') };

/** Two people provide one each. */
export const drawParts = { DRAW_PART_ONE: fields.drawPart, DRAW_PART_TWO: fields.drawPart };

const stopSeconds = fields.wholeNumber(1, 300, 7);

const product = {
  ...database,
  DATABASE_CONNECTIONS: fields.wholeNumber(4, 200, 16),
  ...campaign,
  PUBLIC_ORIGIN: fields.origin,
  INDEX_SECRET: fields.secret,
  SEAL_KEYS: fields.sealKeys,
  METRICS_HOST: fields.listenHost('127.0.0.1'),
  STOP_SECONDS: stopSeconds,
};

export const environments = {
  serve: z.object({
    ...product,
    HOST: fields.listenHost('0.0.0.0'),
    PORT: fields.wholeNumber(0, 65_535, 3000),
    METRICS_PORT: fields.wholeNumber(0, 65_535, 9464),
    ANSWER_ENCODING: z.enum(['object', 'base64'], 'must be object or base64').default('object'),
    TRUSTED_PROXIES: fields.list(
      isAddressRange,
      'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
    ),
    IP_DATABASE: fields.ipDatabase,
    SMS_PATHS_FILE: smsVariables.SMS_PATHS_FILE,
    DRAIN_SECONDS: fields.wholeNumber(0, 300, 2),
    ...budgetVariables,
    IDENTITY_SECRET: fields.secret,
    CODE_SECRET: fields.secret,
    PSEUDONYM_SECRET: fields.secret,
    DRAW_URL: fields.drawUrl,
    DRAW_TOKEN: fields.secret,
  }),
  deliver: z.object({
    ...product,
    METRICS_PORT: fields.wholeNumber(0, 65_535, 9465),
    ...smsVariables,
    SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
    // Above those of `serve`, so that only a `serve` that ignores its own reaches them.
    SMS_RUPEES_PER_MINUTE: fields.wholeNumber(1, 999_999, 2 * sendBudget.rupees.minute),
    SMS_RUPEES_PER_DAY: fields.wholeNumber(1, 999_999, 1.2 * sendBudget.rupees.day),
    OTP_CONCURRENCY: fields.wholeNumber(1, 1000, concurrency.otp),
    VOUCHER_CONCURRENCY: fields.wholeNumber(1, 1000, concurrency.voucher),
    ...webhookVariables,
    WEBHOOK_CONCURRENCY: fields.wholeNumber(1, 200, 16),
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
  /** It needs no secret, and compares those that are there with the campaign's. */
  migrate: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: fields.secret.optional(),
    SEAL_KEYS: fields.sealKeys.optional(),
    VOUCHER_SEAL_KEYS: fields.sealKeys.optional(),
    IDENTITY_SECRET: fields.secret.optional(),
    CODE_SECRET: fields.secret.optional(),
    PSEUDONYM_SECRET: fields.secret.optional(),
  }),
  draw: z.object({
    ...database,
    ...campaign,
    DRAW_HOST: fields.listenHost('127.0.0.1'),
    DRAW_PORT: fields.wholeNumber(0, 65_535, 9466),
    STOP_SECONDS: stopSeconds,
    DRAW_TOKEN: fields.secret,
    ...drawParts,
    DRAW_HEAD_FILE: fields.file,
  }),
} as const;

/** @throws ConfigError naming every variable that is missing or wrong */
export function readServeConfig(variables: Variables = process.env): ServeConfig {
  const { hooks, problems } = readHooks(variables);
  const data = read(environments.serve, variables, budgetProblems, [
    ...drawSecretProblems(variables),
    ...problems,
  ]);
  return {
    ...productOf(data),
    host: data.HOST,
    port: data.PORT,
    answerEncoding: data.ANSWER_ENCODING,
    trustedProxies: data.TRUSTED_PROXIES,
    lookUpIp: data.IP_DATABASE,
    receiptHooks: hooks,
    drainSeconds: data.DRAIN_SECONDS,
    budget: budgetOf(data),
    draw: { origin: data.DRAW_URL, token: data.DRAW_TOKEN },
    secrets: {
      identity: data.IDENTITY_SECRET,
      index: data.INDEX_SECRET,
      code: data.CODE_SECRET,
      pseudonym: data.PSEUDONYM_SECRET,
      seal: data.SEAL_KEYS,
    },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readDeliverConfig(variables: Variables = process.env): DeliverConfig {
  const { sms, problems } = readSms(variables);
  const webhook = readWebhook(variables);
  const data = read(environments.deliver, variables, undefined, [
    ...drawSecretProblems(variables),
    ...problems,
    ...webhook.problems,
  ]);
  return {
    ...productOf(data),
    sms,
    concurrency: { otp: data.OTP_CONCURRENCY, voucher: data.VOUCHER_CONCURRENCY },
    receiver: webhook.receiver,
    webhookConcurrency: data.WEBHOOK_CONCURRENCY,
    codeLimits: codeLimitsOf(data),
    secrets: {
      index: data.INDEX_SECRET,
      seal: data.SEAL_KEYS,
      voucherSeal: data.VOUCHER_SEAL_KEYS,
    },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readDrawConfig(variables: Variables = process.env): DrawConfig {
  const data = read(environments.draw, variables, equalPartsProblems);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    host: data.DRAW_HOST,
    port: data.DRAW_PORT,
    token: data.DRAW_TOKEN,
    parts: [data.DRAW_PART_ONE, data.DRAW_PART_TWO],
    headFile: data.DRAW_HEAD_FILE,
    stopSeconds: data.STOP_SECONDS,
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readMigrateConfig(
  variables: Variables = process.env,
): DatabaseConfig & { campaign: string; secrets: OwnSecrets } {
  const data = read(environments.migrate, variables);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    secrets: {
      index: data.INDEX_SECRET,
      seal: data.SEAL_KEYS,
      voucherSeal: data.VOUCHER_SEAL_KEYS,
      identity: data.IDENTITY_SECRET,
      code: data.CODE_SECRET,
      pseudonym: data.PSEUDONYM_SECRET,
    },
  };
}

export const ownVariables = (): Variables => process.env;

type Product = z.infer<z.ZodObject<typeof product>> & { METRICS_PORT: number };

function productOf(data: Product): ProductConfig {
  return {
    databaseUrl: data.DATABASE_URL,
    databaseConnections: data.DATABASE_CONNECTIONS,
    campaign: data.CAMPAIGN,
    publicOrigin: data.PUBLIC_ORIGIN,
    metrics: { host: data.METRICS_HOST, port: data.METRICS_PORT },
    stopSeconds: data.STOP_SECONDS,
  };
}

/** Equal parts, also from two files, would make a secret of zeros. */
export function equalPartsProblems(parts: {
  DRAW_PART_ONE: Uint8Array;
  DRAW_PART_TWO: Uint8Array;
}): string[] {
  const isEqual = Buffer.from(parts.DRAW_PART_ONE).equals(parts.DRAW_PART_TWO);
  return isEqual ? ['DRAW_PART_TWO must be another one than DRAW_PART_ONE.'] : [];
}

const ofTheDraw = ['DRAW_PART_ONE', 'DRAW_PART_TWO'] as const;

/**
 * A program with both the secret and the database could compute a card before a number is verified.
 */
const drawSecretProblems = (variables: Variables): string[] =>
  ofTheDraw
    .filter((name) => (variables[name] ?? '') !== '')
    .map(
      (name) =>
        `${name} must not be here: only the program \`draw\` may have it. Remove it from this environment.`,
    );

export function read<Shape extends z.ZodRawShape>(
  environment: z.ZodObject<Shape>,
  variables: Variables,
  problemsOf: (data: z.infer<z.ZodObject<Shape>>) => string[] = () => [],
  others: readonly string[] = [],
): z.infer<z.ZodObject<Shape>> {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(filled);
  const problems = (result.error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')} ${issue.message}.`,
  );
  if (result.success) problems.push(...problemsOf(result.data));
  problems.push(...others, ...equalSecretProblems(Object.keys(environment.shape), filled));
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return result.data;
}
