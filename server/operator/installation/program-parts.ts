// Which secrets each program gets, by what its settings name, and how a new secret is made.
import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { environments, isSecret } from '../../main/settings/environments.ts';
import { secretsNamed } from '../../sms/paths/read-path-file.ts';
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

/** Of the providers' accounts, such as SMS_SECRET_MSG91_AUTHKEY. */
export type SmsSecrets = Readonly<Record<'serve' | 'deliver', readonly string[]>>;

/** @param file of the SMS paths; without one there are none */
export const smsSecretsOf = (file: string): SmsSecrets => ({
  serve: secretsNamed(file, true),
  deliver: secretsNamed(file, false),
});

const isNeeded = ([name, field]: [string, z.ZodType]) =>
  Object.hasOwn(makers, name) || !field.safeParse(undefined).success;

/**
 * @returns the files of a program in secrets/. `optional`: those that a campaign needs only with
 *   another setting, which nobody has made.
 */
export function secretsOf(
  program: ProgramName,
  sms: SmsSecrets,
): { needed: string[]; optional: string[] } {
  const fields = Object.entries<z.ZodType>(environments[program].shape);
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

/** For the operator's commands. */
export const allSecrets = (sms: SmsSecrets): string[] => [
  'OPERATOR_DATABASE_URL',
  ...Object.keys(makers),
  ...sms.deliver,
];
