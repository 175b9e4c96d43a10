// Reads the console's settings from the environment.
import * as z from 'zod';
import { fields } from './fields.ts';
import { isLocal } from './database-url.ts';
import { isIP } from 'node:net';
import { campaign, database, ownVariables, read, type Variables } from './program-config.ts';
import { budgetVariables } from './sms-variables.ts';

// The company's OpenID Connect provider, through which colleagues can sign in to the console
// (docs/decisions/0036).

const issuerHint =
  'must be the issuer as the provider spells it, such as https://login.example; http only on this machine';

/** Tokens are fetched from the issuer, so only this machine may be called without TLS. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLocal(hostname));
}

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
  CONSOLE_PORT: fields.port(8090),
  /** The origin at which a browser reaches the console; passkeys are bound to it. */
  CONSOLE_ORIGIN: consoleOrigin,
  PUBLIC_ORIGIN: fields.origin.optional(),
  TRUSTED_PROXIES: fields.proxies,
  SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
  STOP_SECONDS: fields.wholeNumber(1, 300, 7),
  INDEX_SECRET: fields.secret,
  SEAL_KEYS: fields.sealKeys,
  VOUCHER_PUBLIC_KEY: fields.voucherPublicKey,
  /** In the provider's spelling. */
  CONSOLE_OIDC_ISSUER: z.string().refine(isIssuer, issuerHint).optional(),
  CONSOLE_OIDC_CLIENT_ID: z.string().optional(),
  CONSOLE_OIDC_CLIENT_SECRET: fields.clientSecret,
  CONSOLE_OIDC_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’-]{0,39}$/u, 'must be a name of up to 40 letters')
    .default('your company'),
  /** How long ago the provider may have authenticated the person; 0: the provider decides. */
  CONSOLE_OIDC_MAX_AGE: fields.wholeNumber(0, 86_400, 1800),
  CONSOLE_PASSKEYS: z.enum(['yes', 'no'], 'must be yes or no').default('yes'),
});

type OidcValues = {
  consoleOidcIssuer?: string | undefined;
  consoleOidcClientId?: string | undefined;
  consoleOidcClientSecret?: string | undefined;
  consoleOidcName: string;
  consoleOidcMaxAge: number;
  consolePasskeys: 'yes' | 'no';
};

function oidcProblems(config: OidcValues): string[] {
  const together = [
    ['CONSOLE_OIDC_ISSUER', config.consoleOidcIssuer],
    ['CONSOLE_OIDC_CLIENT_ID', config.consoleOidcClientId],
    ['CONSOLE_OIDC_CLIENT_SECRET', config.consoleOidcClientSecret],
  ];
  const missing = together.filter(([, value]) => value === undefined);
  if (missing.length < together.length) {
    return missing.map(
      ([name]) => `${name} is missing: the three of CONSOLE_OIDC belong together.`,
    );
  }
  return config.consolePasskeys === 'no'
    ? ['CONSOLE_PASSKEYS is no, and there is no CONSOLE_OIDC_ISSUER: nobody could sign in.']
    : [];
}

/** Tokens must travel over TLS. Otherwise anybody on the way could sign in as anybody. */
const oidcTlsProblems = (variables: Variables) =>
  (variables['CONSOLE_OIDC_ISSUER'] ?? '') !== '' &&
  variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are verified. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
      ]
    : [];

function oidcOf(config: OidcValues) {
  const {
    consoleOidcIssuer: issuer,
    consoleOidcClientId: clientId,
    consoleOidcClientSecret: clientSecret,
    consoleOidcName: name,
    consoleOidcMaxAge: maxAgeSeconds,
  } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    return undefined;
  }
  return { issuer, clientId, clientSecret, name, maxAgeSeconds };
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readConsoleConfig(variables: Variables = ownVariables()) {
  const tls = oidcTlsProblems(variables);
  const config = read(consoleEnvironment, variables, oidcProblems, tls);
  return { ...config, oidc: oidcOf(config) };
}
