// Hands messages to a gateway over HTTP. A redirection is not followed: it could lead anywhere.
import { errorCode } from '../../errors/error-code.ts';
import { fillerOf, type PathValues } from '../paths/placeholders.ts';
import type { OutgoingSms, SendOutcome, SmsProvider } from '../provider.ts';
import { redactReason } from '../redact-reason.ts';
import { fillRequest } from './fill-request.ts';
import type { HttpGateway } from './gateway-schema.ts';
import { readAnswer } from './read-answer.ts';

/** Longer answers are cut: what a gateway says about one message fits. */
const answerBytesMax = 16_384;

/** Errors of a connection over which nothing was sent yet. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export function httpProvider(gateway: HttpGateway, values: PathValues): SmsProvider {
  return {
    async send(sms, signal) {
      const { url, ...request } = fillRequest(gateway, fillerOf(sms, values, gateway));
      let response;
      try {
        response = await fetch(url, {
          ...request,
          body: request.body ?? null,
          redirect: 'manual',
          signal,
        });
      } catch (error) {
        return failureOf(error);
      }
      const text = await readText(response);
      const answer = {
        status: response.status,
        header: (name: string) => response.headers.get(name),
        text,
      };
      return withoutTextOf(sms, values, readAnswer(gateway.answer, answer, sms.id));
    },
  };
}

/** The start of the answer: a gateway that closes in its middle has still said its status. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerBytesMax) break;
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8');
}

function failureOf(error: unknown): SendOutcome {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const reason = errorCode(cause);
  return { kind: neverSent.has(reason) ? 'refusedForNow' : 'unknown', reason };
}

function withoutTextOf(
  sms: OutgoingSms,
  { secrets }: PathValues,
  outcome: SendOutcome,
): SendOutcome {
  if (outcome.kind === 'accepted') return outcome;
  return { ...outcome, reason: redactReason(outcome.reason, sms, Object.values(secrets)) };
}
