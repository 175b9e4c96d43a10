// The settings of each program and of each kind of command: one row each, with its description, of
// which the tables in docs/reference/settings.md are made.
import * as z from 'zod';
import { fields } from './fields.ts';
import { sendBudget } from '../../sms/send-budget.rules.ts';
import * as ofPlugins from '@inaam/plugins/settings.ts';
import { budgetVariables, smsVariables } from './variables.ts';

const { keyRings } = ofPlugins;
const database = {
  DATABASE_URL: fields.databaseUrl.describe(
    '`postgres://user:password@host:5432/database?sslmode=verify-full`',
  ),
};
const campaign = {
  CAMPAIGN: z
    .string('is missing. Write the id of the campaign, the name of its folder in campaigns/')
    .describe('name of its folder in `campaigns/`'),
};

/** Two people provide one part each. */
const drawParts = {
  DRAW_PART_ONE: fields.drawPart.describe('one part of the draw’s secret'),
  DRAW_PART_TWO: fields.drawPart.describe('the other part, from another person'),
};

const indexSecret = fields.secret.describe('finds mobile numbers and voucher codes');
const sealKeys = fields.sealKeys.describe(
  'keys of personal data, `2:<key>,1:<key>`: the first encrypts, all decrypt',
);
const voucherSealKeys = fields.sealKeys.describe(
  'keys of voucher codes and SMS texts, as `SEAL_KEYS`',
);
/** Of plugins; `read` puts them together. */
const ringVariables = (aboutOf = (name: string) => keyRings[name]?.about ?? ''): object =>
  Object.fromEntries(
    Object.keys(keyRings).map((name) => [name, fields.sealKeys.optional().describe(aboutOf(name))]),
  );
const drawPort = fields.port(9466).describe('port of `draw`, with `/live`, `/ready`');
const drawToken = fields.secret.describe('lets `serve` ask `draw` for bound cards');
const pseudonymSecret = fields.secret.describe('derives the pseudonyms; never published');
const publicOrigin = fields.origin.describe('address of the site: `https://win.example`');
const stopSeconds = fields.wholeNumber(1, 300, 7).describe('seconds to finish after a signal');
const trustedProxies = fields.proxies.describe('addresses and ranges of your proxies');

const product = {
  ...database,
  ...campaign,
  PUBLIC_ORIGIN: publicOrigin,
  INDEX_SECRET: indexSecret,
  SEAL_KEYS: sealKeys,
  DATABASE_CONNECTIONS: fields
    .wholeNumber(4, 200, 16)
    .describe('connections per process, and one more'),
  METRICS_HOST: fields
    .listenHost('127.0.0.1')
    .describe('address of the internal port; not for shoppers'),
  STOP_SECONDS: stopSeconds,
};
const metricsPort = (fallback: number) =>
  fields.port(fallback).describe('internal port: `/metrics`, `/live`, `/ready`');

/** Of the console, and the operator's `console invite`. */
const consoleOrigin = fields.consoleOrigin.describe(
  '`https://console.win.example`; a new host makes passkeys invalid',
);

