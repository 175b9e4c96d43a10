import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { calls, type CallName } from '@inaam/contract/calls.ts';
import { clockSkewMaxMs } from '@inaam/contract/limits.ts';
import { readSigned } from '@inaam/contract/signing.ts';
import type { AuthenticatedParticipant } from '../participants/tokens.sql.ts';
import { refuse, sessionExpired, type SentMessageId } from './refusal.ts';
import type { CallContext } from './context.ts';

const signedBody = z.object({ userKey: z.string(), data: z.string() });
const pathKey = z.object({ userKey: z.string() });

export function userKeyOf(request: FastifyRequest, context: CallContext): string {
  const { success, data } = pathKey.safeParse(request.params);
  if (!success || !context.keys.isUserKey(data.userKey)) throw sessionExpired();
  return data.userKey;
}

/**
 * Requires the same user key in path, body and payload. The returned fields are not validated yet.
 */
export function openSigned(
  request: FastifyRequest,
  context: CallContext,
): { userKey: string; t: number; fields: Record<string, unknown> } {
  const userKey = userKeyOf(request, context);
  // A key that occurs twice in the form becomes an array and is refused like a missing one.
  const body = signedBody.safeParse(request.body);
  if (!body.success || body.data.userKey !== userKey) throw sessionExpired();
  const signed = readSigned(body.data.data, context.keys.dataKeyOf(userKey));
  if (!signed || signed.userKey !== userKey) throw sessionExpired();
  const now = context.clocks.wall();
  // The signature is valid, so only the phone's clock is wrong. The answer contains the server's
  // time.
  if (Math.abs(now - signed.t) > clockSkewMaxMs) throw sessionExpired(now);
  return { userKey, t: signed.t, fields: signed.fields };
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const [, token] =
    /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}

/** The token must belong to this user key. */
export async function authenticate(
  request: FastifyRequest,
  userKey: string,
  context: CallContext,
): Promise<AuthenticatedParticipant> {
  const token = bearerToken(request);
  if (token === undefined) throw sessionExpired();
  const hash = context.keys.tokenHash(token);
  const participant = await context.storage.readTokens.one({ hash, now: context.clocks.wall() });
  if (participant === 'none' || participant.userKey !== userKey) throw sessionExpired();
  return participant;
}

const messageIdOfField = new Map<PropertyKey, SentMessageId>([
  ['name', 'invalidName'],
  ['mobile', 'invalidMobile'],
  ['otp', 'invalidOtp'],
  ['city', 'emptyCity'],
  ['email', 'format'],
  ['age', 'invalidAge'],
  ['gender', 'invalidGender'],
]);

/** A wrong type is refused with the message id of its field. */
export function fieldsOf(name: CallName, sent: unknown): unknown {
  const result = z.safeParse(calls[name].fields, sent);
  if (result.success) return result.data;
  const [field = ''] = result.error.issues[0]?.path ?? [];
  throw refuse(messageIdOfField.get(field) ?? 'invalidData');
}
