// The company's OpenID Connect provider: the authorization code flow with PKCE, state and nonce.
import * as client from 'openid-client';
import type { SignInFlow } from './tokens.ts';
import * as z from 'zod';

type Settings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** How long ago somebody may have proved who they are; 0: as the provider likes. */
  maxAgeSeconds: number;
  /** Where it sends the browser back: the redirect URI that is registered there. */
  returnTo: string;
  /** Of each request, to the end of its answer. */
  timeoutSeconds?: number;
};

export type ProvenIdentity = {
  issuer: string;
  subject: string;
  /** Only one that the provider has verified, and if it was asked for. */
  email: string | undefined;
};

type Start = Pick<SignInFlow, 'state' | 'nonce' | 'verifier'> & { asksEmail: boolean };

export type OpenIdProvider = {
  /** Of the company, for the button. */
  name: string;
  /** @throws ProviderProblem */
  addressFor: (start: Start) => Promise<string>;
  /** @throws ProviderProblem */
  identityIn: (response: string, start: Start) => Promise<ProvenIdentity>;
};

/** Signed by a key pair: with the others the console, or nobody, could sign. */
const algorithms = new Set(
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '),
);

const usualTimeoutSeconds = 5;
const toleranceSeconds = 60;
const discoveryMs = 3_600_000;

/** @param now ms of a clock that is never set */
export function createOpenIdProvider(
  settings: Settings,
  now: () => number = () => performance.now(),
): OpenIdProvider {
  const current = cached(() => discover(settings), now);
  const { name, returnTo, maxAgeSeconds } = settings;
  return {
    name,
    addressFor: ({ state, nonce, verifier, asksEmail }) =>
      orProblem(async () => {
        const configuration = await current();
        const modes = configuration.serverMetadata().response_modes_supported;
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: returnTo,
          scope: asksEmail ? 'openid email' : 'openid',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // No server and no proxy sees a fragment, so that the code is in no log.
          ...(modes === undefined || modes.includes('fragment')
            ? { response_mode: 'fragment' }
            : {}),
          ...(maxAgeSeconds > 0 ? { max_age: String(maxAgeSeconds) } : {}),
        });
        return address.href;
      }),
    identityIn: (response, { state, nonce, verifier, asksEmail }) =>
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
        const { sub: subject } = claims;
        const email = asksEmail
          ? (verifiedEmail(claims) ?? (await askedEmail(configuration, tokens, subject)))
          : undefined;
        return { issuer: configuration.serverMetadata().issuer, subject, email };
      }),
  };
}

const verifiedEmail = ({
  email,
  email_verified: isVerified,
}: client.UserInfoResponse | client.IDToken) =>
  typeof email === 'string' && isVerified === true ? email : undefined;

/** Where the ID token is without it, as OpenID Connect Core 5.4 has it. */
async function askedEmail(
  configuration: client.Configuration,
  { access_token: token }: { access_token: string },
  subject: string,
): Promise<string | undefined> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined;
  return verifiedEmail(await client.fetchUserInfo(configuration, token, subject));
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
  // To the letter (Discovery 4.3): the library takes a template for many issuers of some, and a
  // slash more after a host of all. The log has no name of it: it is whatever the provider says.
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
  // The signature is verified too, although the token comes over TLS.
  for (const extend of [...execute, client.enableNonRepudiationChecks]) extend(configuration);
  return configuration;
}

/** One at a time; where it fails, what was found before counts on. */
function cached<Found>(find: () => Promise<Found>, now: () => number): () => Promise<Found> {
  let known: { found: Found; until: number } | undefined;
  let finding: Promise<Found> | undefined;
  const refresh = async () => {
    try {
      const found = await find();
      known = { found, until: now() + discoveryMs };
      return found;
    } catch (error) {
      // Nobody has proved anything yet: it is the provider's fault, or that of the settings.
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

// What went wrong at the company's provider, in words that are ours: the library's errors quote
// tokens and what was sent.

/**
 * `silent`: no answer, or one that is no fault of the person; `cancelled`: by the provider or the
 * person there.
 */
type Kind = 'silent' | 'cancelled' | 'refused';

export class ProviderProblem extends Error {
  override name = 'ProviderProblem';
  readonly kind: Kind;
  /** For the log. */
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
  // How the console is registered there.
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
/** The library says in the cause of the cause which claim it was. */
const compared = z.object({ cause: z.object({ cause: z.object({ claim: z.enum(claims) }) }) });

/** `error` of an answer, which anybody could have sent: known words alone. */
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
  // What fetch throws where nobody answers, and whatever else its answer does to the library.
  if (error instanceof TypeError) return new ProviderProblem('silent', 'it cannot be reached');
  return new ProviderProblem('refused', 'its answer was not understood');
}