export const environments = {
  serve: z.object({
    ...product,
    IDENTITY_SECRET: fields.secret.describe('derives user keys and data keys'),
    CODE_SECRET: fields.secret.describe('hashes one-time codes'),
    PSEUDONYM_SECRET: pseudonymSecret,
    ...ringVariables(),
    DRAW_TOKEN: drawToken,
    DRAW_URL: fields.drawUrl.describe('of `draw` on another machine, with `https://`'),
    DRAW_PORT: drawPort,
    HOST: fields.listenHost('0.0.0.0').describe('address to listen on'),
    PORT: fields.port(3000).describe('port of the site; 0: any free one'),
    METRICS_PORT: metricsPort(9464),
    TRUSTED_PROXIES: trustedProxies,
    DRAIN_SECONDS: fields
      .wholeNumber(0, 300, 2)
      .describe('seconds of service after a signal, while `/ready` says 503'),
    ...budgetVariables,
    SMS_PATHS_FILE: smsVariables.SMS_PATHS_FILE,
    IP_DATABASE: fields.ipDatabase.describe('file of an IP database, for the place of a visit'),
    ANSWER_ENCODING: z
      .enum(['object', 'base64'], 'must be object or base64')
      .default('object')
      .describe('or `base64`, the protocol’s other envelope'),
    ...ofPlugins.serveVariables,
  }),
  deliver: z.object({
    ...product,
    VOUCHER_SEAL_KEYS: voucherSealKeys,
    ...smsVariables,
    METRICS_PORT: metricsPort(9465),
    SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
    // Above the limits of `serve`, so that only a `serve` that ignores its own reaches them.
    SMS_RUPEES_PER_MINUTE: fields
      .wholeNumber(1, 999_999, 2 * sendBudget.rupees.minute)
      .describe('what its codes may cost in a minute'),
    SMS_RUPEES_PER_DAY: fields
      .wholeNumber(1, 999_999, 1.2 * sendBudget.rupees.day)
      .describe('in a day'),
    VOUCHERS_PER_HOUR: fields
      .wholeNumber(0, 999_999, 0)
      .describe('vouchers that it sends in an hour; `0`: a fortieth of all, or 2,000'),
    VOUCHERS_PER_DAY: fields
      .wholeNumber(0, 999_999, 0)
      .describe('in a day; `0`: a tenth of all, or 5,000'),
    ...ringVariables(),
    ...ofPlugins.deliverVariables,
    CONSOLE_ORIGIN: fields.consoleOrigin.optional().describe('address of the console, for links'),
  }),
  draw: z.object({
    ...database,
    ...campaign,
    ...drawParts,
    DRAW_TOKEN: drawToken,
    DRAW_HEAD_FILE: fields.file.describe('what it has read of the ledger; on a disk that stays'),
    DRAW_HOST: fields.listenHost('127.0.0.1').describe('address to listen on; not for shoppers'),
    DRAW_PORT: drawPort,
    STOP_SECONDS: stopSeconds,
  }),
  console: z.object({
    ...database,
    ...campaign,
    CONSOLE_CAMPAIGNS: fields.campaigns.describe(
      'further campaigns of the same database and secrets, comma-separated',
    ),
    CONSOLE_ORIGIN: consoleOrigin,
    INDEX_SECRET: indexSecret,
    SEAL_KEYS: sealKeys,
    VOUCHER_PUBLIC_KEY: fields.voucherPublicKey.describe(
      'from `npx inaam keys public`: seals uploaded codes',
    ),
    CONSOLE_HOST: fields.listenHost('127.0.0.1').describe('address to listen on; not for shoppers'),
    CONSOLE_PORT: fields.port(8090).describe('its port, with `/live`, `/ready`'),
    PUBLIC_ORIGIN: fields.origin.optional().describe('address of the site, for links'),
    TRUSTED_PROXIES: trustedProxies,
    SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
    ...ofPlugins.consoleVariables,
    STOP_SECONDS: stopSeconds,
  }),
  /** Needs no secret, and compares the secrets that are set with the campaign's. */
  migrate: z.object({
    ...database,
    ...campaign,
    INDEX_SECRET: compared(fields.secret),
    SEAL_KEYS: compared(fields.sealKeys),
    VOUCHER_SEAL_KEYS: compared(fields.sealKeys),
    IDENTITY_SECRET: compared(fields.secret),
    CODE_SECRET: compared(fields.secret),
    PSEUDONYM_SECRET: compared(fields.secret),
    ...ringVariables(() => 'compared, if set'),
  }),
} as const;

function compared<Field extends z.ZodType>(field: Field) {
  return field.optional().describe('compared, if set');
}

const base = { ...database, ...campaign };

