// inaam.env and sms-paths.json of a new installation, and which secrets each program gets: those
// that its settings name.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { runningPrograms } from '@inaam/server/database/processes.ts';
import { environments, isSecret } from '@inaam/server/operator/settings/environments.ts';
import { missingRings } from '@inaam/server/operator/settings/program-config.ts';
import { placeholdersOf } from '@inaam/server/sms/paths/placeholders.ts';
import { secretsNamed } from '@inaam/server/sms/paths/read-path-file.ts';
import type { httpGatewaySchema } from '@inaam/server/sms/gateway/gateway-schema.ts';
import { presets } from '@inaam/server/sms/presets/presets.ts';
import type { Answers } from './init-answers.ts';

/** Where something is that a person must write. */
export const toFill = 'WRITE-THIS';

export type Place = {
  /** Of inaam.env and everything beside it. */
  folder: string;
  data: string;
};

/** Behind Caddy on this machine, or without a proxy for http://localhost. */
export const isBehindProxy = (origin: string) => origin.startsWith('https:');

export function settingsText(answers: Answers, place: Place, voucherPublicKey: string): string {
  const { campaign, site, consoleSite, sms, secondHolder } = answers;
  const isProxied = isBehindProxy(site);
  const lines = [
    '# The settings of this installation. Each program reads its own: docs/reference/settings.md.',
    '# No secret is in it: each is a file in secrets/, named as its setting.',
    '',
    '# All programs',
    `CAMPAIGN=${campaign}`,
    `PUBLIC_ORIGIN=${site}`,
    ...when(
      isProxied,
      '# Caddy on this machine; add every other proxy before the site.',
      'TRUSTED_PROXIES=127.0.0.1,::1',
    ),
    '',
    '# serve: the site',
    'HOST=127.0.0.1',
    ...when(!isProxied, `PORT=${portOf(site)}`),
    '',
    '# deliver: codes and vouchers by SMS',
    ...smsLines(sms, place),
    '',
    '# draw: the only one with the secret of the draw',
    ...when(
      secondHolder !== undefined,
      '# Who makes and keeps the second half',
      // A name has no such quotes in it.
      `SECOND_HOLDER="${secondHolder}"`,
    ),
    '# What it has read of the ledger. Keep the file.',
    `DRAW_HEAD_FILE=${place.data}/draw/head.json`,
    '',
    '# console: for colleagues',
    `CONSOLE_ORIGIN=${consoleSite}`,
    ...when(!isBehindProxy(consoleSite), `CONSOLE_PORT=${portOf(consoleSite)}`),
    '# The public half of VOUCHER_SEAL_KEYS: `npx inaam keys public` prints it.',
    `VOUCHER_PUBLIC_KEY=${voucherPublicKey}`,
    '',
  ];
  return lines.join('\n');
}

const when = (isSo: boolean, ...lines: readonly string[]) => (isSo ? lines : []);

/** Where a program listens without a proxy. */
const portOf = (origin: string) => Number(new URL(origin).port || 80);

function smsLines(sms: Answers['sms'], { folder }: Place): string[] {
  if (sms === 'mailbox') {
    return [
      '# Sends nothing. For real phones: SMS_PROVIDER=paths (docs/make/sms.md)',
      'SMS_PROVIDER=mailbox',
    ];
  }
  const host = sms === 'http' ? undefined : URL.parse(presets[sms].gateway.address)?.hostname;
  return [
    'SMS_PROVIDER=paths',
    `SMS_PATHS_FILE=${folder}/sms-paths.json`,
    '# Where SMS may be sent to',
    `SMS_HOSTS=${host ?? toFill}`,
  ];
}

/** Where there is no preset; docs/make/gateways.md has all that can be written. */
const ownGateway = {
  method: 'POST',
  address: `https://${toFill}/send`,
  headers: { authorization: 'Bearer {secret.TOKEN}' },
  json: { to: '91{mobile}', text: '{text}', template: '{templateId}', ref: '{reference}' },
  answer: { rules: [{ is: 'accepted', status: '200-202' }] },
} satisfies z.input<typeof httpGatewaySchema>;

/** @param templateIds of the campaign's DLT registration */
export function pathsText(
  sms: Exclude<Answers['sms'], 'mailbox'>,
  site: string,
  templateIds: readonly string[],
): string {
  const used = placeholdersOf(JSON.stringify(sms === 'http' ? ownGateway : presets[sms].gateway));
  const values = [...new Set(used)].flatMap((name): [string, string][] => {
    if (!name.startsWith('value.')) return [];
    const value = name.slice('value.'.length);
    return [[value, value === 'receipts' ? `${site}/sms/receipts/${sms}` : toFill]];
  });
  const templates = used.includes('providerTemplate')
    ? { templates: Object.fromEntries(templateIds.map((id) => [id, toFill])) }
    : {};
  const path = {
    name: sms,
    ...(sms === 'http' ? { http: ownGateway } : { preset: sms }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...templates,
  };
  return `${JSON.stringify({ paths: [path] }, null, 2)}\n`;
}

export const programNames = ['migrate', ...runningPrograms] as const;
export type ProgramName = (typeof programNames)[number];

const random = () => randomBytes(32).toString('base64');
const ring = () => `1:${random()}`;

/** Made by init; DRAW_PART_TWO only if nobody else holds it. */
const makers: Readonly<Record<string, () => string>> = {
  INDEX_SECRET: random,
  IDENTITY_SECRET: random,
  CODE_SECRET: random,
  PSEUDONYM_SECRET: random,
  SEAL_KEYS: ring,
  VOUCHER_SEAL_KEYS: ring,
  DRAW_TOKEN: random,
  DRAW_PART_ONE: random,
  DRAW_PART_TWO: random,
};

export const secretsToMake = (
  { secondHolder }: Pick<Answers, 'secondHolder'>,
  campaign: ServerCampaign,
): [string, () => string][] => [
  ...Object.entries(makers).filter(
    ([name]) => name !== 'DRAW_PART_TWO' || secondHolder === undefined,
  ),
  ...missingRings(campaign, {}).map(({ name }): [string, () => string] => [name, ring]),
];

/** Of the providers' accounts, such as SMS_SECRET_MSG91_AUTHKEY. */
export type SmsSecrets = Readonly<Record<'serve' | 'deliver', readonly string[]>>;

/** @param file of the SMS paths; without one there are none */
export const smsSecretsOf = (file: string): SmsSecrets => ({
  serve: secretsNamed(file, true),
  deliver: secretsNamed(file, false),
});

/**
 * @param folder of the installation
 * @returns the files of a program in secrets/. `optional`: those that a campaign needs only with
 *   another setting or data, which nobody has made.
 */
export function secretsOf(
  program: ProgramName,
  sms: SmsSecrets,
  folder: string,
): { needed: string[]; optional: string[] } {
  const fields = Object.entries<z.ZodType>(environments[program].shape);
  const isNeeded = ([name, field]: [string, z.ZodType]) =>
    Object.hasOwn(makers, name) ||
    !field.safeParse(undefined).success ||
    (program !== 'migrate' && name.endsWith('_KEYS') && isMade(folder, name));
  const own = fields.filter(([name]) => isSecret(name));
  return {
    needed: [
      `${program.toUpperCase()}_DATABASE_URL`,
      ...own.filter(isNeeded).map(([name]) => name),
      ...(program === 'serve' || program === 'deliver' ? sms[program] : []),
    ],
    optional: own.filter((entry) => !isNeeded(entry)).map(([name]) => name),
  };
}

const isMade = (folder: string, name: string) => existsSync(path.join(folder, 'secrets', name));
