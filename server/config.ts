// Values are never printed: many are secrets (docs/environment.md).
import * as z from 'zod';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { InaamError } from './errors.ts';
import type { Secrets, VoucherSecrets } from './keys/keys.ts';
import { fields, isProxyRange } from './config-fields.ts';
import type { IpLookup } from './ip-info/ip-lookup.ts';
import type { SendBudget } from './rules/send-budget.ts';
import { budgetOf, budgetProblems, budgetVariables } from './config-budget.ts';
import { concurrency, type Concurrency } from './delivery/concurrency.ts';
import { equalSecretProblems } from './equal-secrets.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export type DatabaseConfig = { databaseUrl: string };

type ProductConfig = DatabaseConfig & {
  databaseConnections: number;
  campaign: string;
  /** Such as `https://win.example`: its host binds one-time codes to the site. */
  publicOrigin: string;
  /** Shoppers must not reach it. */
  metrics: { host: string; port: number };
  stopSeconds: number;
};

export type ServeConfig = ProductConfig & {
  host: string;
  port: number;
  answerEncoding: AnswerEncoding;
  /** For X-Forwarded-For and X-Request-Id. */
  trustedProxies: string[];
  /** Undefined without IP_DATABASE. */
  lookUpIp: IpLookup | undefined;
  /** While `/ready` already refuses. */
  drainSeconds: number;
  secrets: Secrets;
  budget: SendBudget;
};

