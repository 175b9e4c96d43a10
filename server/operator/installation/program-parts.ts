// Which secrets each program gets, by what its settings name, and how a new secret is made.
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { environments, isSecret } from '../../main/settings/environments.ts';
import { presets } from '../../sms/presets/presets.ts';
import { placeholdersOf, secretPrefix } from '../../sms/paths/placeholders.ts';
import type { Answers } from './init-answers.ts';

export const longRunning = ['draw', 'serve', 'deliver', 'console'] as const;
export const programNames = ['migrate', ...longRunning] as const;
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

export const secretsToMake = ({ secondHolder }: Pick<Answers, 'secondHolder'>) =>
  Object.entries(makers).filter(([name]) => name !== 'DRAW_PART_TWO' || secondHolder === undefined);

/** Of the provider's account, such as SMS_SECRET_MSG91_AUTHKEY. */
export function smsSecretsOf(sms: Answers['sms']): string[] {
  if (sms === 'mailbox') return [];
  const names = placeholdersOf(JSON.stringify(presets[sms].gateway)).flatMap((name) =>
    name.startsWith('secret.') ? [`${secretPrefix}${name.slice('secret.'.length)}`] : [],
  );
  return [...new Set(names)];
}

/**
 * @returns the files of a program in secrets/. `optional`: those that a campaign needs only with
 *   another setting, which nobody has made.
 */
export function secretsOf(
  program: ProgramName,
  sms: Answers['sms'],
): { needed: string[]; optional: string[] } {
  const fields = Object.entries<z.ZodType>(environments[program].shape);
  const own = fields.filter(([name]) => isSecret(name));
  const isNeeded = ([name, field]: [string, z.ZodType]) =>
    Object.hasOwn(makers, name) || !field.safeParse(undefined).success;
  return {
    needed: [
      `${program.toUpperCase()}_DATABASE_URL`,
      ...own.filter(isNeeded).map(([name]) => name),
      ...(program === 'deliver' ? smsSecretsOf(sms) : []),
    ],
    optional: own.filter((entry) => !isNeeded(entry)).map(([name]) => name),
  };
}

/** For the operator's commands. */
export const allSecrets = ({ sms }: Pick<Answers, 'sms'>): string[] => [
  'OPERATOR_DATABASE_URL',
  ...Object.keys(makers),
  ...smsSecretsOf(sms),
];
