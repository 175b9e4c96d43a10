// What went wrong at the company's provider, in words that are ours: the library's errors quote
// tokens and what was sent.
import * as client from 'openid-client';
import * as z from 'zod';

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

export function providerProblemOf(error: unknown): ProviderProblem {
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
