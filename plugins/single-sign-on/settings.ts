// The company's OpenID Connect provider (guide.md).
import * as z from 'zod';
import { isLocal } from '@inaam/server/operator/settings/database-url.ts';
import { fields } from '@inaam/server/operator/settings/fields.ts';

const issuerHint =
  'must be the issuer as the provider spells it, such as https://login.example; http only on this machine';

/** Tokens are fetched from the issuer, so only this machine may be called without TLS. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLocal(hostname));
}

export const singleSignOnVariables = {
  CONSOLE_PASSKEYS: z
    .enum(['yes', 'no'], 'must be yes or no')
    .default('yes')
    .describe('`no`: single sign-on alone'),
  CONSOLE_OIDC_ISSUER: z
    .string()
    .refine(isIssuer, issuerHint)
    .optional()
    .describe('issuer of the single sign-on, as it spells it'),
  CONSOLE_OIDC_CLIENT_ID: z.string().optional().describe('the console’s id there'),
  CONSOLE_OIDC_CLIENT_SECRET: z
    .string()
    .min(8, 'is too short. Write the secret that the provider gave')
    .optional()
    .describe('its secret there'),
  CONSOLE_OIDC_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’-]{0,39}$/u, 'must be a name of up to 40 letters')
    .default('your company')
    .describe('for the button `Sign in with …`'),
  CONSOLE_OIDC_MAX_AGE: fields
    .wholeNumber(0, 86_400, 1800)
    .describe('seconds until the provider asks again; `0` if it gives no `auth_time`'),
};

type Variables = Readonly<Record<string, string | undefined>>;

const together = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
] as const;

export function singleSignOnProblems(variables: Variables): string[] {
  const missing = together.filter((name) => (variables[name] ?? '') === '');
  if (missing.length === together.length) {
    return variables['CONSOLE_PASSKEYS'] === 'no'
      ? ['CONSOLE_PASSKEYS is no, and there is no CONSOLE_OIDC_ISSUER: nobody could sign in.']
      : [];
  }
  // Tokens must travel over TLS. Otherwise anybody on the way could sign in as anybody.
  const isUnverified = variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
  const verify =
    'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are verified. For your own certificate authority, set NODE_EXTRA_CA_CERTS.';
  return [
    ...missing.map((name) => `${name} is missing: the three of CONSOLE_OIDC belong together.`),
    ...(isUnverified ? [verify] : []),
  ];
}

/** Of variables without a problem. `provider` undefined: there is none. */
export function readSingleSignOn(variables: Variables) {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const read = z.object(singleSignOnVariables).parse(filled);
  const [name, maxAgeSeconds] = [read.CONSOLE_OIDC_NAME, read.CONSOLE_OIDC_MAX_AGE];
  const [issuer, clientId, clientSecret] = together.map((one) => read[one]);
  const isThere = issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  return {
    takesPasskeys: read.CONSOLE_PASSKEYS === 'yes',
    provider: isThere ? { issuer, clientId, clientSecret, name, maxAgeSeconds } : undefined,
  };
}
