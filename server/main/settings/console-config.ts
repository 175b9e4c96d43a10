// Reads the console's settings from the environment.
import * as z from 'zod';
import { fields } from './fields.ts';
import { readSecretFile } from '../../platform/read-secret-file.ts';
import { isIP } from 'node:net';
import { isAddressRange } from '../../platform/addresses.ts';
import {
  campaign,
  database,
  ownVariables,
  read,
  type DatabaseConfig,
  type Variables,
} from './program-config.ts';
import { budgetVariables } from './sms-variables.ts';
import type { Secrets } from '../../platform/keys.ts';
import type { VoucherPublicKey } from '../../platform/voucher-seal.ts';

// The company's OpenID Connect provider, through which colleagues can sign in to the console
// (docs/decisions/0036).

type OidcConfig = {
  /** In the provider's spelling. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** How long ago the provider may have authenticated the person; 0: the provider decides. */
  maxAgeSeconds: number;
};

const issuerHint =
  'must be the issuer as the provider spells it, such as https://login.example; http only on this machine';

/** Tokens are fetched from the issuer, so only this machine may be called without TLS. */
const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const clientSecret = z
  .string()
  .transform((value, context) => {
    const found = value.startsWith('file:')
      ? readSecretFile(value.slice('file:'.length))
      : { text: value };
    if ('text' in found && found.text.length >= 8) return found.text;
    const problem = 'problem' in found ? found.problem : 'is too short';
    context.addIssue(
      `${problem}. Write the secret that the provider gave, or file:<path> of a file that only this user can read`,
    );
    return z.NEVER;
  })
  .optional();

const oidcVariables = {
  CONSOLE_OIDC_ISSUER: z.string().refine(isIssuer, issuerHint).optional(),
  CONSOLE_OIDC_CLIENT_ID: z.string().optional(),
  CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  CONSOLE_OIDC_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’-]{0,39}$/u, 'must be a name of up to 40 letters')
    .default('your company'),
  CONSOLE_OIDC_MAX_AGE: fields.wholeNumber(0, 86_400, 1800),
  CONSOLE_PASSKEYS: z.enum(['yes', 'no'], 'must be yes or no').default('yes'),
};

type OidcVariables = z.infer<z.ZodObject<typeof oidcVariables>>;

const together = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
] as const;

function oidcProblems(data: OidcVariables): string[] {
  const missing = together.filter((name) => data[name] === undefined);
  if (missing.length === together.length) {
    return data.CONSOLE_PASSKEYS === 'no'
      ? ['CONSOLE_PASSKEYS is no, and there is no CONSOLE_OIDC_ISSUER: nobody could sign in.']
      : [];
  }
  return missing.map((name) => `${name} is missing: the three of CONSOLE_OIDC belong together.`);
}

/** Tokens must travel over TLS. Otherwise anybody on the way could sign in as anybody. */
const oidcTlsProblems = (variables: Readonly<Record<string, string | undefined>>) =>
  (variables['CONSOLE_OIDC_ISSUER'] ?? '') !== '' &&
  variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are verified. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
      ]
    : [];

function oidcOf(data: OidcVariables): OidcConfig | undefined {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: secret,
  } = data;
  if (issuer === undefined || clientId === undefined || secret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: secret,
    name: data.CONSOLE_OIDC_NAME,
    maxAgeSeconds: data.CONSOLE_OIDC_MAX_AGE,
  };
}

export type ConsoleConfig = DatabaseConfig & {
  campaign: string;
  host: string;
  port: number;
  /** The origin at which a browser reaches the console; passkeys are bound to it. */
  origin: string;
  publicOrigin: string | undefined;
  trustedProxies: string[];
  smsPaise: number;
  stopSeconds: number;
  oidc: OidcConfig | undefined;
  /** If false, the company's provider is the only way to sign in. */
  takesPasskeys: boolean;
  secrets: Pick<Secrets, 'index' | 'seal'> & { voucherPublic: VoucherPublicKey };
};

/** Browsers support passkeys only over https and on localhost, and never for an IP address. */
const isSafe = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  const isHost = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isHost && !isAddress && origin === text;
};

export const consoleOrigin = z
  .string(
    'is missing. Write where colleagues open the console, such as https://console.win.example',
  )
  .refine(
    isSafe,
    'must be an origin such as https://console.win.example; http only for http://localhost:8090',
  );

export const consoleEnvironment = z.object({
  ...database,
  ...campaign,
  CONSOLE_HOST: fields.listenHost('127.0.0.1'),
  CONSOLE_PORT: fields.wholeNumber(0, 65_535, 8090),
  CONSOLE_ORIGIN: consoleOrigin,
  PUBLIC_ORIGIN: fields.origin.optional(),
  TRUSTED_PROXIES: fields.list(
    isAddressRange,
    'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  ),
  SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
  STOP_SECONDS: fields.wholeNumber(1, 300, 7),
  INDEX_SECRET: fields.secret,
  SEAL_KEYS: fields.sealKeys,
  VOUCHER_PUBLIC_KEY: fields.voucherPublicKey,
  ...oidcVariables,
});

/** @throws ConfigError naming every variable that is missing or wrong */
export function readConsoleConfig(variables: Variables = ownVariables()): ConsoleConfig {
  const data = read(consoleEnvironment, variables, oidcProblems, oidcTlsProblems(variables));
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    host: data.CONSOLE_HOST,
    port: data.CONSOLE_PORT,
    origin: data.CONSOLE_ORIGIN,
    publicOrigin: data.PUBLIC_ORIGIN,
    trustedProxies: data.TRUSTED_PROXIES,
    smsPaise: data.SMS_PRICE_PAISE,
    stopSeconds: data.STOP_SECONDS,
    oidc: oidcOf(data),
    takesPasskeys: data.CONSOLE_PASSKEYS === 'yes',
    secrets: {
      index: data.INDEX_SECRET,
      seal: data.SEAL_KEYS,
      voucherPublic: data.VOUCHER_PUBLIC_KEY,
    },
  };
}