export type DeliverConfig = ProductConfig & {
  smsProvider: 'mailbox';
  concurrency: Concurrency;
  secrets: Pick<Secrets, 'index' | 'seal'> & VoucherSecrets;
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

export type OperatorConfig = DatabaseConfig & { campaign: string };

const database = { DATABASE_URL: fields.databaseUrl };
const campaign = { CAMPAIGN: z.string().default('biscuit-2025') };

const product = {
  ...database,
  DATABASE_CONNECTIONS: fields.wholeNumber(4, 200, 16),
  ...campaign,
  PUBLIC_ORIGIN: fields.origin,
  INDEX_SECRET: fields.secret,
  SEAL_KEYS: fields.sealKeys,
  METRICS_HOST: z.string().default('127.0.0.1'),
  STOP_SECONDS: fields.wholeNumber(1, 300, 7),
};

export const environments = {
  serve: z.object({
    ...product,
    HOST: z.string().default('0.0.0.0'),
    PORT: fields.wholeNumber(0, 65_535, 3000),
    METRICS_PORT: fields.wholeNumber(0, 65_535, 9464),
    ANSWER_ENCODING: z.enum(['object', 'base64'], 'must be object or base64').default('object'),
    TRUSTED_PROXIES: fields.list(
      isProxyRange,
      'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
    ),
    IP_DATABASE: fields.ipDatabase,
    DRAIN_SECONDS: fields.wholeNumber(0, 300, 2),
    ...budgetVariables,
    IDENTITY_SECRET: fields.secret,
    CODE_SECRET: fields.secret,
    DRAW_SECRET: fields.secret,
    PSEUDONYM_SECRET: fields.secret,
  }),
  deliver: z.object({
    ...product,
    METRICS_PORT: fields.wholeNumber(0, 65_535, 9465),
    SMS_PROVIDER: fields.smsProvider,
    OTP_CONCURRENCY: fields.wholeNumber(1, 1000, concurrency.otp),
    VOUCHER_CONCURRENCY: fields.wholeNumber(1, 1000, concurrency.voucher),
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
  migrate: z.object(database),
  operator: z.object({ ...database, ...campaign, ...budgetVariables }),
  /** For `draw reveal`, and for `ledger verify` before the reveal. */
  draw: z.object({ ...database, ...campaign, DRAW_SECRET: fields.secret }),
  /** For `draw commit`. */
  commit: z.object({
    ...database,
    ...campaign,
    DRAW_SECRET: fields.secret,
    PSEUDONYM_SECRET: fields.secret,
  }),
  /** For `number` and `deliveries of`. */
  number: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: fields.secret,
    SEAL_KEYS: fields.sealKeys,
  }),
  /** For `keys reseal`. */
  keys: z.object({
    ...database,
    ...campaign,
    SEAL_KEYS: fields.sealKeys,
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
  /** For `vouchers load`. */
  vouchers: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: fields.secret,
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
} as const;

/** @throws ConfigError naming every variable that is missing or wrong */
export function readServeConfig(variables: Variables = process.env): ServeConfig {
  const data = read(environments.serve, variables, budgetProblems);
  return {
    ...productOf(data),
    host: data.HOST,
    port: data.PORT,
    answerEncoding: data.ANSWER_ENCODING,
    trustedProxies: data.TRUSTED_PROXIES,
    lookUpIp: data.IP_DATABASE,
    drainSeconds: data.DRAIN_SECONDS,
    budget: budgetOf(data),
    secrets: {
      identity: data.IDENTITY_SECRET,
      index: data.INDEX_SECRET,
      code: data.CODE_SECRET,
      draw: data.DRAW_SECRET,
      pseudonym: data.PSEUDONYM_SECRET,
      seal: data.SEAL_KEYS,
    },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readDeliverConfig(variables: Variables = process.env): DeliverConfig {
  const data = read(environments.deliver, variables);
  return {
    ...productOf(data),
    smsProvider: data.SMS_PROVIDER,
    concurrency: { otp: data.OTP_CONCURRENCY, voucher: data.VOUCHER_CONCURRENCY },
    secrets: {
      index: data.INDEX_SECRET,
      seal: data.SEAL_KEYS,
      voucherSeal: data.VOUCHER_SEAL_KEYS,
    },
  };
}

/** @throws ConfigError where the database is not named */
export function readMigrateConfig(variables: Variables = process.env): DatabaseConfig {
  return { databaseUrl: read(environments.migrate, variables).DATABASE_URL };
}

export const ownVariables = (): Variables => process.env;

/** @throws ConfigError where the database is not named */
export function readOperatorConfig(variables: Variables): OperatorConfig {
  const data = read(environments.operator, variables);
  return { databaseUrl: data.DATABASE_URL, campaign: data.CAMPAIGN };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readDrawConfig(variables: Variables): OperatorConfig & { drawSecret: Uint8Array } {
  const data = read(environments.draw, variables);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    drawSecret: data.DRAW_SECRET,
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readCommitConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'draw' | 'pseudonym'> } {
  const data = read(environments.commit, variables);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    secrets: { draw: data.DRAW_SECRET, pseudonym: data.PSEUDONYM_SECRET },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readVouchersConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'index'> & VoucherSecrets } {
  const data = read(environments.vouchers, variables);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    secrets: { index: data.INDEX_SECRET, voucherSeal: data.VOUCHER_SEAL_KEYS },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readNumberConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'index' | 'seal'> } {
  const data = read(environments.number, variables);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    secrets: { index: data.INDEX_SECRET, seal: data.SEAL_KEYS },
  };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readKeysConfig(
  variables: Variables,
): OperatorConfig & { secrets: Pick<Secrets, 'seal'> & VoucherSecrets } {
  const data = read(environments.keys, variables);
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    secrets: { seal: data.SEAL_KEYS, voucherSeal: data.VOUCHER_SEAL_KEYS },
  };
}

/** @throws ConfigError where a number is wrong; needs no database */
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

function read<Shape extends z.ZodRawShape>(
  environment: z.ZodObject<Shape>,
  variables: Variables,
  problemsOf: (data: z.infer<z.ZodObject<Shape>>) => string[] = () => [],
): z.infer<z.ZodObject<Shape>> {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(filled);
  const problems = (result.error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')} ${issue.message}.`,
  );
  if (result.success) problems.push(...problemsOf(result.data));
  problems.push(...equalSecretProblems(Object.keys(environment.shape), filled));
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return result.data;
}
