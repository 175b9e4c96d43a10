// Reads the settings of `console`.
import { environments } from './environments.ts';
import { readMail } from './variables.ts';
import { drawSecretProblems, read } from './program-config.ts';
import { settingsOf, type Variables } from './read-settings.ts';

// The company's OpenID Connect provider, through which colleagues can sign in to the console
// (docs/decisions/0036).

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
export function readConsoleConfig(variables: Variables = settingsOf('console')) {
  const { mail, problems } = readMail(variables);
  const others = [...drawSecretProblems(variables), ...oidcTlsProblems(variables), ...problems];
  const config = read(environments.console, variables, oidcProblems, others);
  return { ...config, oidc: oidcOf(config), mail };
}