export const operatorEnvironments = {
  operator: z.object({ ...base, ...budgetVariables }),
  /** For `draw reveal`, and for `ledger verify` before the reveal. */
  reveal: z.object({ ...base, ...drawParts }),
  commit: z.object({ ...base, ...drawParts, PSEUDONYM_SECRET: pseudonymSecret }),
  number: z.object({ ...base, INDEX_SECRET: indexSecret, SEAL_KEYS: sealKeys }),
  pseudonym: z.object({ ...base, INDEX_SECRET: indexSecret, PSEUDONYM_SECRET: pseudonymSecret }),
  keys: z.object({ ...base, SEAL_KEYS: sealKeys, VOUCHER_SEAL_KEYS: voucherSealKeys }),
  sms: z.object({ ...base, PUBLIC_ORIGIN: publicOrigin, ...smsVariables }),
  plugins: z.object({ ...base, ...ofPlugins.deliverVariables }),
  invite: z.object({ ...base, CONSOLE_ORIGIN: consoleOrigin }),
  vouchers: z.object({
    ...base,
    INDEX_SECRET: indexSecret,
    VOUCHER_SEAL_KEYS: voucherSealKeys,
  }),
  /** For the commands of plugins that have keys of their own. */
  rings: z.object({
    ...base,
    PUBLIC_ORIGIN: publicOrigin,
    INDEX_SECRET: indexSecret,
    ...ringVariables(),
  }),
  /** For `backup` and `restore`, which log in as `migrate`. */
  backup: z.object({ ...base, INDEX_SECRET: indexSecret }),
  launch: z.object({
    SECOND_HOLDER: z
      .string()
      .max(80, 'must be a name of up to 80 letters')
      .optional()
      .describe('name of the person with part two of the secret'),
  }),
} as const;

/** Whether it may stand in the settings file: a secret has a file of its own. */
export const isSecret = (name: string) =>
  /(?:_KEYS|_SECRET|_TOKEN|_PART_(?:ONE|TWO))$|^SMTP_URL$|^SMS_SECRET_/.test(name);

/** A database's address often contains a password. */
export const isPrivate = (name: string) => isSecret(name) || name.endsWith('DATABASE_URL');

/** The command line and each program, by which a name may begin. */
export const settingsPrograms = [
  'serve',
  'deliver',
  'draw',
  'console',
  'migrate',
  'operator',
] as const;
export type SettingsProgram = (typeof settingsPrograms)[number];

/** What a command may read without a secret of its own. */
const commandNames = [
  ...new Set(Object.values(operatorEnvironments).flatMap(({ shape }) => Object.keys(shape))),
].filter((name) => !isSecret(name));

export const namesOf = (program: SettingsProgram): readonly string[] =>
  program === 'operator' ? commandNames : Object.keys(environments[program].shape);

export const environmentOf = (program: SettingsProgram): z.ZodObject =>
  program === 'operator' ? operatorEnvironments.operator : environments[program];

/** `DRAW_DATABASE_URL` counts for `draw` before `DATABASE_URL`. */
export function spellingsOf(program: SettingsProgram, name: string): readonly string[] {
  const prefix = `${program.toUpperCase()}_`;
  return name.startsWith(prefix) ? [name] : [`${prefix}${name}`, name];
}

/** `byDefault` undefined: there is none, or a list that is empty. */
export type DescribedSetting = {
  name: string;
  required: boolean;
  byDefault: string | undefined;
  about: string;
};

export const describeSettings = (environment: z.ZodObject): DescribedSetting[] =>
  Object.entries(environment.shape).map(([name, field]) => {
    const { success, data } = z.safeParse(field, undefined);
    const { description: about = '' } = z.globalRegistry.get(field) ?? {};
    const isPlain = typeof data === 'string' || typeof data === 'number';
    return { name, required: !success, byDefault: isPlain ? String(data) : undefined, about };
  });
