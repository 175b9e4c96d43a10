// The environment of the production programs, read once and checked as a whole. The only reader of
// process.env in the server. Never prints a value: many are secrets.
import * as z from 'zod';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import type { Secrets } from './keys/keys.ts';

export type Config = {
  databaseUrl: string;
  databaseConnections: number;
  campaign: string;
  host: string;
  port: number;
  /** Where shoppers reach the site, such as `https://win.example`: its host binds one-time codes to the site. */
  publicOrigin: string;
  answerEncoding: AnswerEncoding;
  /** Addresses or ranges of the proxies whose X-Forwarded-For is believed; empty: nobody's. */
  trustedProxies: string[];
  secrets: Secrets;
};

/** Every fault of the environment at once, each with its mend. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The environment is not complete:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const secretBytes = 32;
const secretMend = 'Make one with: openssl rand -base64 32';

const secret = z.string(`is missing. ${secretMend}`).transform((text, context) => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < secretBytes) {
    context.addIssue(`must be base64 of ${secretBytes} bytes or more. ${secretMend}`);
    return z.NEVER;
  }
  return new Uint8Array(bytes);
});

const sealKeysMend =
  'Write `<id>:<base64 of 32 bytes>`, ids 0 to 255, several separated by commas; the first one seals';

const sealKeys = z.string(`is missing. ${sealKeysMend}`).transform((text, context) => {
  const keys = text.split(',').map((part) => {
    const [id = '', key = ''] = part.trim().split(':');
    return {
      id: Number(id === '' ? Number.NaN : id),
      key: new Uint8Array(Buffer.from(key, 'base64')),
    };
  });
  const ids = new Set(keys.map(({ id }) => id));
  const good = keys.every(
    ({ id, key }) => Number.isInteger(id) && id >= 0 && id <= 255 && key.length === 32,
  );
  if (!good || ids.size !== keys.length) {
    context.addIssue(`is not a key ring. ${sealKeysMend}`);
    return z.NEVER;
  }
  return keys;
});

const wholeNumber = (least: number, most: number, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text, context) => {
      const value = Number(text);
      if (!/^\d+$/.test(text) || value < least || value > most) {
        context.addIssue(`must be a whole number from ${least} to ${most}`);
        return z.NEVER;
      }
      return value;
    });

const environment = z.object({
  DATABASE_URL: z
    .string('is missing. Write postgres://user:password@host:5432/database')
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  DATABASE_CONNECTIONS: wholeNumber(1, 200, 10),
  CAMPAIGN: z.string().default('biscuit-2025'),
  HOST: z.string().default('0.0.0.0'),
  PORT: wholeNumber(0, 65_535, 3000),
  PUBLIC_ORIGIN: z
    .string('is missing. Write where shoppers reach the site, such as https://win.example')
    .regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as https://win.example, without a path'),
  ANSWER_ENCODING: z.enum(['object', 'base64'], 'must be object or base64').default('object'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  IDENTITY_SECRET: secret,
  INDEX_SECRET: secret,
  CODE_SECRET: secret,
  DRAW_SECRET: secret,
  SEAL_KEYS: sealKeys,
});

/**
 * Reads the environment.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(filled);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    );
  }
  const { data } = result;
  return {
    databaseUrl: data.DATABASE_URL,
    databaseConnections: data.DATABASE_CONNECTIONS,
    campaign: data.CAMPAIGN,
    host: data.HOST,
    port: data.PORT,
    publicOrigin: data.PUBLIC_ORIGIN,
    answerEncoding: data.ANSWER_ENCODING,
    trustedProxies: data.TRUSTED_PROXIES,
    secrets: {
      identity: data.IDENTITY_SECRET,
      index: data.INDEX_SECRET,
      code: data.CODE_SECRET,
      draw: data.DRAW_SECRET,
      seal: data.SEAL_KEYS,
    },
  };
}
