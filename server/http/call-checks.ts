// The checks that a call passes before its file sees it: who signed it, when, with which token, in what shape.
// Decides nothing about the promotion.
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { calls, type CallName } from '@inaam/contract/calls.ts';
import { clockSkewMaxMs } from '@inaam/contract/limits.ts';
import { isSignedBy, parseSigned } from '@inaam/contract/signing.ts';
import type { TokenHolder } from '../storage/tokens.ts';
import { refuse, sessionExpired, type SentMessageId } from './refusal.ts';
import type { CallContext } from './context.ts';

const signedBody = z.object({ userKey: z.string(), data: z.string() });
const pathKey = z.object({ userKey: z.string() });

/** The user key at the end of the path, if this server made it. */
export function userKeyOf(request: FastifyRequest, tools: CallContext): string {
  const { success, data } = pathKey.safeParse(request.params);
  if (!success || !tools.keys.isUserKey(data.userKey)) throw sessionExpired();
  return data.userKey;
}

/**
 * Opens a signed call: one user key in path, body and payload, a signature that fits, a `t` that is fresh.
 * @returns the signed fields, not yet checked
 */
export function openSigned(
  request: FastifyRequest,
  tools: CallContext,
): { userKey: string; t: number; fields: Record<string, unknown> } {
  const userKey = userKeyOf(request, tools);
  // A key that stands twice in the form arrives as a list, and is no string: refused like a missing one.
  const body = signedBody.safeParse(request.body);
  if (!body.success || body.data.userKey !== userKey) throw sessionExpired();
  const signed = parseSigned(body.data.data);
  if (!signed || signed.userKey !== userKey) throw sessionExpired();
  if (!isSignedBy(signed.head, signed.tag, tools.keys.dataKeyOf(userKey))) throw sessionExpired();
  const now = tools.clocks.wall();
  // Only a call whose signature fits learns the server's time: the phone's clock is wrong, not its key.
  if (Math.abs(now - signed.t) > clockSkewMaxMs) throw sessionExpired(now);
  return { userKey, t: signed.t, fields: signed.fields };
}

/** The token of an Authorization header, unchecked. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const [, token] =
    /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}

/** Whom the bearer token speaks for; it must have been made for this same user key. */
export async function holderOf(
  request: FastifyRequest,
  userKey: string,
  tools: CallContext,
): Promise<TokenHolder> {
  const token = bearerOf(request);
  if (token === undefined) throw sessionExpired();
  const hash = tools.keys.tokenHash(token);
  const holder = await tools.storage.readTokens.one({ hash, now: tools.clocks.wall() });
  if (holder === 'none' || holder.userKey !== userKey) throw sessionExpired();
  return holder;
}

const idOfField = new Map<PropertyKey, SentMessageId>([
  ['name', 'invalidName'],
  ['mobile', 'invalidMobile'],
  ['otp', 'invalidOtp'],
  ['city', 'emptyCity'],
  ['email', 'format'],
  ['age', 'invalidAge'],
  ['gender', 'invalidGender'],
]);

/** The fields of a call in the shape of its row; a field of another type is refused under the id of its rule. */
export function fieldsOf(name: CallName, sent: unknown): unknown {
  const result = z.safeParse(calls[name].fields, sent);
  if (result.success) return result.data;
  const [field = ''] = result.error.issues[0]?.path ?? [];
  throw refuse(idOfField.get(field) ?? 'invalidData');
}
