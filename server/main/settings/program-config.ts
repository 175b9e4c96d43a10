// Values are never printed: many are secrets (docs/reference/settings.md).
import * as z from 'zod';
import { InaamError } from '../../platform/errors.ts';
import { fields, equalSecretProblems } from './fields.ts';
import { sendBudget } from '../../codes/send-budget.rules.ts';
import {
  budgetOf,
  budgetProblems,
  budgetVariables,
  codeLimitsOf,
  readHooks,
  readSms,
  smsVariables,
} from './sms-variables.ts';
import { readWebhook, webhookVariables } from './webhook-variables.ts';
import { concurrency } from '../../messages/delivery-limits.rules.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export type DatabaseConfig = { databaseUrl: string };

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

/** Two people provide one part each. */
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
    PORT: fields.port(3000),
    METRICS_PORT: fields.port(9464),
    ANSWER_ENCODING: z.enum(['object', 'base64'], 'must be object or base64').default('object'),
    TRUSTED_PROXIES: fields.proxies,
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
    METRICS_PORT: fields.port(9465),
    ...smsVariables,
    SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
    // Above the limits of `serve`, so that only a `serve` that ignores its own reaches them.
    SMS_RUPEES_PER_MINUTE: fields.wholeNumber(1, 999_999, 2 * sendBudget.rupees.minute),
    SMS_RUPEES_PER_DAY: fields.wholeNumber(1, 999_999, 1.2 * sendBudget.rupees.day),
    OTP_CONCURRENCY: fields.wholeNumber(1, 1000, concurrency.otp),
    VOUCHER_CONCURRENCY: fields.wholeNumber(1, 1000, concurrency.voucher),
    ...webhookVariables,
    WEBHOOK_CONCURRENCY: fields.wholeNumber(1, 200, 16),
    VOUCHER_SEAL_KEYS: fields.sealKeys,
  }),
  /** Needs no secret, and compares the secrets that are set with the campaign's. */
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
    DRAW_PORT: fields.port(9466),
    STOP_SECONDS: stopSeconds,
    DRAW_TOKEN: fields.secret,
    ...drawParts,
    DRAW_HEAD_FILE: fields.file,
  }),
} as const;

export type ServeConfig = ReturnType<typeof readServeConfig>;
export type DeliverConfig = ReturnType<typeof readDeliverConfig>;

/** @throws ConfigError */
export function readServeConfig(variables: Variables = process.env) {
  const { hooks, problems } = readHooks(variables);
  const others = [...drawSecretProblems(variables), ...problems];
  const config = read(environments.serve, variables, budgetProblems, others);
  return {
    ...config,
    receiptHooks: hooks,
    budget: budgetOf(config),
    /** How to reach the program that alone has the draw's secret. */
    draw: { origin: config.drawUrl, token: config.drawToken },
  };
}

/** @throws ConfigError */
export function readDeliverConfig(variables: Variables = process.env) {
  const { sms, problems } = readSms(variables);
  const webhook = readWebhook(variables);
  const others = [...drawSecretProblems(variables), ...problems, ...webhook.problems];
  const config = read(environments.deliver, variables, undefined, others);
  return {
    ...config,
    sms,
    concurrency: { otp: config.otpConcurrency, voucher: config.voucherConcurrency },
    /** Where web hook events are sent; undefined without WEBHOOK_URL. */
    receiver: webhook.receiver,
    /** Codes that this process sends at most. */
    codeLimits: codeLimitsOf(config),
  };
}

/** @throws ConfigError */
export const readDrawConfig = (variables: Variables = process.env) =>
  read(environments.draw, variables, equalDrawPartsProblems);

/** @throws ConfigError */
export const readMigrateConfig = (variables: Variables = process.env) =>
  read(environments.migrate, variables);

export const ownVariables = (): Variables => process.env;

/** Equal parts, even in two files, would make a secret of zeros. */
export function equalDrawPartsProblems(parts: {
  drawPartOne: Uint8Array;
  drawPartTwo: Uint8Array;
}): string[] {
  const isEqual = Buffer.from(parts.drawPartOne).equals(parts.drawPartTwo);
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

/** Such as `databaseUrl` for DATABASE_URL. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

/** As keys are derived from them (platform/keys.ts). */
const secretNames = {
  IDENTITY_SECRET: 'identity',
  INDEX_SECRET: 'index',
  CODE_SECRET: 'code',
  PSEUDONYM_SECRET: 'pseudonym',
  SEAL_KEYS: 'seal',
  VOUCHER_SEAL_KEYS: 'voucherSeal',
  VOUCHER_PUBLIC_KEY: 'voucherPublic',
} as const;
type SecretNames = typeof secretNames;

/** Each variable by its name in camel case; the secrets together. */
type Config<Data> = {
  [Name in keyof Data as Name extends keyof SecretNames ? never : Camel<Name & string>]: Data[Name];
} & {
  secrets: {
    [Name in keyof Data as Name extends keyof SecretNames ? SecretNames[Name] : never]: Data[Name];
  };
};

/** @throws ConfigError naming every variable that is missing or wrong */
export function read<Shape extends z.ZodRawShape>(
  environment: z.ZodObject<Shape>,
  variables: Variables,
  problemsOf: (config: Config<z.infer<z.ZodObject<Shape>>>) => string[] = () => [],
  others: readonly string[] = [],
): Config<z.infer<z.ZodObject<Shape>>> {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(filled);
  const config = result.success ? configOf(result.data) : undefined;
  const problems = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    ...(config ? problemsOf(config) : []),
    ...others,
    ...equalSecretProblems(Object.keys(environment.shape), filled),
  ];
  if (!config || problems.length > 0) throw new ConfigError(problems);
  return config;
}

function configOf<Data extends object>(data: Data): Config<Data>;
function configOf(data: object): object {
  const secrets: Record<string, unknown> = {};
  const config: Record<string, unknown> = { secrets };
  const names = new Map<string, string>(Object.entries(secretNames));
  for (const [name, value] of Object.entries(data)) {
    const secret = names.get(name);
    if (secret !== undefined) secrets[secret] = value;
    else config[camelCase(name)] = value;
  }
  return config;
}

const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
