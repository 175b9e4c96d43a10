// The company's OpenID Connect provider: the authorization code flow with PKCE, state and nonce.
import * as client from 'openid-client';
import type { OpenIdProvider } from '@inaam/server/console/context.ts';
import * as z from 'zod';

type Settings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Maximum age of the person's authentication; 0: the provider decides. */
  maxAgeSeconds: number;
  /** The redirect URI that is registered at the provider. */
  returnTo: string;
  /** For each request, to the end of its answer. */
  timeoutSeconds?: number;
};

/** Asymmetric algorithms only: with others the console could sign, or nobody need sign. */
const algorithms = new Set(
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '),
);

const usualTimeoutSeconds = 5;
const toleranceSeconds = 60;
const discoveryMs = 3_600_000;

/**
 * What it answers rejects with a ProviderProblem.
 * @param now ms of a monotonic clock
 */
export function createOpenIdProvider(
  settings: Settings,
  now: () => number = () => performance.now(),
): OpenIdProvider {
  const current = cached(() => discover(settings), now);
  const { name, returnTo, maxAgeSeconds } = settings;
  return {
    name,
    addressFor: ({ state, nonce, verifier }) =>
      orProblem(async () => {
        const configuration = await current();
        const modes = configuration.serverMetadata().response_modes_supported;
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: returnTo,
          scope: 'openid',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // Servers and proxies do not see a fragment, so no log contains the code.
          ...(modes === undefined || modes.includes('fragment')
            ? { response_mode: 'fragment' }
            : {}),
          ...(maxAgeSeconds > 0 ? { max_age: String(maxAgeSeconds) } : {}),
        });
        return address.href;
      }),
    identityIn: (response, { state, nonce, verifier }) =>
      orProblem(async () => {
        const configuration = await current();
        const returned = new URL(returnTo);
        returned.search = response;
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAgeSeconds > 0 ? { maxAge: maxAgeSeconds } : {}),
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderProblem('refused', 'it gave no ID token');
        return { issuer: configuration.serverMetadata().issuer, subject: claims.sub };
      }),
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
  timeoutSeconds = usualTimeoutSeconds,
}: Settings): Promise<client.Configuration> {
  const server = new URL(issuer);
  const execute = server.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const options = { execute, timeout: timeoutSeconds };
  const found = await client.discovery(server, clientId, undefined, client.None(), options);
  const metadata: client.ServerMetadata = found.serverMetadata();
  // Compared exactly (Discovery 4.3), because the library accepts templates and a trailing slash.
  // The log does not name the issuer, which is arbitrary text from the provider.
  if (metadata.issuer !== issuer) {
    throw new ProviderProblem('silent', 'it names another issuer than CONSOLE_OIDC_ISSUER');
  }
  const signs = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const configuration = new client.Configuration(
    {
      ...metadata,
      id_token_signing_alg_values_supported: signs.filter((one) => algorithms.has(one)),
    },
    clientId,
    { [client.clockTolerance]: toleranceSeconds },
    ways.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret),
  );
  configuration.timeout = timeoutSeconds;
  // Verify the signature too, although the token comes over TLS.
  for (const extend of [...execute, client.enableNonRepudiationChecks]) extend(configuration);
  return configuration;
}

/** Runs one at a time; if it fails, the earlier result remains valid. */
function cached<Found>(find: () => Promise<Found>, now: () => number): () => Promise<Found> {
  let known: { found: Found; until: number } | undefined;
  let finding: Promise<Found> | undefined;
  const refresh = async () => {
    try {
      const found = await find();
      known = { found, until: now() + discoveryMs };
      return found;
    } catch (error) {
      // Nobody has been authenticated yet, so the provider or the settings are at fault.
      throw new ProviderProblem('silent', providerProblemOf(error).reason);
    } finally {
      finding = undefined;
    }
  };
  return async () => {
    if (known && now() < known.until) return known.found;
    finding ??= refresh();
    try {
      return await finding;
    } catch (error) {
      if (known) return known.found;
      throw error;
    }
  };
}

async function orProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw providerProblemOf(error);
  }
}

// Describes the provider's failures in our own words, because the library's errors quote tokens and
// requests.

/**
 * `silent`: no answer, or one that is not the person's fault; `cancelled`: by the provider or by
 * the person there.
 */
type Kind = 'silent' | 'cancelled' | 'refused';

export class ProviderProblem extends Error {
  override name = 'ProviderProblem';
  readonly kind: Kind;
  readonly reason: string;
  constructor(kind: Kind, reason: string) {
    super(`The company's provider: ${reason}.`);
    this.kind = kind;
    this.reason = reason;
  }
}

const cancelled = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);
const silent = new Set([
  'temporarily_unavailable',
  'server_error',
  // Errors in the console's registration at the provider.
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_request',
  'unsupported_response_type',
]);

const silentCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const claims = ['iss', 'aud', 'azp', 'nonce', 'exp', 'iat', 'nbf', 'auth_time', 'sub'];
/** The library names the claim in the cause of the cause. */
const compared = z.object({ cause: z.object({ cause: z.object({ claim: z.enum(claims) }) }) });

/** Anybody could have sent the answer's `error`, so only known words are used. */
function problemOfAnswer(error: string): ProviderProblem {
  if (silent.has(error)) return new ProviderProblem('silent', `it answered ${error}`);
  if (cancelled.has(error)) return new ProviderProblem('cancelled', `it answered ${error}`);
  const known = error === 'invalid_grant' ? error : 'another error';
  return new ProviderProblem('refused', `it answered ${known}`);
}

function providerProblemOf(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error;
  if (error instanceof client.AuthorizationResponseError) return problemOfAnswer(error.error);
  if (error instanceof client.ResponseBodyError) {
    if (error.status < 500) return problemOfAnswer(error.error);
    return new ProviderProblem('silent', `it answered HTTP ${error.status}`);
  }
  if (error instanceof client.ClientError) {
    const code = error.code ?? 'no code';
    if (silentCodes.has(code)) return new ProviderProblem('silent', code);
    const claim = compared.safeParse(error).data?.cause.cause.claim;
    return new ProviderProblem('refused', claim === undefined ? code : `${code}, claim ${claim}`);
  }
  // fetch throws this if nobody answers, and the library for various broken answers.
  if (error instanceof TypeError) return new ProviderProblem('silent', 'it cannot be reached');
  return new ProviderProblem('refused', 'its answer was not understood');
}
