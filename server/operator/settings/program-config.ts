// Values are never printed: many are secrets (docs/reference/settings.md).
import type * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { consoleProblems, deliverProblems, keyRings } from '@inaam/plugins/settings.ts';
import { InaamError } from '../../platform/errors.ts';
import type { KeyRings } from '../../platform/keys.ts';
import { environments } from './environments.ts';
import { equalSecretProblems } from './fields.ts';
import {
  drawPartNames,
  settingsOf,
  sourceFaults,
  type SourceFaults,
  type Variables,
} from './read-settings.ts';
import { budgetOf, budgetProblems, codeLimitsOf, readHooks, readSms } from './variables.ts';

export { ownVariables, type Variables } from './read-settings.ts';

export type DatabaseConfig = { databaseUrl: string };

export class ConfigError extends InaamError {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const isNew = problems.some((problem) => problem.startsWith('CAMPAIGN is missing'));
    super(
      [
        'The settings are not complete:',
        ...problems.map((problem) => `  - ${problem}`),
        ...(isNew ? ['For a new installation, run: npx inaam init'] : []),
      ].join('\n'),
    );
    this.problems = problems;
  }
}

export type ServeConfig = ReturnType<typeof readServeConfig>;
export type DeliverConfig = ReturnType<typeof readDeliverConfig>;

/** @throws ConfigError */
export function readServeConfig(variables: Variables = settingsOf('serve')) {
  const { hooks, problems } = readHooks(variables);
  const others = [...drawSecretProblems(variables), ...problems];
  const config = read(environments.serve, variables, budgetProblems, others);
  return {
    ...config,
    receiptHooks: hooks,
    budget: budgetOf(config),
    /** How to reach the program that alone has the draw's secret. */
    draw: {
      origin: config.drawUrl ?? `http://127.0.0.1:${config.drawPort}`,
      token: config.drawToken,
    },
  };
}

/** @throws ConfigError */
export function readDeliverConfig(variables: Variables = settingsOf('deliver')) {
  const { sms, problems } = readSms(variables);
  const others = [
    ...drawSecretProblems(variables),
    ...problems,
    ...deliverProblems.flatMap((problemsOf) => problemsOf(variables)),
  ];
  const config = read(environments.deliver, variables, undefined, others);
  return {
    ...config,
    sms,
    /** For plugins. */
    variables,
    /** Codes that this process sends at most. */
    codeLimits: codeLimitsOf(config),
    voucherLimits: { hour: config.vouchersPerHour, day: config.vouchersPerDay },
  };
}

/** @throws ConfigError */
export const readDrawConfig = (variables: Variables = settingsOf('draw')) =>
  read(environments.draw, variables, equalDrawPartsProblems);

/** @throws ConfigError */
export const readMigrateConfig = (variables: Variables = settingsOf('migrate')) =>
  read(environments.migrate, variables);

/** Equal parts, even in two files, would make a secret of zeros. */
export function equalDrawPartsProblems(parts: {
  drawPartOne: Uint8Array;
  drawPartTwo: Uint8Array;
}): string[] {
  const isEqual = Buffer.from(parts.drawPartOne).equals(parts.drawPartTwo);
  return isEqual ? ['DRAW_PART_TWO must be another one than DRAW_PART_ONE.'] : [];
}

/**
 * A program with both the secret and the database could compute a card before a number is verified.
 */
export const drawSecretProblems = (variables: Variables): string[] =>
  drawPartNames
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
  } & { rings: KeyRings };
};

const noFaults: SourceFaults = { general: [], unread: {} };

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
  const { unread, general, hint } = variables[sourceFaults] ?? noFaults;
  const isMissing = result.error?.issues.some(({ message }) => message.startsWith('is missing'));
  const problems = [
    ...general,
    ...(hint !== undefined && isMissing ? [hint] : []),
    ...Object.entries(unread).map(([name, problem]) => `${name} ${problem}`),
    ...(result.error?.issues ?? []).flatMap((issue) => {
      const name = issue.path.join('.');
      return Object.hasOwn(unread, name) ? [] : [`${name} ${issue.message}.`];
    }),
    ...(config ? problemsOf(config) : []),
    ...others,
    ...equalSecretProblems(Object.keys(environment.shape), filled),
  ];
  if (!config || problems.length > 0) throw new ConfigError(problems);
  return config;
}

function configOf<Data extends object>(data: Data): Config<Data>;
function configOf(data: object): object {
  const rings: Record<string, unknown> = {};
  const secrets: Record<string, unknown> = { rings };
  const config: Record<string, unknown> = { secrets };
  const names = new Map<string, string>(Object.entries(secretNames));
  for (const [name, value] of Object.entries(data)) {
    const secret = names.get(name);
    if (secret !== undefined) secrets[secret] = value;
    else if (Object.hasOwn(keyRings, name)) rings[name] = value;
    else config[camelCase(name)] = value;
  }
  return config;
}

const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** @returns names of keys that the campaign needs, and why */
export const missingRings = (
  campaign: ServerCampaign,
  { rings = {} }: { rings?: KeyRings | undefined },
) =>
  Object.entries(keyRings).flatMap(([name, { isNeeded, because }]) =>
    isNeeded(campaign) && !rings[name] ? [{ name, because }] : [],
  );

/** @throws ConfigError: a program without them would accept nothing that was made with them */
export function assertRings(campaign: ServerCampaign, secrets: { rings: KeyRings }): void {
  const problems = missingRings(campaign, secrets).map(
    ({ name, because }) =>
      `${name} is missing: ${because}. Put back the one that this campaign began with; \`npx inaam init\` makes the first one.`,
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

const sharedAddress = {
  PUBLIC_ORIGIN: 'all shoppers share its address and its limits',
  CONSOLE_ORIGIN: "all share its address, and one person's failures lock everybody",
} as const;

/** TLS ends at a proxy. */
export const addressProblem = (
  name: keyof typeof sharedAddress,
  origin: string,
  trustedProxies: readonly string[],
): string | undefined =>
  origin.startsWith('https:') && trustedProxies.length === 0
    ? `${name} is https and TRUSTED_PROXIES is empty: behind a proxy ${sharedAddress[name]}. Set TRUSTED_PROXIES to the proxy's address.`
    : undefined;

/** @throws ConfigError naming every variable that is missing or wrong */
export function readConsoleConfig(variables: Variables = settingsOf('console')) {
  const others = [
    ...drawSecretProblems(variables),
    ...consoleProblems.flatMap((problemsOf) => problemsOf(variables)),
  ];
  return { ...read(environments.console, variables, undefined, others), variables };
}
